import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { busyTimes } from '../calendars/busy-times.ts'
import { type HoursColumns, hoursColumns, hoursOf, hoursTables } from '../hours/work-hours.ts'
import { type HostTime, type Interval, mergeIntervals } from './slots.ts'
import { spansDuring } from './spans.ts'

/** A buffer is 8 hours at most, a meeting a day. */
const reachMs = 2 * 86_400_000
/** The limit of a week counts from its Monday. */
const weekMs = 9 * 86_400_000

/** From and to, in seconds since 1970, as JSON. */
type Seconds = readonly (readonly [number, number])[]

interface Asked {
  readonly time: Interval
  readonly now: Date
  /** An event type with limits a day or week: the starts of its meetings are counted. */
  readonly limitedTypeId?: string | null
  /** A booking that is being moved takes no place from itself. */
  readonly except?: string | null
  /** What is only on hold is free. */
  readonly heldToo?: boolean
}

/**
 * When several people can be had, and what takes their time: holds that have not run out, bookings with their buffers, absences, and the
 * copies of their calendars. One statement, and one row a person: a page asks for a month of ten people, and every booking for its moment.
 */
export const findHostTimes = async (
  db: Db,
  orgId: string,
  personIds: readonly string[],
  { time, now, limitedTypeId = null, except = null, heldToo = false }: Asked,
): Promise<Map<string, HostTime>> => {
  if (personIds.length === 0) return new Map()
  const [from, to] = [new Date(time.from - reachMs), new Date(time.to + reachMs)]
  const { rows } = await sql<
    HoursColumns & {
      readonly away_from: Date | null
      readonly away_until: Date | null
      readonly spans: Seconds | null
      readonly events: Seconds | null
      readonly meetings: readonly number[] | null
    }
  >`
    select ${hoursColumns}, a.away_from, a.away_until,
      (select json_agg(json_build_array(date_part('epoch', lower(s.during)), date_part('epoch', upper(s.during))))
         from booking_spans s
         where s.org_id = ${orgId} and s.person_id = m.id and ${spansDuring(from, to)}
           and s.state in ('held', 'pending', 'confirmed') and (s.held_until is null or ${heldToo ? sql`false` : sql`s.held_until > ${now}`})
           and s.booking_id is distinct from ${except}) as spans,
      (${busyTimes(orgId, sql`m.id`, { from, to })}) as events,
      ${limitedTypeId === null ? sql`null::json` : meetingsOf(orgId, limitedTypeId, { time, now, except, heldToo })} as meetings
    from ${hoursTables} left join assignment_turns a on a.org_id = m.org_id and a.id = m.id and a.away_from is not null
    where m.org_id = ${orgId} and m.id = any(${personIds}::uuid[])`.execute(db)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        hours: hoursOf(row),
        busy: mergeIntervals([...inMs(row.spans), ...inMs(row.events), ...absenceOf(row)]),
        meetings: (row.meetings ?? []).map((seconds) => seconds * 1_000),
      },
    ]),
  )
}

const meetingsOf = (orgId: string, eventTypeId: string, { time, now, except, heldToo }: Asked): RawBuilder<unknown> => sql`
  (select json_agg(extract(epoch from b.starts_at)::float8)
     from bookings b join booking_spans s on s.org_id = b.org_id and s.booking_id = b.id and s.person_id = m.id
     where b.org_id = ${orgId} and b.event_type_id = ${eventTypeId}
       and b.starts_at >= ${new Date(time.from - weekMs)} and b.starts_at < ${new Date(time.to + weekMs)}
       and b.state in ('held', 'pending', 'confirmed') and (b.hold_expires_at is null or ${heldToo ? sql`false` : sql`b.hold_expires_at > ${now}`})
       and b.id is distinct from ${except})`

const inMs = (times: Seconds | null): Interval[] => (times ?? []).map(([from, to]) => ({ from: from * 1_000, to: to * 1_000 }))

/** Without an end it is open. */
const absenceOf = ({ away_from, away_until }: { away_from: Date | null; away_until: Date | null }): Interval[] =>
  away_from ? [{ from: away_from.getTime(), to: away_until?.getTime() ?? Number.MAX_SAFE_INTEGER }] : []
