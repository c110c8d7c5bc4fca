import { liveIds } from '../crm/control.ts'
import type { CrmRecords } from '../crm/records.ts'
import type { AnyRecord, Entity } from '../crm/seed.ts'
import { type Field, fieldsOf, stageOf, toId, users } from './names.ts'

/** The user's zone: times come with its offset, in whole seconds. */
const offset = { text: '+05:30', ms: 330 * 60_000 }

export const secondOf = (ms: number): number => Math.floor(ms / 1_000)

export const shownTime = (ms: number): string =>
  `${new Date(secondOf(ms) * 1_000 + offset.ms).toISOString().slice(0, 19)}${offset.text}`

/** A time with an offset in whole seconds; null where it is none. */
export const readTime = (text: string): number | null => {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/.test(text)) return null
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? null : secondOf(ms)
}

export interface Shown {
  readonly records: CrmRecords
  readonly entity: Entity
  /** How many fields people have added. */
  readonly extra: number
  /** COQL shows of another record only its id. */
  readonly isBare: boolean
}

/** What one field holds, as JSON. Undefined: there is no such field. */
export const shownValue = (shown: Shown, record: AnyRecord, name: string): unknown => {
  if (name === 'id') return toId(shown.entity, record.id)
  const field = fieldsOf(shown.entity, shown.extra).find(({ api }) => api === name)
  if (!field) return undefined
  const made = computed[name]
  if (made && field.own === null) return made(shown, record)
  return asJson(shown, field, field.own === null ? null : (record.values[field.own] ?? null))
}

/** Values that a record has not under a name of its own. */
const computed: Readonly<Record<string, (shown: Shown, record: AnyRecord) => unknown>> = {
  Created_Time: (_shown, { createdAt }) => shownTime(createdAt),
  Modified_Time: (_shown, { modifiedAt }) => shownTime(modifiedAt),
  Full_Name: (_shown, { values }) => [values.firstName, values.lastName].filter(Boolean).join(' '),
  Pipeline: () => 'Standard',
  Account_Name: (shown, { companyIds }) => lookup(shown, 'companies', companyIds),
  Contact_Name: (shown, { contactIds }) => lookup(shown, 'contacts', contactIds),
}

const lookup = ({ records, isBare }: Shown, entity: Entity, ids: readonly number[]): unknown => {
  const [first] = liveIds(records, entity, ids)
  const record = first === undefined ? undefined : records.find(entity, first)
  if (!record) return null
  const id = toId(entity, record.id)
  if (isBare) return { id }
  return { name: entity === 'companies' ? record.values.name : computed.Full_Name?.({} as Shown, record), id }
}

const numbers = new Set(['integer', 'double', 'currency', 'percent'])

const asJson = ({ isBare }: Shown, { api, type }: Field, value: string | null): unknown => {
  if (type === 'boolean') return value === 'true'
  if (type === 'multiselectpicklist') return value === null ? [] : value.split(';')
  if (value === null) return null
  if (numbers.has(type)) return Number(value)
  if (api === 'Stage') return stageOf(value)
  if (type !== 'ownerlookup') return value
  const user = users.find(({ own }) => own === value)
  if (!user) return null
  return isBare ? { id: user.id } : { name: user.name, id: user.id, email: user.email }
}

/** A record with these fields; unknown ones are left out. */
export const shownRecord = (shown: Shown, record: AnyRecord, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    [...new Set([...names, 'id'])].flatMap((name) => {
      const value = shownValue(shown, record, name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
