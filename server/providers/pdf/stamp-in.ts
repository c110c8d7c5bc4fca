import type { LongTermProblem, StampInSeal } from '#ports/paper.ts'
import { readFirst } from './der.ts'
import { dataProblem, witnessesOf } from './long-term.ts'
import { splitLongTerm } from './long-term-revision.ts'
import { oids } from './oids.ts'
import { onlyValue, readSignedData } from './signed-data.ts'
import { readStamp } from './timestamps.ts'

/**
 * The timestamp in the seal of a file that is known to the byte. Only that: whether the seal holds is for `check`, which reads the whole file in
 * a process of its own. The seal is the last thing in a file of ours that says where its hole is, and ends with the file, but for its long-term
 * data.
 */
export const stampIn = (pdf: Buffer): StampInSeal | null => {
  try {
    const contents = contentsOf(splitLongTerm(pdf)?.sealed ?? pdf)
    if (!contents) return { holds: false, fault: 'unreadable', says: 'The seal cannot be read.' }
    const { signer } = readSignedData(contents)
    const values = signer.unsigned.get(oids.timestampToken)
    if (!values) return null
    const token = onlyValue(values)
    const stamp = token && readStamp(token.raw, signer.signature)
    if (!stamp) return unreadable
    return stamp.holds ? { holds: true, at: stamp.at, authority: stamp.authority.facts.subject } : stamp
  } catch {
    // Keys and numbers that are none are thrown by what reads them.
    return unreadable
  }
}

const unreadable = { holds: false, fault: 'unreadable', says: 'The timestamp cannot be read.' } as const

/** What is wrong with the long-term data behind the seal of such a file, which was to have some. */
export const longTermProblem = (pdf: Buffer): LongTermProblem | null => {
  try {
    const split = splitLongTerm(pdf)
    if (!split) return { fault: 'removed', certificate: null }
    const contents = contentsOf(split.sealed)
    const witnesses = contents && witnessesOf(readSignedData(contents))
    return witnesses ? dataProblem(witnesses, split.data) : { fault: 'no_timestamp', certificate: null }
  } catch {
    return { fault: 'changed', certificate: null }
  }
}

const contentsOf = (pdf: Buffer): Buffer | null => {
  const place = pdf.lastIndexOf('/ByteRange [ 0 ', undefined, 'latin1')
  if (place < 0) return null
  const range = /^\/ByteRange \[ 0 (\d{1,10}) +(\d{1,10}) +(\d{1,10}) +\]/.exec(pdf.toString('latin1', place, place + 80))
  const [start, end, rest] = (range?.slice(1) ?? []).map(Number)
  if (start === undefined || end === undefined || rest === undefined) return null
  if (start < place || end <= start || end + rest !== pdf.length || pdf[start] !== 0x3c || pdf[end - 1] !== 0x3e) return null
  return readFirst(Buffer.from(pdf.toString('latin1', start + 1, end - 1), 'hex')).raw
}
