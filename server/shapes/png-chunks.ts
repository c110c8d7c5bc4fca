import { crc32 } from 'node:zlib'

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
