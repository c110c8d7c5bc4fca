import { type RawBuilder, sql } from 'kysely'
import { highestId, nilId } from '#core/ids.ts'
import { shownFrom, shownRow, shownWith } from '#domains/crm/fields/shown-values.ts'
import { idIn, memberIn, type Reading, rangeOfNumber, type Test, textIn, timeRange, unfit } from './conditions.ts'
import type { ListCondition } from './filters.ts'
import { and, type Gather, gatherAll, or, type Range } from './gathers.ts'
import type { ListField, OwnField } from './list-fields.ts'

type Own = ListField & { readonly own: OwnField }

/** A condition on a field of the workspace's own: whether there is a value for which it holds, of those that the list shows. */
export const ownTest = (condition: ListCondition, field: Own, reading: Reading): Test => {
  const { op } = condition
  if (op === 'empty') {
    const any = has(field, reading, [])
    return { ...any, holds: sql<boolean>`not ${any.holds}` }
  }
  if (op === 'not_empty') return has(field, reading, [{}])
  if (field.type === 'tick') {
    if (typeof condition.value !== 'boolean') throw unfit(condition, 'true or false is needed')
    const ticked = has(field, reading, [rangeOfNumber({ ...condition, op: 'is' }, 1)])
    return condition.value ? ticked : { ...ticked, holds: sql<boolean>`not ${ticked.holds}`, gathers: [] }
  }
  if (op === 'is_not' || op === 'none_of' || op === 'has_none') {
    const is = positive(condition, field, reading)
    return { ...is, holds: sql<boolean>`not ${is.holds}`, gathers: [] }
  }
  return positive(condition, field, reading)
}

const positive = (condition: ListCondition, field: Own, reading: Reading): Test => {
  if (field.own.column === 'id_value') return idTest(condition, field, reading)
  if (field.own.column === 'date_value') return has(field, reading, [timeRange(condition, { as: 'date' }, reading)])
  if (field.own.column === 'number_value') {
    if (typeof condition.value !== 'number' || !Number.isFinite(condition.value)) throw unfit(condition, 'a number is needed')
    return has(field, reading, [rangeOfNumber(condition, condition.value)])
  }
  return ownTextTest(condition, field, reading)
}

const idTest = (condition: ListCondition, field: Own, reading: Reading): Test => {
  const given = [condition.value ?? []].flat()
  if (given.length === 0) throw unfit(condition, 'a value is missing')
  const ids = given.map((value) => (field.type === 'person' ? memberIn(condition, value, reading) : idIn(condition, value)))
  const tests = ids.map((id) => {
    if (id !== null)
      return has(field, reading, [{ from: { value: id, isIncluded: true }, to: { value: id, isIncluded: true } }])
    const any = has(field, reading, [])
    return { ...any, holds: sql<boolean>`not ${any.holds}` }
  })
  if (condition.op === 'has_all')
    return { holds: and(tests.map(({ holds }) => holds)), gathers: tests.flatMap(({ gathers }) => gathers), looksUp: true }
  const all = tests.flatMap(({ gathers }) => gathers)
  return {
    holds: or(tests.map(({ holds }) => holds)),
    gathers: all.length === tests.length ? [gatherAll(all)] : [],
    looksUp: true,
  }
}

const ownTextTest = (condition: ListCondition, field: Own, reading: Reading): Test => {
  const text = textIn(condition)
  const key = sql`lower(left(${text}::text, 200))`
  const isBegin = condition.op === 'begins_with'
  const holds = holdsFor(
    field,
    reading,
    isBegin
      ? sql<boolean>`starts_with(lower(v.text_value), lower(${text}))`
      : sql<boolean>`lower(v.text_value) = lower(${text})`,
  )
  const parts: Gather = (most) =>
    sql`(select t.record_id as id from foyer.records_by_text(${field.own.id}::uuid, ${key}, ${nilId}::uuid,
      ${key} || ${isBegin ? '\u{10ffff}' : ''}, ${highestId}::uuid, false, ${most}) t)`
  // Values are in the index by their first 200 characters.
  return { holds, gathers: [recordsOf(field, reading, parts)], isExact: isBegin && text.length <= 100, looksUp: true }
}

/** Whether a row shows a value for which it is so. Several choices are as many rows of a record. */
const holdsFor = ({ own, type }: Own, { list }: Reading, is: RawBuilder<boolean>): RawBuilder<boolean> => {
  const shown =
    type === 'choices'
      ? sql`(select true from field_values v where v.org_id = r.org_id and v.record_id = ${shownFrom(list.record, own.id, 'r')}
          and v.field_id = ${own.id} and ${is} limit 1)`
      : shownRow(list.record, own.id, is, 'r')
  return sql<boolean>`coalesce(${shown}, false)`
}

/** Ids of records that show what was found. Of one whose value stands beneath another: its own, which is in no list. */
const recordsOf =
  ({ own }: Own, { list, orgId }: Reading, parts: Gather): Gather =>
  (most) =>
    sql`(select ${shownWith(list.record, own.id, { orgId, recordId: sql`p.id` })} as id from ${parts(most)} p (id))`

/** There is a value in one of the ranges; without ranges: any value. */
const has = (field: Own, reading: Reading, ranges: readonly Range[]): Test => {
  const column = sql`v.${sql.raw(field.own.column)}`
  const as = sql.raw({ id_value: 'uuid', date_value: 'date', number_value: 'numeric', text_value: 'text' }[field.own.column])
  const lies = ({ from, to }: Range): RawBuilder<boolean> =>
    and([
      sql<boolean>`${column} is not null`,
      from && sql<boolean>`${column} >= ${from.value}::${as}`,
      to && (to.isIncluded ? sql<boolean>`${column} <= ${to.value}::${as}` : sql<boolean>`${column} < ${to.value}::${as}`),
    ])
  return {
    holds: holdsFor(field, reading, ranges.length === 0 ? sql<boolean>`true` : or(ranges.map(lies))),
    gathers:
      ranges.length === 0 ? [] : [gatherAll(ranges.map((range) => recordsOf(field, reading, partsIn(field, reading, range))))],
    isExact: ranges.length > 0,
    looksUp: true,
  }
}

const partsIn =
  ({ own }: Own, { orgId }: Reading, { from, to }: Range): Gather =>
  (most) => {
    if (own.column === 'number_value')
      return sql`(select n.record_id as id from foyer.records_by_number(${own.id}::uuid, ${from?.value ?? '-infinity'}::numeric, ${nilId}::uuid,
        ${to?.value ?? 'infinity'}::numeric, ${highestId}::uuid, false, ${most}) n)`
    if (own.column === 'text_value')
      return sql`(select t.record_id as id from foyer.records_by_text(${own.id}::uuid, '', ${nilId}::uuid,
        ${'\u{10ffff}'}, ${highestId}::uuid, false, ${most}) t)`
    const value = sql`v.${sql.raw(own.column)}`
    const as = sql.raw(own.column === 'date_value' ? 'date' : 'uuid')
    const low = from ? sql`${from.value}::${as}` : own.column === 'date_value' ? sql`'-infinity'::date` : sql`${nilId}::uuid`
    const high = to ? sql`${to.value}::${as}` : own.column === 'date_value' ? sql`'infinity'::date` : sql`${highestId}::uuid`
    return sql`(select v.record_id as id from field_values v where v.org_id = ${orgId} and ${value} is not null
      and (v.field_id, ${value}, v.record_id) >= (${own.id}::uuid, ${low}, ${nilId}::uuid)
      and (v.field_id, ${value}, v.record_id) <= (${own.id}::uuid, ${high}, ${to && !to.isIncluded ? nilId : highestId}::uuid)
      order by v.field_id, ${value}, v.record_id limit ${most})`
  }
