import type { Config } from '#config'

/** A command of `npx foyer`. Its one result goes to stdout, everything else to stderr. */
export interface Command {
  readonly usage: string
  readonly about: string
  run(args: readonly string[], config: Config): Promise<void>
}

/** What a person typed cannot be done; the message says what to type. */
export class BadCommand extends Error {}
