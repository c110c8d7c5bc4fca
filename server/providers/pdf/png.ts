import { crc32, deflateSync } from 'node:zlib'

/** Pixels of four bytes (red, green, blue, and one that is not looked at) as PNG (ISO/IEC 15948): without transparency, each line as what differs from the one above. */
export const pngOf = (pixels: Uint8Array, width: number, height: number): Buffer => {
  const line = 1 + 3 * width
  const lines = Buffer.alloc(line * height)
  for (let y = 0; y < height; y++) {
    let to = y * line
    // Filter 2: up.
    lines[to++] = 2
    let from = 4 * width * y
    const above = 4 * width
    for (let x = 0; x < width; x++, from += 4) {
      for (let part = 0; part < 3; part++) {
        const before = y === 0 ? 0 : (pixels[from + part - above] as number)
        lines[to++] = ((pixels[from + part] as number) - before) & 0xff
      }
    }
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Eight bits each of red, green and blue.
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(lines, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const chunk = (name: string, data: Buffer): Buffer => {
  const whole = Buffer.alloc(12 + data.length)
  whole.writeUInt32BE(data.length, 0)
  whole.write(name, 4, 'latin1')
  data.copy(whole, 8)
  whole.writeUInt32BE(crc32(whole.subarray(4, 8 + data.length)), 8 + data.length)
  return whole
}
