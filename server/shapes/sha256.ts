import { createHash } from 'node:crypto'

export const sha256Of = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()
