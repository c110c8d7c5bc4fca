/**
 * Which external ids a file has shown already: 64 bits of each digest in one flat table, 8 bytes an id at most half
 * full. Two million ids take 32 MB; beyond that nothing is added, and repeats of later ids are found by the import.
 */
export class SeenIds {
  #slots = new Uint32Array(2 * 1024)
  #size = 0
  readonly #most: number

  constructor(most = 2_000_000) {
    this.#most = most
  }

  /** Whether the digest (32 hex digits, with or without dashes) was added before; adds it. */
  add(digest: string): boolean {
    const hex = digest.replaceAll('-', '')
    // Zero means empty.
    const high = Number.parseInt(hex.slice(0, 8), 16) || 1
    const low = Number.parseInt(hex.slice(8, 16), 16)
    const at = this.#find(this.#slots, high, low)
    if (this.#slots[at] !== 0) return true
    if (this.#size >= this.#most) return false
    this.#slots[at] = high
    this.#slots[at + 1] = low
    this.#size++
    if (this.#size * 4 > this.#slots.length) this.#grow()
    return false
  }

  /** The slot of a digest: its own, or the empty one where it belongs. */
  #find(slots: Uint32Array, high: number, low: number): number {
    const mask = slots.length / 2 - 1
    let place = (low ^ (high >>> 7)) & mask
    while (slots[2 * place] !== 0 && (slots[2 * place] !== high || slots[2 * place + 1] !== low)) place = (place + 1) & mask
    return 2 * place
  }

  #grow(): void {
    const bigger = new Uint32Array(this.#slots.length * 2)
    for (let from = 0; from < this.#slots.length; from += 2) {
      const high = this.#slots[from] as number
      if (high === 0) continue
      const low = this.#slots[from + 1] as number
      const to = this.#find(bigger, high, low)
      bigger[to] = high
      bigger[to + 1] = low
    }
    this.#slots = bigger
  }
}
