import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { idFloor } from '#core/ids.ts'

const dayMs = 86_400_000
/** What is usual is learned from so long … */
const usualMs = 7 * dayMs
/** … to the second from so many leads at most, and of a source that brings more by the hours of the week that had none: its nights. */
const mostLeads = 2_000
const hourMs = 3_600_000
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
  const { leads = 0, gap_ms: gapMs = null } = found ?? {}
  const emptyMs = leads < mostLeads ? 0 : await longestEmptyMs(db, orgId, sourceId, before)
  return {
    ...{ leads, isKnown: found?.is_known ?? false, lastAt: last.received_at },
    longestGapMs: gapMs === null ? null : Math.max(gapMs, emptyMs),
  }
}

/** The longest row of hours without a lead in the seven days before the last one: one probe of the index for each of the 168. */
const longestEmptyMs = async (db: Db, orgId: string, sourceId: string, before: (ms: number) => string): Promise<number> => {
  const edges = Array.from({ length: usualMs / hourMs + 1 }, (_, hour) => before(usualMs - hour * hourMs))
  const { rows } = await sql<{ is_empty: boolean }>`
    select not exists (select from leads where org_id = ${orgId} and key_id = ${sourceId} and id >= h.since and id < h.until) as is_empty
    from unnest(${edges.slice(0, -1)}::uuid[], ${edges.slice(1)}::uuid[]) with ordinality h (since, until, place)
    order by h.place`.execute(db)
  let longest = 0
  let row = 0
  for (const { is_empty: isEmpty } of rows) {
    row = isEmpty ? row + 1 : 0
    longest = Math.max(longest, row)
  }
  return longest * hourMs
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
  /** Between the first of these and the last. */
  readonly row_ms: number
}

/**
 * What strangers send, as a condition on `deliveries`: pages of other websites, and what was above a limit and is not kept, as of one address
 * that floods a form. It says nothing of how the source is set up.
 */
export const ofStrangers = sql<boolean>`coalesce(code = 'form_origin_refused' or code = 'rate_limited' and body is null, false)`
/** Of so many of the newest, those of strangers are left out. */
const mostLookedAt = 1_000

/** How many of the newest requests of a source were rejected and are not mended. */
export const findRejects = async (db: Db, orgId: string, sourceId: string): Promise<Rejects> => {
  const { rows } = await sql<Rejects>`
    select count(*)::int as requests, count(*) filter (where is_rejected)::int as rejected,
      count(*) filter (where is_in_row)::int as in_a_row,
      coalesce(extract(epoch from max(received_at) filter (where is_in_row) - min(received_at) filter (where is_in_row)) * 1000, 0)::float8
        as row_ms
    from (
      select is_rejected, received_at, is_rejected and not bool_or(not is_rejected) over (order by id desc) as is_in_row from (
        (select id, received_at, outcome = 'rejected' and mended_by is null as is_rejected from (
           select * from deliveries where org_id = ${orgId} and key_id = ${sourceId} order by id desc limit ${mostLookedAt}) lately
         where not ${ofStrangers} order by id desc limit ${lastRequests})
        union all
        (select id, received_at, false from leads where org_id = ${orgId} and key_id = ${sourceId}
         order by id desc limit ${lastRequests})) found
      order by id desc limit ${lastRequests}) newest`.execute(db)
  return rows[0] ?? { requests: 0, rejected: 0, in_a_row: 0, row_ms: 0 }
}

/** So many rejects one after the other are no chance, however few requests a source has. */
const inARow = 3
/** At an address that is public, a visitor who gets a form wrong a few times is done by then. */
const oneVisitorMs = 10 * 60_000

/** `isPublic`: any stranger can send to its address, as to that of a form. */
export const isRejecting = ({ requests, rejected, in_a_row, row_ms }: Rejects, isPublic: boolean): boolean =>
  (in_a_row >= inARow && (!isPublic || row_ms >= oneVisitorMs)) || (requests >= lastRequests && rejected * 5 > requests)
