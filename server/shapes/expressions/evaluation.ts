import { Failure } from './troubles.ts'

/** Where an expression is evaluated: how the workspace writes times and numbers of telephones. */
export interface Place {
  /** IANA, such as Europe/Berlin. */
  readonly zone: string
  /** BCP 47, such as en-GB. */
  readonly locale: string
  /** ISO 3166-1 alpha-2, for telephone numbers without a calling code. */
  readonly country: string | null
}

/** One evaluated part costs about 20 ns, an element of a list its parts; what is slower says how many parts it is worth. 10 ms at most. */
const mostSteps = 500_000
/** UTF-16 units of all texts made on the way: 4 MiB. */
const mostUnits = 2_097_152
/** Of one text, and of a result as JSON: what a step may give (256 KiB). */
export const mostBytes = 262_144

/** One evaluation: what it reads, and what it has left to spend. Counted, not timed, so that it ends the same on each machine. */
export class Evaluation {
  readonly place: Place
  /** The values of names, and of the variables of `map`, `filter` …, by their number. */
  values: Readonly<Record<string, unknown>>
  readonly locals: unknown[] = []
  #steps = mostSteps
  #units = mostUnits

  constructor(values: Readonly<Record<string, unknown>>, place: Place) {
    this.values = values
    this.place = place
  }

  spend(steps: number): void {
    this.#steps -= steps
    if (this.#steps < 0)
      throw new Failure('too_much_work', 'This takes too much work.', 'Filter the list first, or use shorter lists and texts.')
  }

  /** A text that was made: it counts, and has a greatest length. */
  made(text: string): string {
    if (text.length > mostBytes) throw tooLarge()
    this.#units -= text.length
    if (this.#units < 0)
      throw new Failure('too_much_text', 'This makes too much text on the way.', 'Use shorter lists and texts.')
    return text
  }
}

export const tooLarge = (): Failure => new Failure('too_large', 'The result is larger than 256 KiB.', 'Use a part of it.')

/** Of a text as UTF-8. Counted, because an encoder would make a copy of each. */
export const bytesOf = (text: string): number => {
  let bytes = text.length
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    // Each half of a pair counts two.
    if (unit >= 0x80) bytes += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2
  }
  return bytes
}
