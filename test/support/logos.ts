import { writtenPng } from '#shapes/png-chunks.ts'

/** A PNG of one colour, eight bits a channel; `after` are chunks that come along with it. */
export const drawnPng = (width: number, height: number, after: readonly { name: string; data: Buffer }[] = []): Buffer => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from([0x1f, 0x5f, 0x4c]))])
  return writtenPng([{ name: 'IHDR', data: head }, ...after], Buffer.concat(Array.from({ length: height }, () => row)))
}
