import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { type EventPage, type UnreadEvent as ReadOfIt, unreadReasons } from '#ports/calendars.ts'
import { choice, shape } from '#shapes'
import { type Clock, sayTime } from '#shapes/time-texts.ts'
import type { CalendarRow } from './calendars.ts'

export const UnreadReason = choice('UnreadReason', unreadReasons)

/** An event of which something could not be read, as the owner of its calendar sees it. */
export const UnreadEvent = shape('UnreadEvent', {
  title: z.string(),
  uid: z.string().nullable(),
  starts_at: z.iso.datetime().nullable().describe('Null where its time could not be read'),
  starts_text: z.string().nullable().describe('The same in few words, in its owner’s time zone and language'),
  reason: UnreadReason.describe(
    '`time`: takes no time, for its own cannot be read. `end`: takes an hour, or the day. `occurrence`: takes its time beside the occurrence that it replaces. `rule`: takes its first time alone. `dates`: some that it adds or leaves out are not known. `many`: it recurs more often than is copied. `zone`: its times are read in another zone. `details`: takes its time, with something else about it unknown',
  ),
})

/** So many are listed of a calendar; the rest is counted. */
const mostListed = 20

/** What could not be read of the events of a page. Of events in it that were odd before and are not now, nothing is said any more. */
export const recordUnread = async (
  db: Db,
  calendar: CalendarRow,
  page: EventPage,
  instantOf: (time: NonNullable<ReadOfIt['start']>) => Date,
): Promise<void> => {
  const idOf = (id: string): string => id.split('#')[0] ?? ''
  const unread = page.unread ?? []
  const ids = [...page.events.map(({ id }) => idOf(id)), ...page.removed.map(idOf), ...(page.complete ?? [])]
  const named = [...new Set([...ids, ...unread.map(({ id }) => id)])]
  if (named.length === 0) return
  await db
    .deleteFrom('calendar_unread_events')
    .where('org_id', '=', calendar.org_id)
    .where('calendar_id', '=', calendar.id)
    .where('event_id', 'in', named)
    .execute()
  const rows = new Map(
    unread.map(({ id, iCalUid, title, start, reason }) => [
      `${reason} ${id}`,
      {
        ...{ org_id: calendar.org_id, calendar_id: calendar.id, event_id: id, reason, generation: calendar.generation },
        ...{ title: title.slice(0, 1_000).toWellFormed(), ical_uid: iCalUid?.slice(0, 1_000).toWellFormed() ?? null },
        starts_at: start && instantOf(start),
        all_day_from: start && 'day' in start ? start.day : null,
      },
    ]),
  )
  if (rows.size > 0)
    await db
      .insertInto('calendar_unread_events')
      .values([...rows.values()])
      .execute()
}

/** After a read from the start: what an older one said is so no more. */
export const removeOlderUnread = async (db: Db, { org_id: orgId, id, generation }: CalendarRow): Promise<void> => {
  await db
    .deleteFrom('calendar_unread_events')
    .where('org_id', '=', orgId)
    .where('calendar_id', '=', id)
    .where('generation', '<', generation)
    .execute()
}

/** What one of a person's calendars has of them. */
export interface Unread {
  readonly count: number
  readonly events: z.output<typeof UnreadEvent>[]
}

/** By calendar: how many events could not be read in full, and the first of them, those whose time is not known before all. */
export const findUnread = async (
  db: Db,
  orgId: string,
  calendarIds: readonly string[],
  clock: Clock,
): Promise<ReadonlyMap<string, Unread>> => {
  if (calendarIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('calendar_unread_events')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('calendar_id', 'in', [...calendarIds])
    .orderBy('starts_at', (by) => by.asc().nullsFirst())
    .orderBy('event_id')
    .orderBy('reason')
    .execute()
  return new Map(
    [...Map.groupBy(rows, (row) => row.calendar_id)].map(([calendarId, own]) => [
      calendarId,
      {
        count: new Set(own.map(({ event_id }) => event_id)).size,
        events: own.slice(0, mostListed).map((row) => ({
          ...{ title: row.title, uid: row.ical_uid, starts_at: row.starts_at?.toISOString() ?? null },
          starts_text: startOf(row, clock),
          reason: UnreadReason.parse(row.reason),
        })),
      },
    ]),
  )
}

const startOf = (
  { starts_at: at, all_day_from: day }: { readonly starts_at: Date | null; readonly all_day_from: string | null },
  clock: Clock,
): string | null => {
  if (day !== null) return sayTime(new Date(`${day}T00:00Z`), { ...clock, zone: 'UTC' }).day
  if (at === null) return null
  const said = sayTime(at, clock)
  return `${said.day}, ${said.time}`
}
