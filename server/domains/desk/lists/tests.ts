import { type RawBuilder, sql } from 'kysely'
import { belongingTest } from './belonging-tests.ts'
import { idIn, memberIn, type Reading, rangeOfNumber, type Test, textIn, timeRange, unfit } from './conditions.ts'
import { type Group, type ListCondition, operatorsOf } from './filters.ts'
import { and, gatherAll, gatherRange, only, or, type Range, within } from './gathers.ts'
import { fieldOf, type IndexedColumn, type ListField } from './list-fields.ts'
import { ownTest } from './own-tests.ts'
import { tagTest } from './tag-tests.ts'

/** What must hold, all of it; nothing without a filter. Throws `list_filter_invalid`. */
export const testsFor = (filter: Group | undefined, reading: Reading): readonly Test[] => {
  if (!filter || isEmpty(filter)) return []
  const tests = testsOf(filter, reading)
  return filter.match === 'all' ? tests : [joined(filter, tests)]
}

/** All conditions of a group, at each level. */
const testsOf = (group: Group, reading: Reading): Test[] => [
  ...group.conditions.map((condition) => testOf(condition, reading)),
  ...(group.groups ?? []).filter((inner) => !isEmpty(inner)).map((inner) => joined(inner, testsOf(inner, reading))),
]

const isEmpty = ({ conditions, groups = [] }: Group): boolean => conditions.length === 0 && groups.every(isEmpty)

/** A group as one test. */
const joined = ({ match }: Pick<Group, 'match'>, tests: readonly Test[]): Test => {
  const [first] = tests
  if (first && tests.length === 1) return first
  const looksUp = tests.some((test) => test.looksUp)
  const holds = tests.map((test) => test.holds)
  if (match === 'all') return { holds: and(holds), gathers: tests.flatMap(({ gathers }) => gathers), looksUp }
  const one = tests.flatMap(({ gathers }) => gathers.slice(0, 1))
  return { holds: or(holds), gathers: one.length === tests.length ? [gatherAll(one)] : [], looksUp }
}

const testOf = (condition: ListCondition, reading: Reading): Test => {
  const field = fieldOf(reading.fields, condition.field)
  if (!field) throw unfit(condition, 'the list has no such field')
  if (!operatorsOf[field.type].includes(condition.op)) throw unfit(condition, `${field.type} has no operator ${condition.op}`)
  if (field.type === 'tags') return tagTest(condition, reading)
  if (field.own) return ownTest(condition, { ...field, own: field.own }, reading)
  if (field.belongs) return belongingTest(condition, field.belongs, reading)
  if (!field.filter) throw unfit(condition, 'the list cannot be filtered by it')
  return columnTest(condition, field, field.filter, reading)
}

const columnTest = (condition: ListCondition, field: ListField, column: IndexedColumn, reading: Reading): Test => {
  const { op } = condition
  if (op === 'empty') return ofRanges([{ isNull: true }], column, reading)
  if (op === 'not_empty') return ofRanges([{}], column, reading)
  if (field.type === 'choice' || field.type === 'person') return oneOfTest(condition, field, column, reading)
  if (field.type === 'time' || field.type === 'day') return ofRanges([timeRange(condition, column, reading)], column, reading)
  if (field.type === 'number' || field.type === 'money') return ofRanges([numberRange(condition, field)], column, reading)
  return textTest(condition, column, reading)
}

/** It holds exactly in these ranges. */
const ofRanges = (ranges: readonly Range[], column: IndexedColumn, { list, orgId }: Reading): Test => {
  const [range] = ranges
  // A partial index does not hold those that have none, and one of amounts has them by their currency.
  const isServed = ranges.every(({ isNull, currency }) =>
    column.currency ? currency !== undefined : !isNull || !column.partial,
  )
  return {
    holds: or(ranges.map((each) => plainly(column, each))),
    gathers: isServed ? [gatherAll(ranges.map((each) => gatherRange(list, orgId, column, each)))] : [],
    ...(range && ranges.length === 1 && isServed && { range: { column, range } }),
  }
}

/** Of a row at hand: without the id, and of what a partial index leaves out as well. */
const plainly = (column: IndexedColumn, range: Range): RawBuilder<boolean> => {
  if (column.as === 'id' || range.isNull) return within(column, range)
  const as = sql.raw(column.as)
  const { from, to, currency } = range
  return and([
    currency !== undefined && sql<boolean>`${column.currency} = ${currency}`,
    from &&
      (from.isIncluded
        ? sql<boolean>`${column.by} >= ${from.value}::${as}`
        : sql<boolean>`${column.by} > ${from.value}::${as}`),
    to && (to.isIncluded ? sql<boolean>`${column.by} <= ${to.value}::${as}` : sql<boolean>`${column.by} < ${to.value}::${as}`),
    !from && !to && sql<boolean>`${column.by} is not null`,
  ])
}

/** One of several values, of which one may stand for those that have none. */
const oneOfTest = (condition: ListCondition, field: ListField, column: IndexedColumn, reading: Reading): Test => {
  const given = [condition.value ?? []].flat()
  if (given.length === 0) throw unfit(condition, 'a value is missing')
  const values = [...new Set(given.map((value) => dbValue(condition, field, column, value, reading)))]
  const isNegative = condition.op === 'is_not' || condition.op === 'none_of'
  const ranges = values.map((value): Range => (value === null ? { isNull: true } : only(value)))
  if (!isNegative) {
    const without = column.partial?.without
    const test = ofRanges(ranges, column, reading)
    return typeof without === 'string' && values.includes(without) ? { holds: test.holds, gathers: [] } : test
  }
  const holds = sql<boolean>`(${or(ranges.map((range) => plainly(column, range)))}) is not true`
  // All but what a partial index leaves out is what it holds.
  const isIndexed = typeof column.partial?.without === 'string' && !column.isNullable && values.includes(column.partial.without)
  return { holds, gathers: isIndexed ? [gatherRange(reading.list, reading.orgId, column, {})] : [] }
}

const dbValue = (
  condition: ListCondition,
  { type, choices, nullChoice }: ListField,
  { as }: IndexedColumn,
  value: unknown,
  reading: Reading,
): string | null => {
  if (typeof value !== 'string') throw unfit(condition, 'a text is needed')
  if (type === 'person') return memberIn(condition, value, reading)
  if (as === 'uuid') return idIn(condition, value)
  if (choices && !choices.includes(value)) throw unfit(condition, `it is one of ${choices.join(', ')}`)
  return value === nullChoice ? null : value
}

const numberRange = (condition: ListCondition, { type }: ListField): Range => {
  const { currency } = condition
  if (type === 'money' && !currency) throw unfit(condition, 'an amount needs its currency')
  const value = wholeIn(condition)
  return { ...rangeOfNumber(condition, value), ...(type === 'money' && { currency }) }
}

const wholeIn = (condition: ListCondition): number => {
  const { value } = condition
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  throw unfit(condition, 'a whole number is needed')
}

/**
 * Without case. In the order of a dictionary all that begins with a text stands between it and it with U+FFFF behind, which is above
 * every character (CLDR); the range holds some more, such as other accents, and each row is looked at.
 */
const textTest = (condition: ListCondition, column: IndexedColumn, { list, orgId }: Reading): Test => {
  const text = textIn(condition)
  const folded = sql`lower(${text}::text collate "und-x-icu")`
  const holds =
    condition.op === 'begins_with'
      ? sql<boolean>`starts_with(lower(${column.by} collate "und-x-icu"), ${folded})`
      : sql<boolean>`lower(${column.by} collate "und-x-icu") = ${folded}`
  if (condition.op === 'is_not') return { holds: sql<boolean>`(${holds}) is not true`, gathers: [] }
  const low = text.toLowerCase()
  const from = { value: low, isIncluded: true }
  const range = column.isName
    ? { from, to: { value: `${low}\uffff`, isIncluded: true } }
    : { from, to: { value: `${low}\u{10ffff}`, isIncluded: true } }
  return { holds, gathers: [gatherRange(list, orgId, column, range)], span: { column, range }, isText: true }
}
