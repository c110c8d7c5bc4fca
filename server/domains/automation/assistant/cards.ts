import { sql } from 'kysely'
import { z } from 'zod'
import type { AnyAction, AssistantDoor } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { findConcerned } from '#domains/platform/audit/records.ts'
import { shape } from '#shapes'
import { formatMoney } from '#shapes/amounts.ts'
import { cut } from '#shapes/texts.ts'
import { sayTime } from '#shapes/time-texts.ts'

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

export type Input = Readonly<Record<string, unknown>>

/** The action that shows a record, by the field that has its id. */
const readers: Readonly<Record<string, { readonly show: string; readonly field: string }>> = {
  dealId: { show: 'show-deal', field: 'dealId' },
  projectId: { show: 'show-deal', field: 'dealId' },
  contactId: { show: 'show-contact', field: 'contactId' },
  invoiceId: { show: 'show-invoice', field: 'invoiceId' },
  bookingId: { show: 'show-booking-detail', field: 'bookingId' },
}
/** Fields that records call otherwise than the snake case of ours. */
const otherNames: Readonly<Record<string, string>> = {
  userId: 'assigned_name',
  start: 'starts_at',
  action: 'state',
  others: 'people',
}

const longestValue = 20_000

/** Reads what is there now by the person's own rights. Throws the Failure of a record that they cannot see. */
export const makeCard = async (
  { name, summary, changes: changed, leaves }: AnyAction,
  input: Input,
  {
    door,
    names,
    zone,
  }: { readonly door: AssistantDoor; readonly names: (ids: readonly string[]) => Promise<Names>; readonly zone: string },
): Promise<Card> => {
  const now = changed === undefined ? null : await recordNow(door, changed, input[changed])
  const ids = [...valuesIn(input)].filter((value) => z.uuid().safeParse(value).success)
  const known = await names(ids)
  const say = (value: unknown, field: string): string =>
    sayValue(value, field, { known, zone, currency: currencyOf(input, now) })
  const subject = subjectOf(input, changed, known)
  const fields = Object.entries(input).filter(([field]) => field !== changed && field !== 'clientMessageId')
  return {
    title: subject === null ? summary : `${summary}: ${cut(subject, 200)}`,
    changes: fields.map(([field, value]) => {
      const before = now === null ? undefined : valueNow(now, field)
      return { field, from: before == null ? null : say(before, field), to: say(value, field) }
    }),
    leaves: name === 'reply-chat' && input.note === true ? null : (leaves ?? null),
  }
}

const recordNow = async (door: AssistantDoor, field: string, id: unknown): Promise<Input | null> => {
  const reader = readers[field]
  if (!reader || typeof id !== 'string') return null
  const { body, failure } = await door.read(reader.show, { [reader.field]: id })
  if (failure) throw failure
  const record = Object.values(body as object).find((member) => typeof member === 'object' && member !== null)
  // What is shown beside the record, such as the people of a deal, is found by its own name.
  return record ? { ...(body as object), ...record } : null
}

const snakeCase = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const valueNow = (record: Input, field: string): unknown => {
  const name = otherNames[field] ?? snakeCase(field)
  if (name in record) return namesIn(record[name])
  const inner = record[name.replace(/_id$/, '')]
  return typeof inner === 'object' && inner !== null ? (inner as Input).name : undefined
}

/** Several records, by their names. */
const namesIn = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((each) => (typeof each === 'object' && each !== null ? ((each as Input).name ?? each) : each))
    : value

/** The name of what it is about: that which it changes, else the first record that it names. */
const subjectOf = (input: Input, changed: string | undefined, known: Names): string | null => {
  const ids = [changed === undefined ? undefined : input[changed], ...Object.values(input)]
  const id = ids.find((value) => typeof value === 'string' && known.has(value))
  return typeof id === 'string' ? (known.get(id) ?? null) : null
}

const currencyOf = (input: Input, now: Input | null): string | null => {
  const currency = input.currency ?? now?.currency
  return typeof currency === 'string' ? currency : null
}

function* valuesIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) yield* valuesIn(member)
}

interface Saying {
  readonly known: Names
  readonly zone: string
  readonly currency: string | null
}

/** A value in words. What it is not sure of, it says as it stands. */
const sayValue = (value: unknown, field: string, saying: Saying): string => cut(wordsOf(value, field, saying), longestValue)

const wordsOf = (value: unknown, field: string, saying: Saying): string => {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number')
    return field.toLowerCase().endsWith('minor') && saying.currency !== null
      ? formatMoney(value, saying.currency, 'en')
      : String(value)
  if (Array.isArray(value)) return value.map((each) => wordsOf(each, field, saying)).join('\n') || '–'
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([inner, member]) => `${inner}: ${wordsOf(member, inner, saying)}`)
      .join(', ')
  const text = String(value)
  const named = saying.known.get(text)
  if (named !== undefined) return named
  const isInstant = z.iso.datetime({ offset: true }).safeParse(text).success
  return isInstant ? sayTime(new Date(text), { locale: 'en', zone: saying.zone }).whole : text
}

export type Names = ReadonlyMap<string, string>

/** What every member of a workspace may see by name. */
const namedKinds: ReadonlySet<string> = new Set(['deal', 'contact', 'lead', 'company', 'invoice', 'task', 'pipeline', 'member'])

/** Ids by the names of their records, in the workspace. */
export const findNames = async (db: Db, orgId: string, ids: readonly string[]): Promise<Names> => {
  if (ids.length === 0) return new Map()
  const concernedBy = await findConcerned(db, orgId, [Object.fromEntries(ids.map((id) => [id, id]))])
  const found = concernedBy(Object.fromEntries(ids.map((id) => [id, id])))
    .filter(({ kind }) => namedKinds.has(kind))
    .map(({ field, name }) => [field, name] as const)
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from stages where org_id = ${orgId} and id = any(${ids}::uuid[])
    union all select id, name from event_types where org_id = ${orgId} and id = any(${ids}::uuid[])
    union all select bookings.id, coalesce(contacts.full_name, contacts.email, event_types.name)
      from bookings
      join event_types on event_types.org_id = bookings.org_id and event_types.id = bookings.event_type_id
      left join contacts on contacts.org_id = bookings.org_id and contacts.id = bookings.contact_id
      where bookings.org_id = ${orgId} and bookings.id = any(${ids}::uuid[])`.execute(db)
  return new Map([...found, ...rows.map(({ id, name }) => [id, name] as const)])
}
