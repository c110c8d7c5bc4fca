import { createHash } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'

/** Passes bytes on, counts them and sums them up. */
export class Meter extends Transform {
  bytes = 0
  readonly #hash = createHash('sha256')
  readonly #onBytes: (bytes: number) => void

  constructor(onBytes: (bytes: number) => void = () => {}) {
    super()
    this.#onBytes = onBytes
  }

  override _transform(piece: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.bytes += piece.length
    this.#hash.update(piece)
    this.#onBytes(this.bytes)
    done(null, piece)
  }

  /** Only once, at the end. */
  sha256(): string {
    return this.#hash.digest('hex')
  }
}

/** Tells what is being done, at most once a second and not at all in the first one: short work stays silent. */
export const progress = (say: (step: string) => void) => {
  let last = performance.now()
  return (what: string, bytes: number): void => {
    if (performance.now() - last < 1_000) return
    last = performance.now()
    say(`${what}: ${(bytes / 1e6).toFixed(0)} MB`)
  }
}
