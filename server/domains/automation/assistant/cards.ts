import { sql } from 'kysely'
import { z } from 'zod'
import type { AnyAction } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { findConcerned } from '#domains/platform/audit/records.ts'
import { shape } from '#shapes'
import { cut } from '#shapes/texts.ts'
import {
  fieldsShown,
  type Input,
  impliedBy,
  type Reading,
  recordNow,
  refusedCard,
  type Shown,
  tagsShown,
} from './card-records.ts'
import { idsIn, type Names, type Saying, sayValue, visible } from './card-values.ts'

export const ProposedChange = shape('ProposedChange', {
  field: z.string().describe('As the action names it; `client.name` of what is inside'),
  from: z.string().nullable().describe('What stands there now; null where nothing does, or nothing was there before'),
  to: z.string().describe('What it will be, ids by the names of their records'),
})
type ProposedChange = z.output<typeof ProposedChange>

/** What a person approves: the record by name, every value, what leaves the house. */
export interface Card {
  readonly title: string
  readonly changes: readonly ProposedChange[]
  readonly leaves: string | null
}

/** Fields that records call otherwise than the snake case of ours. */
const otherNames: Readonly<Record<string, string>> = {
  userId: 'assigned_name',
  start: 'starts_at',
  action: 'state',
  others: 'people',
}

/** A person reads what they approve; more is refused, and never cut. */
const longestValue = 20_000

/**
 * Reads what is there now by the person's own rights. Throws the Failure of a record that they cannot see, and of what no card can show as it
 * is: an id that names nothing, a value that is too long, a change that changes nothing.
 */
export const makeCard = async (action: AnyAction, input: Input, reading: Reading): Promise<Card> => {
  const { name, summary, changes: changed } = action
  const now = changed === undefined ? null : await recordNow(changed, input[changed], reading)
  const given = idsIn(Object.entries(input).filter(([field]) => field !== 'clientMessageId'))
  const known = await reading.names([...new Set([...given, ...idsIn(now?.mentions), ...idsIn(now?.record_id)])])
  const unnamed = given.find((id) => !known.has(id) && !(now !== null && changed !== undefined && id === input[changed]))
  if (unnamed !== undefined)
    throw refusedCard(`There is nothing with the id ${unnamed} that a person could be shown by its name.`)
  const shown = await changesOf(action, input, { now, known, reading })
  const tooLong = shown.find(({ from, to }) => Math.max(from?.length ?? 0, to.length) > longestValue)
  if (tooLong)
    throw refusedCard(`${tooLong.field} is too long to be shown: ${longestValue} characters are the most.`, tooLong.field)
  const subject = subjectOf(input, changed, known, now)
  return {
    title: visible(subject === null ? summary : `${summary}: ${cut(subject, 200)}`),
    changes: shown.map(({ field, from, to }) => ({
      field: visible(field),
      from: from === null ? null : visible(from),
      to: visible(to),
    })),
    leaves: name === 'reply-chat' && input.note === true ? null : (action.leaves ?? null),
  }
}

const changesOf = async (
  { name, changes: changed }: AnyAction,
  input: Input,
  { now, known, reading }: { readonly now: Input | null; readonly known: Names; readonly reading: Reading },
): Promise<readonly Shown[]> => {
  const saying: Saying = { known, zone: reading.zone, currency: currencyOf(input, now) }
  if (name === 'tag-records') return tagsShown(input, known, reading)
  const own = name === 'set-fields' ? await fieldsShown(input, saying, reading) : []
  const shown = name === 'set-fields' ? new Set([changed, 'kind', 'recordId', 'fields']) : new Set([changed, 'clientMessageId'])
  const said = Object.entries(input)
    .filter(([field]) => !shown.has(field))
    .map(([field, value]) => {
      const before = now === null ? undefined : valueNow(now, field)
      return {
        ...{ field, from: before == null ? null : sayValue(before, field, saying), to: sayValue(value, field, saying) },
        isSame: before !== undefined && sayValue(before, field, saying) === sayValue(value, field, saying),
      }
    })
  const implied = impliedBy(name, now)
  const all = [...own.map((each) => ({ ...each, isSame: (each.from ?? '–') === each.to })), ...said]
  const mustChange = changed !== undefined || name === 'set-fields'
  if (mustChange && implied.length === 0 && all.every(({ isSame }) => isSame) && !actAlone.has(name))
    throw refusedCard('It changes nothing: everything stands there as it is.')
  return [...implied, ...all.map(({ field, from, to }) => ({ field, from, to }))]
}

/** They need no field but that of their record. */
const actAlone: ReadonlySet<string> = new Set(['send-invoice'])

const snakeCase = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const valueNow = (record: Input, field: string): unknown => {
  const name = otherNames[field] ?? snakeCase(field)
  if (name in record) return namesIn(record[name])
  const inner = record[name.replace(/_id$/, '')]
  if (typeof inner === 'object' && inner !== null) return (inner as Input).name
  // There is such a thing, and none stands there.
  return inner === null ? null : undefined
}

/** Several records, by their names. */
const namesIn = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((each) => (typeof each === 'object' && each !== null ? ((each as Input).name ?? each) : each))
    : value

/** The name of what it is about: that which it changes, else the first record that it names. */
const subjectOf = (input: Input, changed: string | undefined, known: Names, now: Input | null): string | null => {
  const ids = [changed === undefined ? undefined : input[changed], now?.record_id, ...Object.values(input)]
  const id = ids.find((value) => typeof value === 'string' && known.has(value))
  return typeof id === 'string' ? (known.get(id) ?? null) : null
}

const currencyOf = (input: Input, now: Input | null): string | null => {
  const currency = input.currency ?? now?.currency
  return typeof currency === 'string' ? currency : null
}

/** What every member of a workspace may see by name. */
const namedKinds: ReadonlySet<string> = new Set([
  ...['deal', 'contact', 'lead', 'company', 'invoice', 'task', 'pipeline', 'member', 'conversation'],
])

/** Ids by the names of their records, in the workspace. */
export const findNames = async (db: Db, orgId: string, ids: readonly string[]): Promise<Names> => {
  if (ids.length === 0) return new Map()
  const concernedBy = await findConcerned(db, orgId, [Object.fromEntries(ids.map((id) => [id, id]))])
  const found = concernedBy(Object.fromEntries(ids.map((id) => [id, id])))
    .filter(({ kind }) => namedKinds.has(kind))
    .map(({ field, name }) => [field, name] as const)
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from stages where org_id = ${orgId} and id = any(${ids}::uuid[])
    union all select id, name from tags where org_id = ${orgId} and id = any(${ids}::uuid[])
    union all select id, name from saved_views where org_id = ${orgId} and id = any(${ids}::uuid[])
    union all select c.id, c.name from fields, jsonb_to_recordset(fields.options -> 'choices') as c (id uuid, name text)
      where fields.org_id = ${orgId} and c.id = any(${ids}::uuid[])
    union all select id, name from event_types where org_id = ${orgId} and id = any(${ids}::uuid[])
    union all select bookings.id, coalesce(contacts.full_name, contacts.email, event_types.name)
      from bookings
      join event_types on event_types.org_id = bookings.org_id and event_types.id = bookings.event_type_id
      left join contacts on contacts.org_id = bookings.org_id and contacts.id = bookings.contact_id
      where bookings.org_id = ${orgId} and bookings.id = any(${ids}::uuid[])`.execute(db)
  return new Map([...found, ...rows.map(({ id, name }) => [id, name] as const)])
}
