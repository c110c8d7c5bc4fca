import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { isMergeable } from '#domains/crm/records/records.ts'
import type { Reading, Test } from './conditions.ts'
import type { Gather } from './gathers.ts'
import { fits, gatheredRows, leftOf, rarest } from './pages.ts'

/** Counted exactly up to here. */
export const mostCounted = 5_000
/** Where every condition is fulfilled by more than that, so many are looked at, of the rarest known: some 25 ms. */
const mostGathered = 5_300
/** The same where rows are long, of a list of two tables, and where texts are compared as a dictionary does. */
export const mostLookedUp = 3_500
/** The same of contacts and companies by their tags and own fields: what was read may stand at a record that was merged into theirs, so several are looked up. */
export const mostOfMerged = 2_000
/** Where no index serves a condition: so many rows, the newest first. */
const mostLooked = 30_000

export interface Counted {
  readonly count: number
  readonly is_exact: boolean
}

/** How many records fit: exact up to 5,000, else at least so many, in bounded time. */
export const countFound = async (
  db: Db,
  { reading, tests }: { readonly reading: Reading; readonly tests: readonly Test[] },
): Promise<Counted> => {
  const most = mostOf(reading, tests)
  const gathers = tests.flatMap((test) => test.gathers)
  const [gather] = gathers
  if (gather?.rows && gathers.length === 1) return countGathered(db, { reading, tests }, gather, most)
  const rare = await rarest(db, tests, most)
  if (rare) {
    const count = await countIn(db, reading, leftOf(tests, rare), gatheredRows(reading, rare, most + 1))
    return { count: Math.min(count, mostCounted), is_exact: count <= mostCounted }
  }
  if (gather) {
    const count = await countIn(db, reading, leftOf(tests, gather), gatheredRows(reading, gather, most))
    return { count: Math.min(count, mostCounted), is_exact: false }
  }
  return countWalked(db, reading, tests)
}

const mostOf = ({ list }: Reading, tests: readonly Test[]): number => {
  if (isMergeable(list.record) && tests.some(({ looksUp }) => looksUp)) return mostOfMerged
  return list.rows || list.isWide || tests.some(({ isText }) => isText) ? mostLookedUp : mostGathered
}

/** Of the one condition that an index serves, which reads each record once: whether it is rare is seen while its rows are counted. */
const countGathered = async (
  db: Db,
  { reading, tests }: { readonly reading: Reading; readonly tests: readonly Test[] },
  gather: Gather,
  most: number,
): Promise<Counted> => {
  const { rows } = await sql<{ count: number; read: number }>`
    select count(*) filter (where ${fits(reading, leftOf(tests, gather))})::int as count, count(*)::int as read
    from ${gatheredRows(reading, gather, most + 1)}`.execute(db)
  const { count = 0, read = 0 } = rows[0] ?? {}
  return { count: Math.min(count, mostCounted, most), is_exact: read <= most && count <= mostCounted }
}

const countIn = async (db: Db, reading: Reading, tests: readonly Test[], rows: RawBuilder<unknown>): Promise<number> => {
  const { rows: counted } = await sql<{ count: number }>`select count(*)::int as count from (
    select from ${rows} where ${fits(reading, tests)} limit ${mostCounted + 1}) found`.execute(db)
  return counted[0]?.count ?? 0
}

const countWalked = async (db: Db, reading: Reading, tests: readonly Test[]): Promise<Counted> => {
  const { list } = reading
  const looked = list.rows || tests.some(({ looksUp }) => looksUp) ? mostLooked / 5 : mostLooked
  const newest = sql`${newestOf(reading, looked)} r`
  const count = await countIn(db, reading, tests, newest)
  if (count > mostCounted) return { count: mostCounted, is_exact: false }
  const { rows } = await sql<{ more: boolean }>`
    select exists (select from ${newestOf(reading, looked + 1)} r offset ${looked} limit 1) as more`.execute(db)
  return { count, is_exact: rows[0]?.more === false }
}

const newestOf = ({ list, orgId }: Reading, most: number): RawBuilder<unknown> => {
  const where = sql<boolean>`r.org_id = ${orgId}`
  if (list.rows) return list.rows({ orgId, where, isDescending: true, most })
  return sql`(select r.* from ${list.table} r where ${where} order by r.id desc limit ${most})`
}
