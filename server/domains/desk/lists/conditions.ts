import type { RawBuilder } from 'kysely'
import { Failure } from '#core/errors.ts'
import { idFloor } from '#core/ids.ts'
import { dayStart } from '#shapes/wall-clocks.ts'
import { listErrors } from './errors.ts'
import type { ListCondition } from './filters.ts'
import { type Gather, only, type Range } from './gathers.ts'
import type { IndexedColumn, ListDefinition, ListField } from './list-fields.ts'
import { spanOf } from './spans.ts'

/** For whom a filter is read, and when. */
export interface Reading {
  readonly orgId: string
  readonly list: ListDefinition
  /** With tags and the fields of the workspace's own. */
  readonly fields: readonly ListField[]
  /** Who `me` is; null for a key. */
  readonly personId: string | null
  readonly zone: string
  readonly today: string
}

/** What a condition comes to in SQL. */
export interface Test {
  /** Of a row `r`. */
  readonly holds: RawBuilder<boolean>
  /** Each reads from an index the ids of all records for which it may hold. */
  readonly gathers: readonly Gather[]
  /** There is one, and it reads no others than those: what it has read is not looked at again, one look-up after the other. */
  readonly isExact?: boolean
  /** It holds for one stretch of an index, and for nothing else. */
  readonly range?: { readonly column: IndexedColumn; readonly range: Range }
  /** It holds nowhere else than in this stretch, and not for all that lies there. */
  readonly span?: { readonly column: IndexedColumn; readonly range: Range }
  /** It looks into another table for each row. */
  readonly looksUp?: boolean
  /** It compares texts as a dictionary does. */
  readonly isText?: boolean
}

/** Throws `list_filter_invalid`, with the name of the field. */
export const unfit = ({ field }: Pick<ListCondition, 'field'>, why: string): Failure =>
  new Failure(listErrors.list_filter_invalid, { field: 'filter', message: `${field}: ${why}` })

/** Throws unless it is an id. */
export const idIn = (condition: ListCondition, value: unknown): string => {
  if (typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) return value.toLowerCase()
  throw unfit(condition, 'an id is needed')
}

/** The id of a member; null for `nobody`. Throws unless it is one of them, or `me` of a person who is signed in. */
export const memberIn = (condition: ListCondition, value: unknown, { personId }: Pick<Reading, 'personId'>): string | null => {
  if (value === 'nobody') return null
  if (value === 'me' && personId === null) throw unfit(condition, '`me` needs a person who is signed in')
  return idIn(condition, value === 'me' ? personId : value)
}

/** Days as the column is compared: as days, as instants, or as ids. */
export const timeRange = (condition: ListCondition, { as }: Pick<IndexedColumn, 'as'>, { today, zone }: Reading): Range => {
  const span = spanOf(condition, today)
  if (!span) throw unfit(condition, 'the day, period or number of days is not valid')
  const edge = (day: string, isIncluded: boolean) => {
    if (as === 'date') return { value: day, isIncluded }
    const at = dayStart(day, zone)
    return { value: as === 'id' ? idFloor(at) : at.toISOString(), isIncluded }
  }
  return {
    ...(span.from !== null && { from: edge(span.from, true) }),
    ...(span.to !== null && { to: edge(span.to, false) }),
  }
}

export const rangeOfNumber = ({ op }: ListCondition, value: number): Range => {
  if (op === 'at_least') return { from: { value, isIncluded: true } }
  return op === 'at_most' ? { to: { value, isIncluded: true } } : only(value)
}

/** The text of a condition. */
export const textIn = (condition: ListCondition): string => {
  if (typeof condition.value === 'string' && condition.value !== '') return condition.value
  throw unfit(condition, 'a text is needed')
}
