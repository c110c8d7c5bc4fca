import type { TimelineEntry } from '#web/wire.ts'
import { plainValue } from '../records/plain-value.ts'
import { strings } from './strings.ts'

interface Change {
  readonly before: unknown
  readonly after: unknown
  readonly name?: string
  readonly type?: string
}

/** How the values of fields are read that are no fields of the workspace's own. */
const types: Readonly<Record<string, string>> = { close_on: 'date', chance: 'percent' }

const nameOf = (field: string, { name }: Change): string =>
  name ?? (strings.editFields as Readonly<Record<string, string>>)[field] ?? field

const shownIn = (field: string, { type }: Change, value: unknown): string =>
  (field === 'state' ? (strings.leadStates as Readonly<Record<string, string>>)[String(value)] : undefined) ??
  plainValue(value, type ?? types[field]) ??
  strings.noValue

const fromTo = (field: string, change: Change): string =>
  strings.fromTo(shownIn(field, change, change.before), shownIn(field, change, change.after))

/** Fields of a record that were changed, and from what to what: one in a line, several a line each. */
export const editTexts = ({ facts }: TimelineEntry): { readonly title: string; readonly text: string } => {
  const changes = Object.entries((facts.changes ?? {}) as Readonly<Record<string, Change>>)
  const [first] = changes
  const about = typeof facts.record_name === 'string' ? facts.record_name : null
  if (changes.length === 1 && first) {
    const [field, change] = first
    return {
      title: strings.fieldChanged(nameOf(field, change)),
      text: [fromTo(field, change), about].filter(Boolean).join(' · '),
    }
  }
  const lines = changes.map(([field, change]) => `${nameOf(field, change)}: ${fromTo(field, change)}`)
  return { title: strings.fieldsChanged(changes.length), text: [...lines, about].filter(Boolean).join('\n') }
}
