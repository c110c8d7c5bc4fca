import { createHash } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'

/** Counts and hashes what passes through; more than `most` bytes fail with code EFBIG. */
export class Measure extends Transform {
  bytes = 0
  readonly #most: number
  readonly #digest = createHash('sha256')

  constructor(most = Number.POSITIVE_INFINITY) {
    super()
    this.#most = most
  }

  override _transform(piece: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.bytes += piece.length
    if (this.bytes > this.#most) return done(tooLong(this.#most))
    this.#digest.update(piece)
    done(null, piece)
  }

  /** Of all that passed; asked once, at the end. */
  sha256(): Buffer {
    return this.#digest.digest()
  }
}

export const tooLong = (most: number): NodeJS.ErrnoException =>
  Object.assign(new Error(`more than ${most} bytes`), { code: 'EFBIG' })
