import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { findByWords, searchQuery } from '#core/search.ts'
import { rootId } from '#domains/crm/identities/root-ids.ts'
import type { Reading, Test } from './conditions.ts'
import { or } from './gathers.ts'
import type { Place } from './orders.ts'
import { fits } from './pages.ts'

/** So many that have the words are looked at for a page. */
const hitsRead = 1_000

/** A search by words of the index of search: newest first. A page may hold fewer than wanted and still have a next one. */
export const findByIndex = async (
  db: Db,
  {
    reading,
    tests,
    search,
    after,
    limit,
  }: { reading: Reading; tests: readonly Test[]; search: string; after: Place | null; limit: number },
): Promise<{ found: Place[]; next: Place | null }> => {
  const kind = reading.list.kind === 'lead' ? 'lead' : 'contact'
  const words = searchQuery(kind, reading.orgId, search)
  const most = tests.length === 0 ? limit + 1 : hitsRead
  const hits = words === null ? [] : await findByWords(db, words, { limit: most, ...(after && { cursor: after.id }) })
  if (hits.length === 0) return { found: [], next: null }
  const { rows } = await sql<{ id: string; hit: string }>`
    select distinct on (r.id) r.id, h.hit from (
      select m.id as hit, ${kind === 'contact' ? rootId('m') : sql`m.id`} as id from ${reading.list.table} m
      where m.org_id = ${reading.orgId} and m.id = any(${hits}::uuid[])) h
    cross join lateral (select * from ${reading.list.table} t where t.org_id = ${reading.orgId} and t.id = h.id limit 1) r
    where ${fits(reading, tests)} order by r.id, h.hit desc`.execute(db)
  const found = rows.sort((a, b) => (a.hit < b.hit ? 1 : -1)).slice(0, limit)
  const last = rows.length > limit ? found.at(-1)?.hit : hits.length === most ? hits.at(-1) : undefined
  return {
    found: found.map(({ id }) => ({ id, values: [] })),
    next: last === undefined ? null : { id: last, values: [] },
  }
}

/** A part of one of the columns that the list is searched by. */
export const searchTest = ({ list }: Reading, search: string): Test | null => {
  if (typeof list.search === 'string') return null
  const part = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  const holds = or(list.search.map((column) => sql<boolean>`${column} ilike ${part}`))
  return { holds, gathers: [], looksUp: list.searchLooksUp ?? false }
}
