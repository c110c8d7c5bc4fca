import { crc32 } from 'node:zlib'

/*
 * Pictures that move, as an animated PNG (PNG specification, third edition, W3C 2025, sections 11.3.6 and 12): shown wherever PNG is, and
 * made of screenshots without another program.
 */

interface Frame {
  readonly png: Buffer
  readonly ms: number
}

interface Chunk {
  readonly type: string
  readonly data: Buffer
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex')

const chunksOf = (png: Buffer): Chunk[] => {
  const chunks: Chunk[] = []
  for (let at = signature.length; at < png.length; ) {
    const length = png.readUInt32BE(at)
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) })
    at += length + 12
  }
  return chunks
}

const written = ({ type, data }: Chunk): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** One picture of frames of the same size, which runs for ever. The first frame is what a program shows that knows no animation. */
export const animatedPng = (frames: readonly Frame[]): Buffer => {
  const [first] = frames
  if (!first) throw new Error('an animation has a frame')
  const header = chunksOf(first.png).find(({ type }) => type === 'IHDR')
  if (!header) throw new Error('a PNG begins with its header')
  const control = Buffer.alloc(8)
  control.writeUInt32BE(frames.length)
  const chunks: Chunk[] = [header, { type: 'acTL', data: control }]
  let sequence = 0
  for (const [at, { png, ms }] of frames.entries()) {
    const parts = chunksOf(png)
    if (!parts.find(({ type }) => type === 'IHDR')?.data.equals(header.data)) throw new Error('all frames have the same size')
    const frame = Buffer.alloc(26)
    frame.writeUInt32BE(sequence++)
    header.data.copy(frame, 4, 0, 8)
    frame.writeUInt16BE(ms, 20)
    frame.writeUInt16BE(1_000, 22)
    chunks.push({ type: 'fcTL', data: frame })
    for (const { type, data } of parts) {
      if (type !== 'IDAT') continue
      if (at === 0) chunks.push({ type, data })
      else {
        const numbered = Buffer.alloc(4)
        numbered.writeUInt32BE(sequence++)
        chunks.push({ type: 'fdAT', data: Buffer.concat([numbered, data]) })
      }
    }
  }
  chunks.push({ type: 'IEND', data: Buffer.alloc(0) })
  return Buffer.concat([signature, ...chunks.map(written)])
}
