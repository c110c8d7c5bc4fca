import { randomBytes } from 'node:crypto'

/** Random bytes as hexadecimal digits, two a byte. */
export const randomHex = (bytes: number): string => randomBytes(bytes).toString('hex')
