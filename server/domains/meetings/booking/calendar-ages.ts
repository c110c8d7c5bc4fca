import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Hosted } from './event-types.ts'

/** As of when a calendar is that was never read. */
export const neverRead = new Date(0)

/** How old the oldest copy of the hosts' calendars is; null where they have none. For a statement. */
export const calendarAgeOf = (orgId: string, { hosts }: Hosted): RawBuilder<Date | null> => sql`
  (select min(coalesce(synced_at, ${neverRead})) from calendars
   where org_id = ${orgId} and is_ticked and person_id = any(${hosts.map(({ id }) => id)}::uuid[]))`

export const findCalendarAge = async (db: Db, orgId: string, hosted: Hosted): Promise<Date | null> => {
  const { rows } = await sql<{ oldest: Date | null }>`select ${calendarAgeOf(orgId, hosted)} as oldest`.execute(db)
  return rows[0]?.oldest ?? null
}

/** An event type may refuse while the copy of a host's calendar is older than its limit. */
export const isTooOld = ({ calendar_max_age_minutes: most }: Hosted['type'], asOf: Date | null, now: Date): boolean =>
  most !== null && asOf !== null && now.getTime() - asOf.getTime() > most * 60_000
