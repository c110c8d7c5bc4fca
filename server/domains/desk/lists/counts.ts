import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Reading, Test } from './conditions.ts'
import { fits, gatheredRows, leftOf, rarest } from './pages.ts'

/** Counted exactly up to here. */
export const mostCounted = 10_000
/** Where every condition is fulfilled by more than that, so many are looked at, of the rarest known: some 40 ms. */
const mostGathered = 12_000
/** The same of contacts by their tags and own fields: what was read may stand at a record that was merged into theirs, so two are looked up. */
const mostLookedUp = 6_000
/** Where no index serves a condition: so many rows, the newest first. */
const mostLooked = 60_000

export interface Counted {
  readonly count: number
  readonly is_exact: boolean
}

/** How many records fit: exact up to 10,000, else at least so many, in bounded time. */
export const countFound = async (
  db: Db,
  { reading, tests }: { readonly reading: Reading; readonly tests: readonly Test[] },
): Promise<Counted> => {
  const isTwice = reading.list.record === 'contact' && tests.some(({ looksUp }) => looksUp)
  const most = isTwice ? mostLookedUp : mostGathered
  const rare = await rarest(db, tests, most)
  if (rare) {
    const count = await countIn(db, reading, leftOf(tests, rare), gatheredRows(reading, rare, most + 1))
    return { count: Math.min(count, mostCounted), is_exact: count <= mostCounted }
  }
  const [gather] = tests.flatMap(({ gathers }) => gathers)
  if (gather) {
    const count = await countIn(db, reading, leftOf(tests, gather), gatheredRows(reading, gather, most))
    return { count: Math.min(count, mostCounted), is_exact: false }
  }
  return countWalked(db, reading, tests)
}

const countIn = async (db: Db, reading: Reading, tests: readonly Test[], rows: RawBuilder<unknown>): Promise<number> => {
  const { rows: counted } = await sql<{ count: number }>`select count(*)::int as count from (
    select from ${rows} where ${fits(reading, tests)} limit ${mostCounted + 1}) found`.execute(db)
  return counted[0]?.count ?? 0
}

const countWalked = async (db: Db, reading: Reading, tests: readonly Test[]): Promise<Counted> => {
  const { list, orgId } = reading
  const looked = tests.some(({ looksUp }) => looksUp) ? mostLooked / 6 : mostLooked
  const newest = sql`(select r.* from ${list.table} r where r.org_id = ${orgId} order by r.id desc limit ${looked}) r`
  const count = await countIn(db, reading, tests, newest)
  if (count > mostCounted) return { count: mostCounted, is_exact: false }
  const { rows } = await sql<{ more: boolean }>`
    select exists (select from ${list.table} r where r.org_id = ${orgId} order by r.id desc offset ${looked} limit 1) as more`.execute(
    db,
  )
  return { count, is_exact: rows[0]?.more === false }
}
