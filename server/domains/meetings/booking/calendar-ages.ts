import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Hosted } from './event-types.ts'

/** As of when a calendar is that was never read. */
export const neverRead = new Date(0)

/** How old the oldest copy of the hosts' calendars is; null where they have none. */
export const findCalendarAge = async (db: Db, orgId: string, { hosts }: Hosted): Promise<Date | null> => {
  if (hosts.length === 0) return null
  const row = await db
    .selectFrom('calendars')
    .select(({ fn }) => fn.min(sql<Date>`coalesce(synced_at, ${neverRead})`).as('oldest'))
    .where('org_id', '=', orgId)
    .where('is_ticked', '=', true)
    .where(
      'person_id',
      'in',
      hosts.map(({ id }) => id),
    )
    .executeTakeFirst()
  return row?.oldest ?? null
}

/** An event type may refuse while the copy of a host's calendar is older than its limit. */
export const isTooOld = ({ calendar_max_age_minutes: most }: Hosted['type'], asOf: Date | null, now: Date): boolean =>
  most !== null && asOf !== null && now.getTime() - asOf.getTime() > most * 60_000
