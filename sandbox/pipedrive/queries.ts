import type { Entity } from '../crm/seed.ts'
import { optionalFields } from './fields.ts'
import type { Wish } from './objects.ts'
import { notValid } from './refusals.ts'

export type Query = Readonly<Record<string, unknown>>

/** What a list of v2 is asked for. */
export interface ListQuery {
  readonly limit: number
  readonly sortBy: 'id' | 'update_time' | 'add_time'
  readonly isDescending: boolean
  /** In milliseconds: from then on, and before then. */
  readonly since: number
  readonly until: number
  readonly ids: readonly number[] | null
  readonly status: 'open' | 'won' | 'lost' | 'deleted' | null
  /** `owner_id`, `org_id` and the like. */
  readonly filters: Readonly<Record<string, number>>
  readonly cursor: string | null
}

const mostIds = 100
const mostCustomKeys = 15
const filterNames: Readonly<Record<Entity, readonly string[]>> = {
  companies: ['owner_id'],
  contacts: ['owner_id', 'org_id', 'deal_id'],
  deals: ['owner_id', 'person_id', 'org_id', 'pipeline_id', 'stage_id'],
}

export const readListQuery = (entity: Entity, query: Query): ListQuery => ({
  limit: whole(query, 'limit', 1, 500) ?? 100,
  sortBy: oneOf(query, 'sort_by', ['id', 'update_time', 'add_time']) ?? 'id',
  isDescending: oneOf(query, 'sort_direction', ['asc', 'desc']) === 'desc',
  since: time(query, 'updated_since') ?? Number.NEGATIVE_INFINITY,
  until: time(query, 'updated_until') ?? Number.POSITIVE_INFINITY,
  ids: readIds(query),
  status: entity === 'deals' ? oneOf(query, 'status', ['open', 'won', 'lost', 'deleted']) : null,
  filters: Object.fromEntries(
    filterNames[entity].flatMap((name) => {
      const wanted = whole(query, name, 1, Number.MAX_SAFE_INTEGER)
      return wanted === null ? [] : [[name, wanted]]
    }),
  ),
  cursor: text(query, 'cursor'),
})

export const readWish = (entity: Entity, query: Query): Wish => {
  const optional = list(query, 'include_fields') ?? []
  const unknown = optional.find((name) => !(name in optionalFields[entity]))
  if (unknown !== undefined) throw notValid('include_fields')
  const customs = list(query, 'custom_fields')
  if (customs && customs.length > mostCustomKeys) throw notValid('custom_fields has more than 15 keys')
  return { optional, customs }
}

export const text = (query: Query, name: string): string | null => {
  const given = query[name]
  if (given === undefined || given === '') return null
  if (typeof given !== 'string') throw notValid(name)
  return given
}

const list = (query: Query, name: string): readonly string[] | null =>
  text(query, name)
    ?.split(',')
    .map((each) => each.trim()) ?? null

export const whole = (query: Query, name: string, least: number, most: number): number | null => {
  const given = text(query, name)
  if (given === null) return null
  const number = /^\d{1,15}$/.test(given) ? Number(given) : Number.NaN
  if (!(number >= least && number <= most)) throw notValid(`${name} must be a number from ${least} to ${most}`)
  return number
}

const oneOf = <const T extends string>(query: Query, name: string, all: readonly T[]): T | null => {
  const given = text(query, name)
  if (given === null) return null
  const found = all.find((each) => each === given)
  if (!found) throw notValid(`${name} must be one of ${all.join(', ')}`)
  return found
}

/** Fractions of a second are refused. */
const time = (query: Query, name: string): number | null => {
  const given = text(query, name)
  if (given === null) return null
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/.test(given) ? Date.parse(given) : Number.NaN
  if (Number.isNaN(at)) throw notValid(`${name} is not a valid datetime`)
  return at
}

const readIds = (query: Query): readonly number[] | null => {
  const given = list(query, 'ids')
  if (given === null) return null
  if (given.length > mostIds || given.some((id) => !/^\d{1,15}$/.test(id))) throw notValid('ids')
  return given.map(Number)
}
