/** What an array holds, with the object id of that type in PostgreSQL's catalogue, the same in every version. */
const oids = { int: 23, text: 25, uuid: 2950, jsonb: 3802, bytea: 17 } as const
export type ArrayKind = keyof typeof oids

const headBytes = 20
const firstBytes: Record<ArrayKind, number> = { int: 512, text: 1_024, uuid: 1_024, jsonb: 1_024, bytea: 8_192 }

/** The value of a hexadecimal digit, by its character code. */
const nibbles = new Uint8Array(128)
for (let n = 0; n < 16; n++) {
  nibbles[n.toString(16).charCodeAt(0)] = n
  nibbles[n.toString(16).toUpperCase().charCodeAt(0)] = n
}

/**
 * A one-dimensional array parameter in PostgreSQL's binary form, written element by element. Text must be well-formed
 * and free of NUL; a UUID must be one. While every element is null no memory is taken, and the whole is sent as null.
 */
export class BinaryArray {
  readonly #kind: ArrayKind
  #to: Buffer | undefined
  #end = headBytes
  #count = 0
  #hasNull = 0

  constructor(kind: ArrayKind) {
    this.#kind = kind
  }

  int(value: number | null): void {
    if (value === null) return this.#null()
    const to = this.#room(8)
    to.writeInt32BE(4, this.#end)
    to.writeInt32BE(value, this.#end + 4)
    this.#end += 8
  }

  text(value: string | null): void {
    if (value === null) return this.#null()
    // At most three bytes a UTF-16 unit.
    const to = this.#room(4 + value.length * 3)
    const length = to.write(value, this.#end + 4, 'utf8')
    to.writeInt32BE(length, this.#end)
    this.#end += 4 + length
  }

  uuid(value: string | null): void {
    if (value === null) return this.#null()
    const to = this.#room(20)
    to.writeInt32BE(16, this.#end)
    let at = this.#end + 4
    for (let n = 0; n < 36; n += 2) {
      if (n === 8 || n === 13 || n === 18 || n === 23) n++
      to[at++] = ((nibbles[value.charCodeAt(n)] as number) << 4) | (nibbles[value.charCodeAt(n + 1)] as number)
    }
    this.#end += 20
  }

  json(value: object | null): void {
    if (value === null) return this.#null()
    const text = JSON.stringify(value)
    const to = this.#room(5 + text.length * 3)
    to[this.#end + 4] = 1 // the version of jsonb's own form
    const length = 1 + to.write(text, this.#end + 5, 'utf8')
    to.writeInt32BE(length, this.#end)
    this.#end += 4 + length
  }

  bytes(value: Buffer | null): void {
    if (value === null) return this.#null()
    const to = this.#room(4 + value.length)
    to.writeInt32BE(value.length, this.#end)
    value.copy(to, this.#end + 4)
    this.#end += 4 + value.length
  }

  value(): Buffer | null {
    const to = this.#to
    if (!to) return null
    to.writeInt32BE(1, 0) // dimensions
    to.writeInt32BE(this.#hasNull, 4)
    to.writeInt32BE(oids[this.#kind], 8)
    to.writeInt32BE(this.#count, 12)
    to.writeInt32BE(1, 16) // the first element's index
    return to.subarray(0, this.#end)
  }

  #null(): void {
    this.#count++
    this.#hasNull = 1
    if (!this.#to) return
    this.#grow(4).writeInt32BE(-1, this.#end)
    this.#end += 4
  }

  /** Room for one more element, with the nulls before the first one. */
  #room(bytes: number): Buffer {
    const before = this.#to ? 0 : this.#count
    const to = this.#grow(bytes + before * 4)
    for (let n = 0; n < before; n++, this.#end += 4) to.writeInt32BE(-1, this.#end)
    this.#count++
    return to
  }

  #grow(bytes: number): Buffer {
    const old = this.#to
    if (old && this.#end + bytes <= old.length) return old
    const to = Buffer.allocUnsafe(Math.max(firstBytes[this.#kind], (this.#end + bytes) * (old ? 2 : 1)))
    old?.copy(to, 0, 0, this.#end)
    this.#to = to
    return to
  }
}
