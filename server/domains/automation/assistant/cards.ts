import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { AnyAction } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { findConcerned } from '#domains/platform/audit/records.ts'
import { shape } from '#shapes'
import { cut } from '#shapes/texts.ts'
import {
  fieldsShown,
  type Going,
  type Input,
  impliedBy,
  type Reading,
  refusedCard,
  type Shown,
  tagsShown,
} from './card-records.ts'
import { idsIn, labelOf, type Names, type Saying, sayValue, visible } from './card-values.ts'
import type { CardWords } from './card-words/en.ts'

export const ProposedChange = shape('ProposedChange', {
  field: z.string().describe('As the action names it'),
  label: z.string().describe('What people call it, in the language of who asked'),
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
  hostId: 'hosts',
}

/** The same field means another thing of a conversation. */
const ofConversation: Readonly<Record<string, string>> = {
  action: 'session_status',
  userId: 'assigned_name',
  until: 'snoozed_until',
}

/** What a card is made of: the record as it is, what leaves the house, and how it is read and said. */
export interface Made {
  readonly now: Input | null
  readonly going: Going | null
  readonly reading: Reading
}

/** A person reads what they approve; more is refused, and never cut. */
const longestValue = 20_000

/**
 * Reads what is there now by the person's own rights. Throws the Failure of a record that they cannot see, and of what no card can show as it
 * is: an id that names nothing, a value that is too long, a change that changes nothing.
 */
export const makeCard = async (action: AnyAction, input: Input, { now, going, reading }: Made): Promise<Card> => {
  const { changes: changed } = action
  const given = idsIn(Object.entries(input).filter(([field]) => !unnamed.has(field)))
  const known = await reading.names([
    ...new Set([...given, ...idsIn(now?.mentions), ...idsIn(now?.record_id), ...idsIn(now?.assigned_to)]),
  ])
  const nameless = given.find((id) => !known.has(id) && !(now !== null && changed !== undefined && id === input[changed]))
  if (nameless !== undefined)
    throw refusedCard(`There is nothing with the id ${nameless} that a person could be shown by its name.`)
  const { zone, language, words } = reading
  const saying: Saying = { known, zone, language, words, currency: currencyOf(input, now) }
  const shown = await changesOf(action, input, { now, going, saying, reading })
  const tooLong = shown.find(({ from, to }) => Math.max(from?.length ?? 0, to.length) > longestValue)
  if (tooLong)
    throw refusedCard(`${tooLong.field} is too long to be shown: ${longestValue} characters are the most.`, tooLong.field)
  const subject = subjectOf(input, changed, known, now)
  const title = titleOf(action, input, going, words)
  return {
    title: visible(subject === null ? title : `${title}: ${cut(subject, 200)}`),
    changes: shown.map(({ field, label, from, to }) => ({
      ...{ field: visible(field), label: visible(label) },
      from: from === null ? null : visible(from),
      to: visible(to),
    })),
    leaves: going && visible(words.leaves[going.channel](going.to ?? '', going.isUnverified ?? false)),
  }
}

/** What the app fills in itself, and what is shown in other words. */
export const unnamed: ReadonlySet<string> = new Set(['clientMessageId', 'answering', 'only'])

const changesOf = async (
  { name, changes: changed }: AnyAction,
  input: Input,
  { now, going, saying, reading }: Made & { readonly saying: Saying },
): Promise<readonly Shown[]> => {
  if (name === 'tag-records') return tagsShown(input, saying.known, reading)
  const own = name === 'set-fields' ? await fieldsShown(input, saying, reading) : []
  const elsewhere = name === 'set-fields' ? ['kind', 'recordId', 'fields'] : []
  const shown = new Set([changed, ...unnamed, ...elsewhere])
  const said = Object.entries(input)
    .filter(([field]) => !shown.has(field))
    .map(([field, value]) => {
      const before = now === null ? undefined : valueNow(now, field, changed)
      return {
        ...{ field, label: labelOf(field, saying) },
        ...{ from: before == null ? null : sayValue(before, field, saying), to: sayValue(value, field, saying) },
        isSame: before !== undefined && sayValue(before, field, saying) === sayValue(value, field, saying),
      }
    })
  const implied = impliedBy(name, now, going, saying)
  const all = [...own.map((each) => ({ ...each, isSame: (each.from ?? '–') === each.to })), ...said]
  const mustChange = changed !== undefined || name === 'set-fields'
  // To whom it would go is no change.
  const isImplied = implied.some(({ field }) => field !== 'to')
  if (mustChange && !isImplied && all.every(({ isSame }) => isSame))
    throw refusedCard('It changes nothing: everything stands there as it is.')
  return [...implied, ...all.map(({ field, label, from, to }) => ({ field, label, from, to }))]
}

/** What it does, as short as this input allows: `Cancel a meeting`, not all that the action may do. */
const titleOf = ({ name, summary }: AnyAction, input: Input, going: Going | null, words: CardWords): string => {
  const titles = words.titles as Readonly<Record<string, string>>
  const kind = going?.sends ?? (input.note === true ? 'note' : typeof input.action === 'string' ? input.action : '')
  return titles[`${name}.${kind}`] ?? titles[name] ?? summary
}

const snakeCase = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const valueNow = (record: Input, field: string, changed: string | undefined): unknown => {
  const name = (changed === 'projectId' ? ofConversation[field] : otherNames[field]) ?? snakeCase(field)
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

/** Whether a person who saw the one has seen the other. */
export const isSameCard = (one: Card, other: Card): boolean => digestOfCard(one) === digestOfCard(other)

/** Of all that is shown. */
export const digestOfCard = ({ title, changes, leaves }: Card): string =>
  createHash('sha256')
    .update(JSON.stringify([title, changes.map(({ field, label, from, to }) => [field, label, from, to]), leaves]))
    .digest('hex')

/** The fields in which the other differs, and `title` and `leaves`. */
export const differences = (one: Card, other: Card): string[] => {
  const fields = [...new Set([...one.changes, ...other.changes].map(({ field }) => field))]
  const rowsOf = ({ changes }: Card, field: string): string =>
    JSON.stringify(changes.filter((each) => each.field === field).map(({ from, to }) => [from, to]))
  return [
    ...(one.title === other.title ? [] : ['title']),
    ...fields.filter((field) => rowsOf(one, field) !== rowsOf(other, field)),
    ...(one.leaves === other.leaves ? [] : ['leaves']),
  ]
}

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
