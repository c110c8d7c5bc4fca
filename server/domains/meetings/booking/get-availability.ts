import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Instant, shape } from '#shapes'
import { findHostTimes } from './busy.ts'
import { bookingErrors } from './errors.ts'
import { gapsOf, type Interval, mergeIntervals, workBetween } from './slots.ts'
import { readRange } from './times.ts'

const BusyTime = shape('BusyTime', { start: z.iso.datetime(), end: z.iso.datetime() })

export const getAvailability = action({
  name: 'get-availability',
  summary: 'Get the times that cannot be booked',
  description:
    'Busy blocks of published calendars, merged and in order, in UTC: everything that cannot be booked, whether it is an event, a booking, a hold, an absence, time outside working hours, or too soon. What remains between them can be booked with `booking`. At most 62 days, up to 24 months ahead. All calendars belong to one workspace; with several, a time is busy when any of them is.',
  who: 'public',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({
    timeMin: Instant,
    timeMax: Instant,
    calendarIds: z.array(z.string().max(64)).min(1).max(20).describe('Ids from `list-published-calendars`'),
  }),
  output: z.object({ busy: z.array(BusyTime) }),
  errors: [bookingErrors.calendar_not_found, bookingErrors.time_range_invalid],
  examples: [
    {
      title: 'A week of one calendar',
      input: {
        timeMin: '2027-03-01T00:00:00Z',
        timeMax: '2027-03-08T00:00:00Z',
        calendarIds: ['01980000-0000-7000-8000-000000000000'],
      },
    },
  ],

  async run({ timeMin, timeMax, calendarIds }, { db, enterOrg, now, fail }) {
    const time = readRange({ from: timeMin, to: timeMax }, now(), fail, { from: 'timeMin', to: 'timeMax' })
    const ids = [...new Set(calendarIds)]
    if (!ids.every((id) => z.uuid().safeParse(id).success)) throw fail('calendar_not_found', { field: 'calendarIds' })
    const found = await db
      .selectFrom('directory.bookable_calendars')
      .select(['org_id', 'person_id'])
      .where('id', 'in', ids)
      .execute()
    const orgId = found[0]?.org_id
    if (orgId === undefined || found.length !== ids.length || found.some((each) => each.org_id !== orgId))
      throw fail('calendar_not_found', { field: 'calendarIds' })
    await enterOrg(orgId)
    const people = found.map(({ person_id }) => person_id)
    const notices = await findNotices(db, orgId, people)
    // Who hosts nothing any more, or has left, has no published calendar.
    if (people.some((id) => !notices.has(id))) throw fail('calendar_not_found', { field: 'calendarIds' })
    const times = await findHostTimes(db, orgId, people, { time, now: now() })
    const busy = [...times].flatMap(([id, { hours, busy: taken }]): Interval[] => {
      const soonest = now().getTime() + (notices.get(id)?.notice ?? 0) * 60_000
      const latest = now().getTime() + (notices.get(id)?.horizon ?? 0) * 86_400_000
      return [
        ...gapsOf(time, workBetween(hours, time)),
        ...taken,
        { from: time.from, to: soonest },
        { from: latest, to: time.to },
      ]
    })
    const clipped = busy.map(({ from, to }) => ({ from: Math.max(from, time.from), to: Math.min(to, time.to) }))
    return {
      busy: mergeIntervals(clipped).map(({ from, to }) => ({
        start: new Date(from).toISOString(),
        end: new Date(to).toISOString(),
      })),
    }
  },
})

/** The shortest notice and the furthest horizon of the event types that each of them hosts; without an entry, none. */
const findNotices = async (
  db: Parameters<typeof findHostTimes>[0],
  orgId: string,
  people: readonly string[],
): Promise<Map<string, { notice: number; horizon: number }>> => {
  const { rows } = await sql<{ id: string; notice: number; horizon: number }>`
    select m.id, min(t.notice_minutes) as notice, max(t.horizon_days) as horizon
    from members m
    join event_types t on t.org_id = m.org_id and t.archived_at is null
      and case t.hosts when 'admins' then m.role in ('admin', 'owner') else exists (
            select from event_type_hosts h where h.org_id = t.org_id and h.event_type_id = t.id and h.person_id = m.id) end
    where m.org_id = ${orgId} and m.id = any(${people}::uuid[])
    group by m.id`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
