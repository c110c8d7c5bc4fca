import type { Config } from '#config'

/** Runs a command of `npx foyer`. Its one result goes to stdout, everything else to stderr; `usage` is for what it refuses. */
export type Command = (args: readonly string[], config: Config, usage: string) => Promise<void>

/** What a person typed cannot be done; the message says what to type. */
export class BadCommand extends Error {}
