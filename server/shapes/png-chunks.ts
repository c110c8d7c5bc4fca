import { crc32, deflateSync, inflateSync } from 'node:zlib'

/** What every PNG begins with. */
export const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')

/** One chunk of a PNG (ISO/IEC 15948, 5.3): its length, name, content and checksum. */
export const pngChunk = (name: string, data: Buffer): Buffer => {
  const whole = Buffer.alloc(12 + data.length)
  whole.writeUInt32BE(data.length, 0)
  whole.write(name, 4, 'latin1')
  data.copy(whole, 8)
  whole.writeUInt32BE(crc32(whole.subarray(4, 8 + data.length)), 8 + data.length)
  return whole
}

export interface PngChunk {
  readonly name: string
  readonly data: Buffer
}

/** The chunks of a file that ends with its last one; null where its form is another. */
export const pngChunksOf = (given: Buffer): PngChunk[] | null => {
  if (!given.subarray(0, 8).equals(pngSignature)) return null
  const chunks: PngChunk[] = []
  for (let at = 8; at + 12 <= given.length; ) {
    const length = given.readUInt32BE(at)
    if (length > given.length - at - 12) return null
    const named = given.subarray(at + 4, at + 8 + length)
    if (crc32(named) !== given.readUInt32BE(at + 8 + length)) return null
    const name = named.toString('latin1', 0, 4)
    chunks.push({ name, data: named.subarray(4) })
    at += 12 + length
    if (name === 'IEND') return at === given.length ? chunks : null
  }
  return null
}

/** The lines with their filters: of exactly that many bytes, so that no bomb is unpacked. */
export const inflatedPng = (chunks: readonly PngChunk[], bytes: number): Buffer | null => {
  const data = Buffer.concat(chunks.filter(({ name }) => name === 'IDAT').map((chunk) => chunk.data))
  try {
    const lines = inflateSync(data, { maxOutputLength: bytes })
    return lines.length === bytes ? lines : null
  } catch {
    return null
  }
}

/** A file of these chunks and pixels, and nothing else. */
export const writtenPng = (before: readonly PngChunk[], lines: Buffer): Buffer =>
  Buffer.concat([
    pngSignature,
    ...before.map(({ name, data }) => pngChunk(name, data)),
    pngChunk('IDAT', deflateSync(lines, { level: 9 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
