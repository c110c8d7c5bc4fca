/** What is wrong with an expression, where, and what to do. Positions are UTF-16 units of the text. */
export interface Trouble {
  readonly code: string
  readonly from: number
  readonly to: number
  readonly message: string
  /** What to write instead, where that is known. */
  readonly hint: string | null
  /** Of a value with members: the way to the text that is meant. */
  readonly path?: readonly (string | number)[]
}

/** Thrown while a value is computed. No `Error`: it is expected, and its stack would cost more than the expression. */
export class Failure {
  readonly code: string
  readonly message: string
  readonly hint: string | null
  from: number | null = null
  to: number | null = null
  path: readonly (string | number)[] | null = null

  constructor(code: string, message: string, hint: string | null = null) {
    this.code = code
    this.message = message
    this.hint = hint
  }

  /** Says where, unless what lies inside has said so. */
  at(from: number, to: number): this {
    this.from ??= from
    this.to ??= to
    return this
  }
}

/** A name in a message: never longer than a line, whatever was typed. */
export const quoted = (name: string): string => `\`${name.length > 60 ? `${name.slice(0, 59)}…` : name}\``
