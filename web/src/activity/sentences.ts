import type { Output } from '../wire.ts'
import { words } from './messages.ts'

export type Entry = Output<'list-audit'>['entries'][number]

/** Who called: a person, a key, or somebody who is gone. */
export const whoOf = ({ person, key }: Entry): string => person?.name ?? (key ? words.byKey(key.name) : words.somebody)

/** What the action does, in the catalogue's own words. */
export const whatOf = ({ summary, action }: Entry): string => summary ?? action
