import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { Failure } from '#core/errors.ts'
import { highestId, nilId } from '#core/ids.ts'
import { shownRow, shownWith } from '#domains/crm/fields/shown-values.ts'
import type { Reading } from './conditions.ts'
import { listErrors } from './errors.ts'
import { and } from './gathers.ts'
import { fieldOf, type IndexedColumn, type ListDefinition, type ListField, type OwnField } from './list-fields.ts'

/** An order of a list. What has no value comes last, both ways, by its id. */
export interface ListOrder {
  readonly key: string
  readonly isDescending: boolean
  /** What is compared before the id, of the row `r`; nothing where the id is the order. */
  readonly by: readonly RawBuilder<unknown>[]
  readonly as: readonly string[]
  readonly isNullable: boolean
  /** What decides between those that have the same: their id. Of own values, that of the record which has them, for so its index goes on. */
  readonly last: RawBuilder<unknown>
  readonly own?: OwnOrder
  /** Its index leaves out what is not in the list. */
  readonly isName: boolean
}

interface OwnOrder extends OwnField {
  /** Joined to rows `r` that were not read in this order: what they show as `o`, nulls where they show none. */
  readonly join: RawBuilder<unknown>
}

/** Where a page ends: what was compared, null for what has no value, and the id that was compared last. */
export interface Place {
  readonly values: readonly string[] | null
  readonly id: string
}

/** Types by whose values of a field of the workspace's own a list can be sorted. */
export const isSortable = ({ sort, own, type }: ListField): boolean =>
  sort !== undefined || (own !== undefined && ['text', 'number', 'money', 'day'].includes(type))

/** Throws `list_sort_invalid`. */
export const orderOf = (sort: string, { fields, list }: Reading): ListOrder => {
  const isDescending = sort.startsWith('-')
  const key = isDescending ? sort.slice(1) : sort
  const field = fieldOf(fields, key)
  if (!field || !isSortable(field)) throw new Failure(listErrors.list_sort_invalid, { field: 'sort' })
  if (field.own) return { key, isDescending, ...ownOrder(field.own, list) }
  const column = field.sort as IndexedColumn
  const last = sql`r.id`
  if (column.as === 'id') return { key, isDescending, by: [], as: [], isNullable: false, last, isName: false }
  return {
    ...{ key, isDescending, last },
    by: column.currency ? [column.currency, column.by] : [column.by],
    as: column.currency ? ['text', column.as] : [column.as],
    isNullable: column.isNullable ?? false,
    isName: column.isName ?? false,
  }
}

/** By the value that the list shows: a record stands where the index has it, under the record of its group that has the value. */
const ownOrder = (own: OwnField, { record }: ListDefinition): Omit<ListOrder, 'key' | 'isDescending'> => {
  const column = own.column === 'text_value' ? textKey : sql`v.${sql.raw(own.column)}`
  const shown = shownRow(record, own.id, sql`v.record_id, ${column} as value`, 'r')
  const join = sql`left join lateral ${shown} o on true`
  const as = { text_value: 'text', number_value: 'numeric', date_value: 'date', id_value: 'uuid' }[own.column]
  const last = sql`coalesce(o.record_id, r.id)`
  return { by: [sql`o.value`], as: [as], isNullable: true, last, own: { ...own, join }, isName: false }
}

const textKey = sql`lower(left(v.text_value, 200)) collate "C"`

export const keysOf = ({ by, last }: ListOrder): RawBuilder<unknown>[] => [...by, last]

/** For `order by`, within those that have a value. */
export const inOrder = (order: ListOrder): RawBuilder<unknown> =>
  sql.join(keysOf(order).map((key) => (order.isDescending ? sql`${key} desc` : key)))

/** The place of a row, as columns: its values as text, and the `last` that is compared. Of a walk among those that have no value: its id alone. */
export const placeOf = ({ by, isNullable, last }: ListOrder, part?: Part): RawBuilder<unknown> => {
  if (part === 'blank') return sql`null::text[] as values, r.id as last`
  const values = by.length === 0 ? sql`array[]::text[]` : sql`array[${sql.join(by.map((each) => sql`(${each})::text`))}]`
  return sql`${isNullable && by.length > 0 ? sql`case when ${by.at(-1)} is not null then ${values} end` : values} as values, ${last} as last`
}

/** What stands beyond a place, or at it, among those that have a value as it does, or among those that have none. */
export const beyond = (order: ListOrder, { values, id }: Place, sign: '<' | '<=' | '>' | '>='): RawBuilder<boolean> =>
  values === null || order.by.length === 0
    ? sql<boolean>`r.id ${sql.raw(sign)} ${id}::uuid`
    : sql<boolean>`(${sql.join(keysOf(order))}) ${sql.raw(sign)} (${sql.join([
        ...values.map((value, n) => sql`${value}::${sql.raw(order.as[n] ?? 'text')}`),
        sql`${id}::uuid`,
      ])})`

const forward = ({ isDescending }: ListOrder): '<' | '>' => (isDescending ? '<' : '>')

/** All that comes after a place, of a row at hand. */
export const isAfter = (order: ListOrder, place: Place | null): RawBuilder<boolean> => {
  if (!place) return sql<boolean>`true`
  if (!order.isNullable || order.by.length === 0) return beyond(order, place, forward(order))
  const value = order.by.at(-1) as RawBuilder<unknown>
  if (place.values === null) return and([sql<boolean>`${value} is null`, beyond(order, place, forward(order))])
  return sql<boolean>`(${value} is null or ${beyond(order, place, forward(order))})`
}

/** A part of an order that one index holds: those that have a value, then those that have none. */
export type Part = 'valued' | 'blank'

/** A narrower way through the order of time: one value of an index that has its records in the order of their ids, or a span of time. */
export interface Lane {
  readonly where: RawBuilder<boolean>
  readonly column?: IndexedColumn
  /** Null: those that have none. */
  readonly value?: string | number | null
}

/** What a walk goes by: the columns of its index behind the workspace, as far as they are not the same for all. */
const walkKeys = (order: ListOrder, part: Part, lane: Lane | undefined): readonly RawBuilder<unknown>[] => {
  if (lane?.column?.isEqual) return [sql`r.id`]
  if (lane?.column) return lane.value === null && lane.column.hasBlanksById ? [sql`r.id`] : [lane.column.by, sql`r.id`]
  if (part === 'blank') return order.own ? [sql`r.id`] : [...order.by, sql`r.id`]
  return keysOf(order)
}

/** For `order by` of what a walk has read. */
export const inWalk = (order: ListOrder, part: Part, lane: Lane | undefined): RawBuilder<unknown> =>
  sql.join(walkKeys(order, part, lane).map((key) => (order.isDescending ? sql`${key} desc` : key)))

const beyondInLane = (
  order: ListOrder,
  part: Part,
  lane: Lane | undefined,
  place: Place,
  sign: '<' | '<=' | '>' | '>=',
): RawBuilder<boolean> =>
  lane?.column && !lane.column.isEqual && lane.value != null
    ? sql<boolean>`(${lane.column.by}, r.id) ${sql.raw(sign)} (${lane.value}::${sql.raw(lane.column.as)}, ${place.id}::uuid)`
    : beyond(order, part === 'blank' ? { ...place, values: null } : place, sign)

/**
 * Rows `r` of one part of an order, from one place to another, read from its index, so many at the most; by own values with what they show as
 * `o`. What is not in the list is among them, and counts.
 */
export const stretch = (
  order: ListOrder,
  part: Part,
  { orgId, list }: Pick<Reading, 'orgId' | 'list'>,
  { after, upTo, most, lane }: { after: Place | null; upTo?: Place | undefined; most: number; lane?: Lane | undefined },
): RawBuilder<unknown> => {
  if (order.own && part === 'valued') return ownStretch(order, order.own, { orgId, list }, { after, upTo, most })
  const value = order.own ? undefined : order.by.at(-1)
  const where = and(
    [
      sql<boolean>`r.org_id = ${orgId}`,
      order.isNullable &&
        value !== undefined &&
        (part === 'blank' ? sql<boolean>`${value} is null` : sql<boolean>`${value} is not null`),
      after && beyondInLane(order, part, lane, after, forward(order)),
      upTo && beyondInLane(order, part, lane, upTo, order.isDescending ? '>=' : '<='),
      order.isName && list.indexed,
      lane?.where,
    ].map((each) => each || undefined),
  )
  const rows = list.rows
    ? list.rows({ orgId, where, isDescending: order.isDescending, most })
    : sql`(select r.* from ${list.table} r where ${where} order by ${inWalk(order, part, lane)} limit ${most})`
  return sql`${rows} r`
}

/** The same by the values of a field of the workspace's own: the record that shows each is looked up by its key. */
const ownStretch = (
  order: ListOrder,
  own: OwnField,
  { orgId, list }: Pick<Reading, 'orgId' | 'list'>,
  { after, upTo, most }: { readonly after: Place | null; readonly upTo: Place | undefined; readonly most: number },
): RawBuilder<unknown> => {
  const [first, last] = order.isDescending ? [upTo, after] : [after, upTo]
  const values = own.column === 'date_value' ? daysBetween : valuesBetween
  const shownIn = shownWith(list.record, own.id, { orgId, recordId: sql`o.record_id` })
  // Both ends are included, and the page before has ended with one of them.
  return sql`(select w.record_id, w.value from (${values(order, own, orgId, { first, last, most: most + 1 })}) w
      where w.record_id <> ${after?.id ?? nilId} limit ${most}) o
    cross join lateral (select * from ${list.table} t where t.org_id = ${orgId} and t.id = ${shownIn} limit 1) r`
}

interface Between {
  readonly first: Place | null | undefined
  readonly last: Place | null | undefined
  readonly most: number
}

const daysBetween = (
  order: ListOrder,
  { id }: OwnField,
  orgId: string,
  { first, last, most }: Between,
): RawBuilder<unknown> => {
  const direction = order.isDescending ? sql`desc` : sql`asc`
  return sql`select v.record_id, v.date_value as value from field_values v where v.org_id = ${orgId} and v.date_value is not null
    and (v.field_id, v.date_value, v.record_id) >= (${id}::uuid, ${first?.values?.[0] ?? '-infinity'}::date, ${first?.id ?? nilId}::uuid)
    and (v.field_id, v.date_value, v.record_id) <= (${id}::uuid, ${last?.values?.[0] ?? 'infinity'}::date, ${last?.id ?? highestId}::uuid)
    order by v.field_id ${direction}, v.date_value ${direction}, v.record_id ${direction} limit ${most}`
}

const valuesBetween = (
  order: ListOrder,
  own: OwnField,
  _orgId: string,
  { first, last, most }: Between,
): RawBuilder<unknown> => {
  const isNumber = own.column === 'number_value'
  const as = sql.raw(isNumber ? 'numeric' : 'text')
  const low = first?.values?.[0] ?? (isNumber ? '-infinity' : '')
  const high = last?.values?.[0] ?? (isNumber ? 'infinity' : '\u{10ffff}')
  const name = sql.raw(isNumber ? 'foyer.records_by_number' : 'foyer.records_by_text')
  const value = sql.raw(isNumber ? 'number_value' : 'text_key collate "C"')
  return sql`select record_id, ${value} as value from ${name}(${own.id}::uuid, ${low}::${as}, ${first?.id ?? nilId}::uuid, ${high}::${as}, ${last?.id ?? highestId}::uuid,
    ${order.isDescending}, ${most})`
}

const Kept = z.tuple([z.array(z.string()).nullable(), z.uuid()])

/** A place as a cursor, and back. Throws `list_cursor_invalid`. */
export const cursorOf = ({ values, id }: Place): string => Buffer.from(JSON.stringify([values, id])).toString('base64url')

export const placeIn = (cursor: string, order: ListOrder): Place => {
  const invalid = (): Failure => new Failure(listErrors.list_cursor_invalid, { field: 'cursor' })
  let read: unknown
  try {
    read = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    throw invalid()
  }
  const { success, data } = Kept.safeParse(read)
  if (!success) throw invalid()
  const [values, id] = data
  const isOf = values === null ? order.isNullable : values.length === order.by.length && values.every(isPlain(order))
  if (!isOf) throw invalid()
  return { values, id }
}

const patterns: Readonly<Record<string, RegExp>> = {
  bigint: /^-?\d{1,18}$/,
  date: /^\d{4,6}-\d\d-\d\d$/,
  timestamptz: /^\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d){0,2}$/,
  numeric: /^-?\d{1,40}(\.\d{1,40})?$/,
}

const isPlain =
  ({ as }: ListOrder) =>
  (value: string, n: number): boolean =>
    !value.includes('\0') && (patterns[as[n] ?? ''] ?? /^/).test(value)
