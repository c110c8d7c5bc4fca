import { createHash } from 'node:crypto'

/** Of a stream, of which nothing is kept. */
export const sha256OfAll = async (pieces: AsyncIterable<unknown>): Promise<Buffer> => {
  const digest = createHash('sha256')
  for await (const piece of pieces) digest.update(piece as Buffer)
  return digest.digest()
}

export const sha256Of = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()
