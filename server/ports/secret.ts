/** A secret that is never printed: neither JSON, nor a log, nor an interpolation. Its users call `reveal()`. */
export class Secret {
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }
  reveal(): string {
    return this.#text
  }
  toJSON(): string {
    return '[secret]'
  }
  toString(): string {
    return '[secret]'
  }
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return '[secret]'
  }
}

/** What a connection signs in with. Stored ones are secrets; what a user has just typed is not yet. */
export type GivenCredentials = Readonly<Record<string, string | Secret>>

export const asSecrets = (credentials: Readonly<Record<string, string>>): Readonly<Record<string, Secret>> =>
  Object.fromEntries(Object.entries(credentials).map(([name, text]) => [name, new Secret(text)]))

export const revealed = (credentials: GivenCredentials): Record<string, string> =>
  Object.fromEntries(
    Object.entries(credentials).map(([name, value]) => [name, value instanceof Secret ? value.reveal() : value]),
  )
