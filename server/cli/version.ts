import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The version of this Foyer, as package.json says it. */
export const foyerVersion = (
  JSON.parse(readFileSync(path.join(import.meta.dirname, '../../package.json'), 'utf8')) as { version: string }
).version
