import type { Db } from '#core/context.ts'
import { type Field, findFields } from '../fields/fields.ts'
import { type Fault, peopleFor, readAll } from '../fields/record-fields.ts'
import { leadsReadSince } from '../fields/settings.ts'

type Given = Readonly<Record<string, unknown>>

/** A lead as far as its fields are concerned. */
export interface LeadBody {
  readonly via: string
  readonly received: string | null
  readonly received_at: Date
  readonly metadata: unknown
}

/**
 * What a lead brought for fields of the workspace's own, by key; null where it brought nothing that is read. A form is the workspace's own,
 * and asks for what it was told to; the API is read only where that was turned on.
 */
export const givenFields = (lead: LeadBody, since: Date | null): { readonly given: Given; readonly isForm: boolean } | null => {
  const ofForm = membersOf(lead.metadata)
  if (ofForm) return { given: ofForm, isForm: true }
  if (since === null || lead.received_at < since || lead.via === 'source' || lead.via === 'upload') return null
  const sent = fieldsIn(lead.received)
  return sent && { given: sent, isForm: false }
}

const membersOf = (body: unknown): Given | null => {
  if (typeof body !== 'object' || body === null || !('fields' in body)) return null
  const { fields } = body
  return typeof fields === 'object' && fields !== null && !Array.isArray(fields) ? (fields as Given) : null
}

/** Most bodies have no such member, and are not parsed. */
const namesFields = (received: string | null): boolean => received?.includes('"fields"') ?? false

/** Whether there is anything to read, whatever the settings are. */
const mayBring = ({ metadata, received }: LeadBody): boolean => membersOf(metadata) !== null || namesFields(received)

const fieldsIn = (received: string | null): Given | null => {
  if (received === null || !namesFields(received)) return null
  try {
    return membersOf(JSON.parse(received))
  } catch {
    return null
  }
}

const mostUnknown = 20
const longestName = 64

/** What of a lead's fields was not taken: keys that no field has, and values that do not fit, as the fields are now. */
export const untakenFields = async (
  db: Db,
  orgId: string,
  lead: LeadBody,
  unused: readonly string[],
): Promise<{ unused: string[]; faults: Fault[] }> => {
  const none = { unused: [...unused], faults: [] }
  if (!mayBring(lead)) return none
  const found = givenFields(lead, await leadsReadSince(db, orgId))
  if (found === null) return none
  const { given } = found
  const fields = fieldsFor(found, await findFields(db, orgId, { kind: 'lead' }))
  const keys = new Set(fields.map(({ key }) => key))
  const unknown = Object.keys(given).filter((key) => !keys.has(key))
  const { faults } = readAll(fields, given, { people: await peopleFor(db, orgId, fields), kept: new Set() })
  return {
    unused: [
      ...unused.filter((name) => name !== 'fields'),
      ...unknown.slice(0, mostUnknown).map((key) => `fields.${key}`.slice(0, longestName).toWellFormed()),
    ],
    faults,
  }
}

/** Of a form, only those that forms may ask for. */
export const fieldsFor = ({ isForm }: { readonly isForm: boolean }, fields: readonly Field[]): Field[] =>
  fields.filter(({ in_forms }) => in_forms || !isForm)
