import { z } from 'zod'
import type { CrmRecords } from '../crm/records.ts'
import type { AnyRecord, Entity } from '../crm/seed.ts'
import { fromId, shownValue } from './objects.ts'
import { invalid } from './refusals.ts'
import { modifiedName, properties } from './schema.ts'

const Filter = z.object({
  propertyName: z.string(),
  operator: z.enum([
    ...(['EQ', 'NEQ', 'LT', 'LTE', 'GT', 'GTE', 'BETWEEN', 'IN', 'NOT_IN', 'HAS_PROPERTY'] as const),
    ...(['NOT_HAS_PROPERTY', 'CONTAINS_TOKEN', 'NOT_CONTAINS_TOKEN'] as const),
  ]),
  value: z.string().optional(),
  highValue: z.string().optional(),
  values: z.array(z.string()).optional(),
})
type Filter = z.infer<typeof Filter>

export const SearchRequest = z.object({
  filterGroups: z
    .array(z.object({ filters: z.array(Filter).max(6) }))
    .max(5)
    .default([]),
  sorts: z
    .array(
      z.union([
        z.string().transform((propertyName) => ({ propertyName, direction: 'ASCENDING' as const })),
        z.object({ propertyName: z.string(), direction: z.enum(['ASCENDING', 'DESCENDING']).default('ASCENDING') }),
      ]),
    )
    .max(1)
    .default([]),
  properties: z.array(z.string()).default([]),
  limit: z.number().int().min(1).max(200).default(10),
  after: z.string().regex(/^\d*$/).optional(),
  query: z.string().optional(),
})
export type SearchRequest = z.output<typeof SearchRequest>

/** One search gives no more, whatever its total says. */
const most = 10_000

interface Found {
  readonly total: number
  readonly page: readonly AnyRecord[]
  readonly next: string | null
}

/** `until`: what the index does not know yet. Throws where it asks for more than one search gives. */
export const search = (records: CrmRecords, entity: Entity, asked: SearchRequest, until: number): Found => {
  const start = Number(asked.after || '0')
  if (start + asked.limit > most) throw invalid(`Paging stops at ${most} results.`)
  for (const { filters } of asked.filterGroups)
    for (const { propertyName } of filters) if (!properties[entity].has(propertyName)) throw unknownName(propertyName)
  const [first, ...others] = asked.filterGroups
  const sort = asked.sorts[0] ?? { propertyName: 'hs_object_id', direction: 'ASCENDING' }
  if (!properties[entity].has(sort.propertyName)) throw unknownName(sort.propertyName)
  const range = rangeOf(records, entity, others.length === 0 ? (first?.filters ?? []) : [], until)
  const isRange = range.isExact && others.length === 0 && !asked.query
  const isOrdered = sort.propertyName === 'hs_object_id' && sort.direction === 'ASCENDING'
  const { total, page } =
    isRange && isOrdered ? byRange(records, entity, range, start, asked.limit) : byEach(records, entity, asked, sort, range)
  return { total, page, next: total > start + page.length ? String(start + page.length) : null }
}

interface SearchedRange {
  readonly afterId: number
  readonly from: number
  readonly until: number
  /** All that the filters say. */
  readonly isExact: boolean
}

/** The part of the records that filters can be met in. */
const rangeOf = (records: CrmRecords, entity: Entity, filters: readonly Filter[], until: number): SearchedRange => {
  const range = { afterId: 0, from: Number.NEGATIVE_INFINITY, until, isExact: true }
  for (const filter of filters) {
    const { propertyName: name, operator } = filter
    const [low, high] = [filter.value ?? '', filter.highValue ?? '']
    if (name === 'hs_object_id' && operator === 'GT') {
      range.afterId = Math.max(range.afterId, fromId(entity, numberIn(low)) ?? 0)
    } else if (name === modifiedName(entity) && ['GTE', 'GT', 'LT', 'LTE', 'BETWEEN'].includes(operator)) {
      const at = Number(numberIn(low))
      if (operator.startsWith('G') || operator === 'BETWEEN') range.from = Math.max(range.from, operator === 'GT' ? at + 1 : at)
      if (operator.startsWith('L')) range.until = Math.min(range.until, operator === 'LTE' ? at + 1 : at)
      if (operator === 'BETWEEN') range.until = Math.min(range.until, Number(numberIn(high)) + 1)
    } else {
      range.isExact = false
      // A merge makes a new record: none of the seed has been merged.
      if (name === 'hs_merged_object_ids' && operator === 'HAS_PROPERTY')
        range.afterId = Math.max(range.afterId, records.seed[entity])
    }
  }
  return range
}

const numberIn = (value: string): string => {
  if (!/^\d+$/.test(value)) throw invalid(`${value} is no number.`)
  return value
}

const byRange = (records: CrmRecords, entity: Entity, range: SearchedRange, start: number, limit: number) => ({
  total: records.count(entity, range),
  page: records.list(entity, 'id', { ...range, limit: start + limit }).slice(start),
})

const byEach = (
  records: CrmRecords,
  entity: Entity,
  { filterGroups, query, after, limit }: SearchRequest,
  { propertyName, direction }: { readonly propertyName: string; readonly direction: string },
  range: SearchedRange,
) => {
  const fits = (record: AnyRecord): boolean =>
    (filterGroups.length === 0 ||
      filterGroups.some(({ filters }) => filters.every((filter) => matches(entity, record, filter)))) &&
    (!query || Object.values(record.values).some((value) => value?.toLowerCase().includes(query.toLowerCase())))
  const found: AnyRecord[] = []
  for (let page = records.list(entity, 'id', { ...range, limit: 1_000 }); page.length > 0; ) {
    for (const record of page) if (fits(record)) found.push(record)
    page = records.list(entity, 'id', { ...range, limit: 1_000, afterId: page.at(-1)?.id ?? 0 })
  }
  const keyOf = (record: AnyRecord): string | number => comparable(entity, record, propertyName) ?? ''
  const sign = direction === 'DESCENDING' ? -1 : 1
  found.sort((a, b) => sign * compare(keyOf(a), keyOf(b)) || a.id - b.id)
  const start = Number(after || '0')
  return { total: found.length, page: found.slice(start, start + limit) }
}

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0)

/** Numbers and times as numbers. */
const comparable = (entity: Entity, record: AnyRecord, name: string): string | number | null => {
  const property = properties[entity].get(name)
  if (!property) throw unknownName(name)
  const value = shownValue(entity, record, property)
  return value === null ? null : typed(property.type, value)
}

const typed = (type: string, value: string): string | number => {
  if (type === 'number') return Number(value)
  if (type !== 'date' && type !== 'datetime') return value.toLowerCase()
  return /^-?\d+$/.test(value) ? Number(value) : Date.parse(value)
}

const matches = (entity: Entity, record: AnyRecord, filter: Filter): boolean => {
  const { propertyName, operator, value = '', highValue = '', values = [] } = filter
  const own = comparable(entity, record, propertyName)
  const type = properties[entity].get(propertyName)?.type ?? 'string'
  const given = typed(type, value)
  const isIn = values.some((each) => typed(type, each) === own)
  const has = String(own ?? '')
    .split(/[\s@.;]+/)
    .includes(String(given).replaceAll('*', ''))
  switch (operator) {
    case 'HAS_PROPERTY':
      return own !== null
    case 'NOT_HAS_PROPERTY':
      return own === null
    case 'NEQ':
      return own !== given
    case 'NOT_IN':
      return !isIn
    case 'NOT_CONTAINS_TOKEN':
      return !has
    case 'EQ':
      return own === given
    case 'IN':
      return isIn
    case 'CONTAINS_TOKEN':
      return has
    default:
      return own !== null && isWithin(operator, own, given, typed(type, highValue))
  }
}

const isWithin = (operator: string, own: string | number, low: string | number, high: string | number): boolean => {
  if (operator === 'BETWEEN') return compare(own, low) >= 0 && compare(own, high) <= 0
  const order = compare(own, low)
  return { LT: order < 0, LTE: order <= 0, GT: order > 0, GTE: order >= 0 }[operator] ?? false
}

const unknownName = (name: string) => invalid(`Property "${name}" does not exist`)
