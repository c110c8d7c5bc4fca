import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Emit, JobContext } from '#core/context.ts'
import type { CopiedEvent, EventPage, EventTags, EventTime } from '#ports/calendars.ts'
import { firstMomentAt } from '#shapes/wall-clocks.ts'
import { isZone } from '#shapes/zones.ts'
import { findHostZone } from '../hours/work-hours.ts'
import type { CalendarRow } from './calendars.ts'
import { recordConflicts, removeConflicts } from './conflicts.ts'
import { keepTurn, type Turn } from './readings.ts'
import { recordUnread, removeOlderUnread } from './unread-events.ts'
import { recordOutsideChange } from './writes.ts'

/**
 * Writes a page of changes, with the host locked against bookings, into the calendar as it is by now: its owner may have unticked it since
 * the reading began. False where that reading has lost its turn.
 */
export const copyPage = async (db: Db, context: JobContext, turn: Turn, page: EventPage): Promise<boolean> => {
  await lockHost(db, turn)
  const calendar = await keepTurn(db, turn)
  if (!calendar) return false
  const named = page.zone && isZone(page.zone) ? page.zone : calendar.time_zone
  const zone = named ?? (await findHostZone(db, calendar.org_id, calendar.person_id))
  for (const event of page.events) await copyEvent(db, context, calendar, event, zone)
  for (const id of page.removed) await removeEvent(db, context, calendar, id)
  if (page.complete?.length) {
    await removeRest(db, context, calendar, page.complete, page.events)
    // One of ours that was deleted before it was ever read: there is no copy that would go.
    for (const id of page.complete)
      if (!page.events.some((event) => event.id.split('#')[0] === id))
        await recordOutsideChange(db, context, calendar, id, null)
  }
  await recordUnread(db, calendar, page, (time) => instantOf(time, zone))
  const emit = emitting(db, context, calendar)
  await recordConflicts(
    db,
    { now: context.now, emit },
    calendar,
    page.events.map(({ id }) => id),
  )
  return true
}

/** After a read from the start, with the host locked: what an older one left is not there any more. */
export const removeOlder = async (db: Db, context: JobContext, calendar: CalendarRow): Promise<void> => {
  const gone = await db
    .selectFrom('calendar_events')
    .select('provider_id')
    .where('org_id', '=', calendar.org_id)
    .where('calendar_id', '=', calendar.id)
    .where('generation', '<', calendar.generation)
    .where('ends_at', '>', context.now())
    .execute()
  for (const { provider_id } of gone) await removeEvent(db, context, calendar, provider_id)
  await removeOlderUnread(db, calendar)
  for (const eventId of await findMissed(db, calendar, context.now()))
    await recordOutsideChange(db, context, calendar, eventId, null)
}

/**
 * Events of meetings ahead that we wrote, and that a read from the start did not find. One that was written while it was read is younger than
 * that.
 */
const findMissed = async (db: Db, calendar: CalendarRow, now: Date): Promise<string[]> => {
  const { rows } = await sql<{ event_id: string }>`
    select w.event_id from calendar_writes w
    join bookings b on b.org_id = w.org_id and b.id = w.booking_id and b.ends_at > ${now}
    where w.org_id = ${calendar.org_id} and w.calendar_id = ${calendar.id} and w.state = 'written'
      and w.updated_at < now() - interval '1 hour' and not exists (
        select from calendar_events e where e.org_id = w.org_id and e.calendar_id = w.calendar_id and e.provider_id = w.event_id)`.execute(
    db,
  )
  return rows.map(({ event_id }) => event_id)
}

/** Of events that a page has all of: the occurrences that it has not. Ids of occurrences are the event's, then # and a start. */
const removeRest = async (
  db: Db,
  context: JobContext,
  calendar: CalendarRow,
  complete: readonly string[],
  events: readonly CopiedEvent[],
): Promise<void> => {
  const gone = await sql<{ provider_id: string }>`
    select provider_id from calendar_events
    where org_id = ${calendar.org_id} and calendar_id = ${calendar.id}
      and split_part(provider_id, '#', 1) = any (${[...complete]}::text[])
      and provider_id <> all (${events.map(({ id }) => id)}::text[])`.execute(db)
  for (const { provider_id } of gone.rows) await removeEvent(db, context, calendar, provider_id)
}

/** The same lock as a booking's (`lockHosts`): what is written here before its commit counts there. */
export const lockHost = (db: Db, { org_id, person_id }: CalendarRow) =>
  sql`select from members where org_id = ${org_id} and id = ${person_id} for no key update`.execute(db)

/** All-day events are days of the calendar's zone. */
const instantOf = (time: EventTime, zone: string): Date =>
  'at' in time ? time.at : new Date(firstMomentAt(time.day, '00:00', zone))

const copyEvent = async (
  db: Db,
  context: JobContext,
  calendar: CalendarRow,
  event: CopiedEvent,
  zone: string,
): Promise<void> => {
  const starts = instantOf(event.start, zone)
  const ends = instantOf(event.end, zone)
  const takesTime = event.isBusy && !event.isDeclined
  const ours = await findOurs(db, calendar, event, { starts, ends })
  const row = {
    ...{ generation: calendar.generation, starts_at: starts, ends_at: ends < starts ? starts : ends },
    all_day_from: 'day' in event.start ? event.start.day : null,
    all_day_to: 'day' in event.end ? event.end.day : null,
    ...{
      takes_time: takesTime,
      counts: takesTime && calendar.is_ticked,
      is_tentative: event.isTentative,
      is_private: event.isPrivate,
    },
    ...{ summary: event.title.slice(0, 1_000).toWellFormed(), location: event.location.slice(0, 1_000).toWellFormed() },
    attendees: JSON.stringify(event.attendees.slice(0, 100).map(({ email, answer }) => ({ email, answer }))),
    ...{ ical_uid: event.iCalUid, etag: event.etag, meet_link: event.room.state === 'ready' ? event.room.url : null },
    // Where its host put it elsewhere, or made it longer, it takes that time beside the meeting's own.
    ...{ booking_id: ours?.isInPlace ? ours.bookingId : null, booking_sequence: ours?.sequence ?? null },
  }
  await db
    .insertInto('calendar_events')
    .values({ org_id: calendar.org_id, calendar_id: calendar.id, provider_id: event.id, person_id: calendar.person_id, ...row })
    .onConflict((conflict) => conflict.columns(['org_id', 'calendar_id', 'provider_id']).doUpdateSet(row))
    .execute()
  if (ours) await recordOutsideChange(db, context, calendar, event.id, starts, ours.sequence)
}

/**
 * Whether an event is one that we wrote. Its tags are a claim, which any program with the account can make: it is ours if its id is made of
 * a booking here that this person hosts. Any other one takes time like every event.
 */
const findOurs = async (
  db: Db,
  { org_id: orgId, person_id: personId }: CalendarRow,
  { id, ours }: CopiedEvent,
  { starts, ends }: { readonly starts: Date; readonly ends: Date },
): Promise<(EventTags & { readonly isInPlace: boolean }) | null> => {
  if (!ours || !z.uuid().safeParse(ours.bookingId).success || !id.startsWith(ours.bookingId.replaceAll('-', ''))) return null
  const { rows } = await sql<{ in_place: boolean }>`
    select b.sequence > ${ours.sequence} or s.state not in ('pending', 'confirmed')
      or s.during @> tstzrange(${starts}, ${ends < starts ? starts : ends}) as in_place
    from booking_spans s join bookings b on b.org_id = s.org_id and b.id = s.booking_id
    where s.org_id = ${orgId} and s.booking_id = ${ours.bookingId} and s.person_id = ${personId}`.execute(db)
  return rows[0] ? { ...ours, isInPlace: rows[0].in_place } : null
}

const emitting =
  (db: Db, context: JobContext, { org_id: orgId }: CalendarRow): Emit =>
  (event, id, facts) =>
    context.emitIn(db, orgId, event, id, facts)

const removeEvent = async (db: Db, context: JobContext, calendar: CalendarRow, providerId: string): Promise<void> => {
  await db
    .deleteFrom('calendar_events')
    .where('org_id', '=', calendar.org_id)
    .where('calendar_id', '=', calendar.id)
    .where('provider_id', '=', providerId)
    .execute()
  await removeConflicts(db, emitting(db, context, calendar), calendar, providerId)
  await recordOutsideChange(db, context, calendar, providerId, null)
}
