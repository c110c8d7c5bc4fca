import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { findByWords, searchQuery } from '#core/search.ts'
import { countsAsFound } from '#domains/crm/identities/contacts.ts'
import { rootId } from '#domains/crm/identities/root-ids.ts'
import type { Reading, Test } from './conditions.ts'
import { or } from './gathers.ts'
import type { Place } from './orders.ts'
import { type Found, fits, type PageSizes } from './pages.ts'

/**
 * A search by words of the index of search, newest first: a person stands once, on whatever page, where the record of theirs stands that counts as
 * found. A page may hold fewer than wanted and still have a next one.
 */
export const findByIndex = async (
  db: Db,
  {
    reading,
    tests,
    search,
    after,
    limit,
    sizes,
  }: {
    reading: Reading
    tests: readonly Test[]
    search: string
    after: Place | null
    limit: number
    sizes: Pick<PageSizes, 'hits'>
  },
): Promise<{ found: Found[]; next: Place | null }> => {
  const kind = reading.list.kind === 'lead' ? 'lead' : 'contact'
  const words = searchQuery(kind, reading.orgId, search)
  const most = tests.length === 0 ? limit + 1 : sizes.hits
  const hits = words === null ? [] : await findByWords(db, words, { limit: most, ...(after && { cursor: after.id }) })
  if (words === null || hits.length === 0) return { found: [], next: null }
  const { table } = reading.list
  const counted =
    kind === 'contact' ? { id: rootId('m'), where: countsAsFound(words, 'm') } : { id: sql`m.id`, where: sql`true` }
  const { rows } = await sql<{ id: string; hit: string }>`
    select r.id, h.hit from (
      select m.id as hit, ${counted.id} as id from ${table} m
      where m.org_id = ${reading.orgId} and m.id = any(${hits}::uuid[]) and ${counted.where}) h
    cross join lateral (select * from ${table} t where t.org_id = ${reading.orgId} and t.id = h.id limit 1) r
    where ${fits(reading, tests)} order by h.hit desc`.execute(db)
  const found = rows.slice(0, limit)
  const last = rows.length > limit ? found.at(-1)?.hit : hits.length === most ? hits.at(-1) : undefined
  return { found, next: last === undefined ? null : { id: last, values: [] } }
}

/** A part of one of the columns that the list is searched by. */
export const searchTest = ({ list }: Reading, search: string): Test | null => {
  if (typeof list.search === 'string') return null
  const part = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  const holds = or(list.search.map((column) => sql<boolean>`${column} ilike ${part}`))
  return { holds, gathers: [], looksUp: list.searchLooksUp ?? false }
}
