import { PDFArray, type PDFDict, PDFHexString, PDFNumber } from '@cantoo/pdf-lib'
import { BadDer, readFirst } from './der.ts'
import type { Findings } from './findings.ts'
import { at } from './objects.ts'

/** What of a file is signed, and the signature that stands in its hole. */
export interface Places {
  /** Null where the numbers lead out of the file. */
  readonly signed: readonly [Buffer, Buffer] | null
  readonly contents: Buffer | null
  /** Where what is signed ends, as the file says; null where it does not. */
  readonly end: number | null
  /** Whether nothing follows what is signed that should not. */
  readonly isWhole: boolean
}

/**
 * /ByteRange and /Contents (ISO 32000-1, 12.8.1): the file from its first byte to its last, but for the hexadecimal digits of the signature and
 * their two brackets. Whatever else is left out could be changed by anyone.
 */
export const placesOf = (
  pdf: Buffer,
  signature: PDFDict,
  /** Where what was sealed must end: with the file, or where the data begins that the seal announces. */
  wantedEnd: number,
  { judge, failed }: Findings,
): Places => {
  const contents = at(signature, 'Contents')
  const value = contents instanceof PDFHexString ? signatureIn(contents.asString()) : null
  const range = rangeOf(at(signature, 'ByteRange'))
  if (!range) {
    failed('byte_range', 'The seal does not say which bytes it is over.')
    failed('digest', 'It is not known which bytes were sealed.')
    return { signed: null, contents: value, end: null, isWhole: false }
  }
  const [first, firstLength, second, secondLength] = range
  const end = second + secondLength
  const isInside = first + firstLength <= pdf.length && end <= pdf.length && second >= firstLength
  const isHole =
    isInside &&
    contents instanceof PDFHexString &&
    pdf[firstLength] === 0x3c &&
    pdf[second - 1] === 0x3e &&
    pdf.toString('latin1', firstLength + 1, second - 1) === contents.asString() &&
    /^[\da-f]+$/.test(contents.asString()) &&
    /\/Contents[\0\t\n\f\r ]*$/.test(pdf.toString('latin1', Math.max(0, firstLength - 40), firstLength))
  judge(
    'byte_range',
    first === 0 && isHole && value !== null,
    'The seal is over the whole file, but for its own signature.',
    first !== 0
      ? 'The seal does not begin with the first byte of the file.'
      : !isInside
        ? 'The seal says it is over bytes that the file does not have.'
        : 'The seal leaves out more of the file, or something else, than its own signature.',
  )
  const isWhole = isInside && end === wantedEnd && /%%EOF[\r\n]{0,2}$/.test(pdf.toString('latin1', Math.max(0, end - 16), end))
  judge(
    'nothing_after',
    isWhole,
    wantedEnd < pdf.length
      ? 'Nothing was added after the seal but the data for long-term validation that it announces.'
      : 'Nothing was added after the seal.',
    end < pdf.length
      ? `${pdf.length - end} bytes were added after the seal.`
      : 'The file does not end where it ended when it was sealed.',
  )
  if (!isInside) failed('digest', 'The bytes that were sealed are not all there.')
  return {
    signed: isInside ? [pdf.subarray(first, first + firstLength), pdf.subarray(second, end)] : null,
    ...{ contents: value, end },
    isWhole,
  }
}

const rangeOf = (object: unknown): readonly [number, number, number, number] | null => {
  if (!(object instanceof PDFArray) || object.size() !== 4) return null
  const numbers = object.asArray().map((each) => (each instanceof PDFNumber ? each.asNumber() : -1))
  const [a = -1, b = -1, c = -1, d = -1] = numbers
  return numbers.every((each) => Number.isSafeInteger(each) && each >= 0) ? [a, b, c, d] : null
}

/** The one value in the hole; what is behind it is room that was not needed, and nought. */
const signatureIn = (hexadecimal: string): Buffer | null => {
  const bytes = Buffer.from(hexadecimal, 'hex')
  try {
    const { raw } = readFirst(bytes)
    return bytes.subarray(raw.length).every((byte) => byte === 0) ? raw : null
  } catch (error) {
    if (error instanceof BadDer) return null
    throw error
  }
}

/** How many times a file was written: each adds a table of its objects that names the one before (ISO 32000-1, 7.5.6). */
export const revisionsOf = (pdf: Buffer): number => {
  const seen = new Set<number>()
  const end = pdf.toString('latin1', Math.max(0, pdf.length - 2_048))
  let place = Number([...end.matchAll(/startxref\s+(\d{1,10})/g)].at(-1)?.[1] ?? Number.NaN)
  while (Number.isInteger(place) && place < pdf.length && !seen.has(place) && seen.size < 1_000) {
    seen.add(place)
    const from = pdf
      .subarray(place, place + 8)
      .toString('latin1')
      .startsWith('xref')
      ? pdf.indexOf('trailer', place)
      : place
    if (from < 0) break
    const dictionary = pdf.toString('latin1', from, from + 4_096).split(/startxref|stream\r?\n/)[0] ?? ''
    place = Number(/\/Prev\s+(\d{1,10})/.exec(dictionary)?.[1] ?? Number.NaN)
  }
  // A file that is written for the web has two tables from the beginning (Annex F).
  const isLinear = /\/Linearized\b/.test(pdf.toString('latin1', 0, 1_024))
  return Math.max(1, seen.size - (isLinear && seen.size > 1 ? 1 : 0))
}
