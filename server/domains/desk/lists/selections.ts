import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Reading } from './conditions.ts'
import type { Group } from './filters.ts'
import { cursorOf, type ListOrder, orderOf, placeIn } from './orders.ts'
import { findPage, fits, pageSizes } from './pages.ts'
import { findByIndex, searchTest } from './searches.ts'
import { testsFor } from './tests.ts'

/** All records that match, whatever order a page shows them in. */
export interface WholeSelection {
  readonly filter?: Group | undefined
  readonly search?: string | undefined
}

/**
 * A part of all that match, in the order of their ids, which no change moves: newest first. `next` is null at the end; a part may be empty
 * and still have a next one.
 */
export const findSelected = async (
  db: Db,
  reading: Reading,
  { filter, search }: WholeSelection,
  { cursor, limit }: { readonly cursor: string | null; readonly limit: number },
): Promise<{ ids: string[]; next: string | null }> => {
  const order = orderOfIds(reading)
  const tests = testsFor(filter, reading)
  const after = cursor === null ? null : placeIn(cursor, order)
  const part = search ? searchTest(reading, search) : null
  const { found, next } =
    search && typeof reading.list.search === 'string'
      ? await findByIndex(db, { reading, tests, search, after, limit, sizes: pageSizes })
      : await findPage(db, { reading, tests: part ? [...tests, part] : tests, order, after, limit, sizes: pageSizes })
  return { ids: found.map(({ id }) => id), next: next && cursorOf(next) }
}

/** Which of these records are in the list at all, in their order. */
export const listedAmong = async (db: Db, reading: Reading, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select r.id from unnest(${ids}::uuid[]) with ordinality as w (id, place)
    cross join lateral (select * from ${reading.list.table} t where t.org_id = ${reading.orgId} and t.id = w.id limit 1) r
    where ${fits(reading, [])} order by w.place`.execute(db)
  return rows.map(({ id }) => id)
}

const orderOfIds = (reading: Reading): ListOrder => {
  const field = reading.list.fields.find(({ sort }) => sort?.as === 'id')
  if (!field) throw new Error(`the list ${reading.list.kind} has no order of ids`)
  return orderOf(`-${field.key}`, reading)
}
