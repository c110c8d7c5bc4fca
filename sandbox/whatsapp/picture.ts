import { crc32, deflateSync } from 'node:zlib'

const [width, height] = [240, 160]

/** A small picture of a hill at dusk, as PNG (RFC 2083), for a test message. */
export const somePicture = (): Buffer => {
  const rows = Array.from({ length: height }, (_row, y) => {
    const row = Buffer.alloc(1 + width * 3)
    for (let x = 0; x < width; x++) {
      const isHill = y > height * 0.7 - Math.sin((x / width) * Math.PI) * 45
      const [red, green, blue] = isHill ? [38, 84, 64] : [250 - y * 0.6, 190 - y * 0.7, 140 + y * 0.4]
      row.set([red, green, blue], 1 + x * 3)
    }
    return row
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8) // eight bits of red, green and blue
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const chunk = (type: string, data: Buffer): Buffer => {
  const inside = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(inside))
  return Buffer.concat([length, inside, sum])
}
