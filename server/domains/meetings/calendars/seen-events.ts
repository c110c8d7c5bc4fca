import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'

/** What stands in place of an event that its viewer may not read. */
export const busyWord = 'Busy'

/** A copied event as a viewer may see it. */
export interface SeenEvent {
  readonly id: string
  readonly calendarId: string
  readonly personId: string
  readonly startsAt: Date
  readonly endsAt: Date
  /** Days of an all-day event; its end is exclusive. */
  readonly days: { readonly from: string; readonly to: string } | null
  readonly summary: string
  readonly location: string
  readonly attendees: readonly { readonly email: string }[]
  readonly takesTime: boolean
  readonly isTentative: boolean
  readonly isHidden: boolean
  readonly bookingId: string | null
}

interface Wanted {
  /** Whose own events are shown whole. */
  readonly viewer: string | null
  readonly from: Date
  readonly to: Date
  readonly personIds?: readonly string[]
  readonly connectionId?: string
  /** Also what takes no time, such as a reminder for the day; `readable`: of others only where it can be read, for it is not Busy. */
  readonly withFree: boolean | 'readable'
  readonly limit: number
}

/**
 * Events of ticked calendars, running or beginning in a time, by start. Of others a private event is only Busy, and so is every event of a
 * calendar that its owner does not share: without its title, place and guests.
 */
export const findSeenEvents = async (db: Db, orgId: string, wanted: Wanted): Promise<SeenEvent[]> => {
  const { viewer, from, to, personIds, connectionId, withFree, limit } = wanted
  const isHidden = sql`(e.person_id is distinct from ${viewer}::uuid and (e.is_private or not c.is_shared))`
  const { rows } = await sql<{
    provider_id: string
    calendar_id: string
    person_id: string
    starts_at: Date
    ends_at: Date
    all_day_from: string | null
    all_day_to: string | null
    summary: string
    location: string
    attendees: unknown
    takes_time: boolean
    is_tentative: boolean
    is_hidden: boolean
    booking_id: string | null
  }>`
    select e.provider_id, e.calendar_id, e.person_id, e.starts_at, e.ends_at, e.all_day_from, e.all_day_to, e.summary, e.location,
      e.attendees, e.takes_time, e.is_tentative, e.booking_id,
      ${isHidden} as is_hidden
    from (${personIds ? eventsOf(orgId, personIds, { from, to }) : sql`select * from calendar_events`}) e
    join calendars c on c.org_id = e.org_id and c.id = e.calendar_id
    where e.org_id = ${orgId} and c.is_ticked and e.starts_at < ${to} and (e.ends_at > ${from} or e.starts_at >= ${from})
      ${connectionId ? sql`and c.connection_id = ${connectionId}` : sql``}
      ${withFree === true ? sql`` : sql`and (e.takes_time ${withFree === 'readable' ? sql`or not ${isHidden}` : sql``})`}
    order by e.starts_at, e.calendar_id, e.provider_id limit ${limit}`.execute(db)
  return rows.map((row) => ({
    ...{ id: row.provider_id, calendarId: row.calendar_id, personId: row.person_id, startsAt: row.starts_at },
    ...{ endsAt: row.ends_at, takesTime: row.takes_time, isTentative: row.is_tentative, isHidden: row.is_hidden },
    days: row.all_day_from && row.all_day_to ? { from: row.all_day_from, to: row.all_day_to } : null,
    summary: row.is_hidden ? busyWord : row.summary,
    location: row.is_hidden ? '' : row.location,
    attendees: row.is_hidden ? [] : Guests.parse(row.attendees),
    bookingId: row.booking_id,
  }))
}

/** By two indexes, for a list of people with years of events: those of up to two days by their start, and the few longer ones. */
const eventsOf = (orgId: string, personIds: readonly string[], { from, to }: Pick<Wanted, 'from' | 'to'>) => sql`
  select * from calendar_events
  where org_id = ${orgId} and person_id = any(${personIds}::uuid[])
    and starts_at > ${from}::timestamptz - interval '2 days' and starts_at < ${to}
  union all
  select * from calendar_events
  where org_id = ${orgId} and person_id = any(${personIds}::uuid[]) and ends_at - starts_at > interval '2 days'
    and ends_at > ${from} and starts_at <= ${from}::timestamptz - interval '2 days'`

const Guests = z.array(z.object({ email: z.string() }))
