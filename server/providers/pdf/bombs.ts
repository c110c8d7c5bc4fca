import { constants, inflateSync } from 'node:zlib'

/** What one stream, and all of a file, may be unpacked to: a page at 600 dpi in full colour has 104 MB. */
const mostOfOne = 192 * 2 ** 20
const mostOfAll = 1024 * 2 ** 20
const mostNested = 4
/** What sealing may add to a file that was taken just below the bound: papers, and the marks of 20 signers. */
const addedBySealing = 128 * 2 ** 20

/** Whether a file unpacks to more than a document has, before a library is given it that would do so without bounds. */
export const isBomb = (pdf: Buffer, { isSealed = false } = {}): boolean => {
  let left = mostOfAll + (isSealed ? addedBySealing : 0)
  for (let at = pdf.indexOf('stream', 0, 'latin1'); at >= 0; at = pdf.indexOf('stream', at + 6, 'latin1')) {
    // `endstream` ends with the same word.
    if (pdf.toString('latin1', Math.max(0, at - 3), at) === 'end') continue
    const from = at + 6 + (pdf[at + 6] === 0x0d ? 1 : 0) + (pdf[at + 6] === 0x0a || pdf[at + 7] === 0x0a ? 1 : 0)
    const size = unpackedSize(pdf.subarray(from), 0)
    left -= size
    if (size > mostOfOne || left < 0) return true
  }
  return false
}

/** Of what begins like zlib; 0 of anything else. */
const unpackedSize = (bytes: Buffer, depth: number): number => {
  const [first, second] = bytes
  if (first === undefined || second === undefined || (first & 0x0f) !== 8 || (first * 256 + second) % 31 !== 0) return 0
  if (depth >= mostNested) return mostOfOne + 1
  try {
    const unpacked = inflateSync(bytes, { maxOutputLength: mostOfOne, finishFlush: constants.Z_SYNC_FLUSH })
    return unpacked.length + unpackedSize(unpacked, depth + 1)
  } catch (error) {
    // Whatever else it cannot be unpacked for, nothing more comes out of it.
    return (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE' ? mostOfOne + 1 : 0
  }
}
