import type { Output } from '../wire.ts'
import { words } from './messages.ts'

export type Entry = Output<'list-audit'>['entries'][number]

/** Who called: a person, a key, or somebody who is gone. Whoever was not let in has only claimed to be somebody. */
export const whoOf = ({ person, key, action, outcome }: Entry): string => {
  if (!person) return key ? words.byKey(key.name) : words.somebody
  return outcome !== 'done' && waysIn.has(action) ? words.claimed(person.name) : person.name
}

const waysIn: ReadonlySet<string> = new Set(['sign-in', 'confirm-sign-in', 'passkey-sign-in'])

/** What the action does, in the catalogue's own words. */
export const whatOf = ({ summary, action }: Entry): string => summary ?? action
