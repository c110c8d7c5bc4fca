import { z } from 'zod'
import { choice, shape } from '#shapes'
import { cut } from '#shapes/texts.ts'

const kinds = ['deal', 'contact', 'lead', 'company', 'invoice', 'booking', 'task', 'document', 'proposal', 'knowledge'] as const
type Kind = (typeof kinds)[number]

/** A record that an answer may speak of: what the assistant has seen, by the person's own rights. */
export const SeenRecord = shape('SeenRecord', {
  kind: choice('SeenRecordKind', [...kinds]),
  id: z.uuid(),
  name: z.string(),
})
export type SeenRecord = z.output<typeof SeenRecord>

/** By the member of an answer that holds one, or a list of them. */
const members: Readonly<Record<string, Kind>> = {
  ...{ deal: 'deal', deals: 'deal', contact: 'contact', contacts: 'contact', lead: 'lead', leads: 'lead' },
  ...{ company: 'company', companies: 'company', invoice: 'invoice', invoices: 'invoice', task: 'task', tasks: 'task' },
  ...{ booking: 'booking', bookings: 'booking', document: 'document', documents: 'document' },
  ...{ proposal: 'proposal', proposals: 'proposal' },
}
/** The first of these that a record has is its name. */
const names = ['name', 'title', 'full_name', 'number', 'business_name', 'client_name', 'email', 'phone'] as const
const mostRecords = 200
const longestName = 200

/** Of a passage the document is what can be opened. */
const documentOf = (passage: unknown): unknown =>
  typeof passage === 'object' && passage !== null && 'document_id' in passage ? { ...passage, id: passage.document_id } : null

/** The records of an answer, each once: those at its top, and those that they refer to. */
export const recordsIn = (output: unknown): SeenRecord[] => {
  const found = new Map<string, SeenRecord>()
  const look = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > 4) return
    for (const [name, member] of Object.entries(value)) {
      const kind = Array.isArray(value) ? undefined : members[name]
      if (kind) for (const each of [member].flat()) add(kind, each)
      if (name === 'passages') for (const each of [member].flat()) add('knowledge', documentOf(each))
      look(member, depth + 1)
    }
  }
  const add = (kind: Kind, value: unknown): void => {
    const record = recordOf(kind, value)
    if (record && found.size < mostRecords) found.set(record.id, record)
  }
  look(output, 0)
  return [...found.values()]
}

const recordOf = (kind: Kind, value: unknown): SeenRecord | null => {
  if (typeof value !== 'object' || value === null) return null
  const given = value as Record<string, unknown>
  const name = names.map((each) => given[each]).find((text) => typeof text === 'string' && text.trim() !== '')
  if (!z.uuid().safeParse(given.id).success || typeof name !== 'string') return null
  return { kind, id: String(given.id), name: cut(name, longestName) }
}
