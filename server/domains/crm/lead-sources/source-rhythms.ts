import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { idFloor } from '#core/ids.ts'

const dayMs = 86_400_000
/** What is usual is learned from so long … */
const usualMs = 7 * dayMs
/** … and from so many leads at most: of a source that brings more, the newest say enough. */
const mostLeads = 2_000
/** A source that brings fewer in those days has no rhythm to speak of … */
const leastLeads = 5 * 7
/** … nor has one that began within these: a burst is no rhythm. */
const leastMs = 6 * dayMs
/** Silent after so many times its longest usual gap. */
const gaps = 3

/** When leads of a source came lately. */
export interface Rhythm {
  readonly leads: number
  /** It brought leads six days before its last one already. */
  readonly isKnown: boolean
  readonly lastAt: Date | null
  /** Between two leads that followed each other, in milliseconds; null with fewer than two. */
  readonly longestGapMs: number | null
}

/**
 * The rhythm of the seven days up to its last lead: seven days up to now would forget, day after day of a silence, what was usual
 * before it.
 */
export const findRhythm = async (db: Db, orgId: string, sourceId: string, now: Date): Promise<Rhythm> => {
  const last = await db
    .selectFrom('leads')
    .select('received_at')
    .where('org_id', '=', orgId)
    .where('key_id', '=', sourceId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return { leads: 0, isKnown: false, lastAt: null, longestGapMs: null }
  const before = (ms: number): string => idFloor(new Date(Math.min(last.received_at.getTime(), now.getTime()) - ms))
  const since = before(usualMs)
  const { rows } = await sql<{ leads: number; gap_ms: number | null; is_known: boolean }>`
    select count(*)::int as leads, max(gap)::float8 as gap_ms,
      exists (select from leads where org_id = ${orgId} and key_id = ${sourceId} and id < ${before(leastMs)}) as is_known
    from (
      select extract(epoch from received_at - lag(received_at) over (order by received_at)) * 1000 as gap from (
        select received_at from leads where org_id = ${orgId} and key_id = ${sourceId} and id >= ${since}
        order by id desc limit ${mostLeads}) newest) gaps`.execute(db)
  const [found] = rows
  return {
    leads: found?.leads ?? 0,
    isKnown: found?.is_known ?? false,
    lastAt: last.received_at,
    longestGapMs: found?.gap_ms ?? null,
  }
}

export const isSilent = ({ leads, isKnown, lastAt, longestGapMs }: Rhythm, now: Date): boolean =>
  lastAt !== null &&
  longestGapMs !== null &&
  isKnown &&
  leads >= leastLeads &&
  now.getTime() - lastAt.getTime() > gaps * longestGapMs

const lastRequests = 50

export type Rejects = {
  /** Of the last 50 at most. */
  readonly requests: number
  readonly rejected: number
  /** How many of the newest were rejected one after the other. */
  readonly in_a_row: number
}

/** How many of the newest requests of a source were rejected and are not mended. */
export const findRejects = async (db: Db, orgId: string, sourceId: string): Promise<Rejects> => {
  const { rows } = await sql<Rejects>`
    select count(*)::int as requests, count(*) filter (where is_rejected)::int as rejected,
      count(*) filter (where is_rejected and not is_interrupted)::int as in_a_row from (
      select is_rejected, bool_or(not is_rejected) over (order by id desc) as is_interrupted from (
        (select id, outcome = 'rejected' and mended_by is null as is_rejected from deliveries
         where org_id = ${orgId} and key_id = ${sourceId} order by id desc limit ${lastRequests})
        union all
        (select id, false from leads where org_id = ${orgId} and key_id = ${sourceId} order by id desc limit ${lastRequests})) found
      order by id desc limit ${lastRequests}) newest`.execute(db)
  return rows[0] ?? { requests: 0, rejected: 0, in_a_row: 0 }
}

/** So many rejects one after the other are no chance, however few requests a source has. */
const inARow = 3

export const isRejecting = ({ requests, rejected, in_a_row }: Rejects): boolean =>
  in_a_row >= inARow || (requests >= lastRequests && rejected * 5 > requests)
