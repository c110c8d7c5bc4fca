import { type RawBuilder, sql } from 'kysely'
import type { Db, Emit } from '#core/context.ts'
import type { CalendarRow } from './calendars.ts'
import { calendarEvents } from './events.ts'

interface Telling {
  readonly now: () => Date
  readonly emit: Emit
}

type OfCalendar = Pick<CalendarRow, 'org_id' | 'id' | 'person_id'>

/**
 * Events of a calendar that lie over a meeting of the same host: each is told once, and again only after it moved. `eventIds`: those that
 * were read; null: all that was copied of it, as when it counts again. Those of them that are over it no more are told as ended.
 */
export const recordConflicts = async (
  db: Db,
  { now, emit }: Telling,
  calendar: CalendarRow,
  eventIds: readonly string[] | null,
): Promise<void> => {
  if (eventIds?.length === 0) return
  await endConflicts(db, emit, calendar, eventIds)
  const ofCalendar = sql`e.calendar_id = ${calendar.id} and (${eventIds}::text[] is null or e.provider_id = any(${eventIds}::text[]))`
  await announceConflicts(db, { now, emit }, calendar.org_id, ofCalendar)
}

/**
 * The same of a meeting that has another time, or other hosts: events that lie there are copied already, and are not read again for that. What was
 * told of its place before is over with it; what a member kept stays kept.
 */
export const recordConflictsOfMeeting = async (
  db: Db,
  telling: Telling,
  { org_id: orgId, id }: { readonly org_id: string; readonly id: string },
): Promise<void> => {
  await db
    .deleteFrom('calendar_conflicts')
    .where('org_id', '=', orgId)
    .where('booking_id', '=', id)
    .where('kept_at', 'is', null)
    .execute()
  await announceConflicts(db, telling, orgId, sql`s.booking_id = ${id}`)
}

/** Each is noted, and told unless it is known at this time. `which`: of events e, and of places s of meetings b in their hosts' time. */
const announceConflicts = async (db: Db, { now, emit }: Telling, orgId: string, which: RawBuilder<unknown>): Promise<void> => {
  const { rows } = await sql<{ booking_id: string; event_id: string; starts_at: Date; person_id: string }>`
    insert into calendar_conflicts as c (org_id, booking_id, calendar_id, event_id, starts_at, ends_at)
    select b.org_id, b.id, e.calendar_id, e.provider_id, e.starts_at, e.ends_at
    from calendar_events e
    join booking_spans s on s.org_id = e.org_id and s.person_id = e.person_id and s.during && tstzrange(e.starts_at, e.ends_at)
      and s.ends_at > e.starts_at and s.ends_at < e.ends_at + interval '2 days'
      and s.state in ('pending', 'confirmed')
    join bookings b on b.org_id = s.org_id and b.id = s.booking_id and b.starts_at < e.ends_at and b.ends_at > e.starts_at
    where e.org_id = ${orgId} and ${which}
      and e.counts and e.booking_id is null and b.ends_at > ${now()}
      and not exists (select from calendar_writes w where w.org_id = e.org_id and w.calendar_id = e.calendar_id
        and w.event_id = e.provider_id and w.booking_id = b.id)
    on conflict (org_id, booking_id, calendar_id, event_id) do update
      set starts_at = excluded.starts_at, ends_at = excluded.ends_at, kept_at = null, kept_by = null, seen_at = now()
      where c.starts_at <> excluded.starts_at or c.ends_at <> excluded.ends_at
    returning booking_id, event_id, starts_at,
      (select a.person_id from calendars a where a.org_id = c.org_id and a.id = c.calendar_id) as person_id`.execute(db)
  for (const { booking_id, event_id, starts_at, person_id } of rows)
    await emit(calendarEvents.conflict, booking_id, { person_id, event_id, starts_at: starts_at.toISOString() })
}

/**
 * Tells of conflicts that ended: the event lies elsewhere or is gone, or takes no time any more. What a member kept and what takes no time
 * for now is kept: it is not asked about again at the same time.
 */
export const endConflicts = async (
  db: Db,
  emit: Emit,
  calendar: OfCalendar,
  eventIds: readonly string[] | null,
): Promise<void> => {
  const { rows } = await sql<Ended>`
    delete from calendar_conflicts c
    where c.org_id = ${calendar.org_id} and c.calendar_id = ${calendar.id}
      and (${eventIds}::text[] is null or c.event_id = any(${eventIds}::text[]))
      and not exists (select from calendar_events e join bookings b on b.org_id = e.org_id and b.id = c.booking_id
        where e.org_id = c.org_id and e.calendar_id = c.calendar_id and e.provider_id = c.event_id
          and e.booking_id is null and b.starts_at < e.ends_at and b.ends_at > e.starts_at and (e.counts or c.kept_at is not null))
    returning booking_id, kept_at`.execute(db)
  await emitEnded(emit, calendar.person_id, rows)
}

/** An event is gone, and what it was over with it. */
export const removeConflicts = async (db: Db, emit: Emit, calendar: OfCalendar, eventId: string): Promise<void> => {
  const ended = await db
    .deleteFrom('calendar_conflicts')
    .where('org_id', '=', calendar.org_id)
    .where('calendar_id', '=', calendar.id)
    .where('event_id', '=', eventId)
    .returning(['booking_id', 'kept_at'])
    .execute()
  await emitEnded(emit, calendar.person_id, ended)
}

/** All calendars of a mailbox are about to go. */
export const removeConflictsOf = async (db: Db, emit: Emit, orgId: string, connectionId: string): Promise<void> => {
  const { rows } = await sql<Ended & { person_id: string }>`
    delete from calendar_conflicts k using calendars c
    where c.org_id = ${orgId} and c.connection_id = ${connectionId} and k.org_id = c.org_id and k.calendar_id = c.id
    returning k.booking_id, k.kept_at, c.person_id`.execute(db)
  for (const [personId, ended] of Map.groupBy(rows, ({ person_id }) => person_id)) await emitEnded(emit, personId, ended)
}

interface Ended {
  readonly booking_id: string
  readonly kept_at: Date | null
}

/** Of what a member kept nothing is asked. */
const emitEnded = async (emit: Emit, personId: string, ended: readonly Ended[]): Promise<void> => {
  const asked = ended.filter(({ kept_at }) => kept_at === null).map(({ booking_id }) => booking_id)
  for (const bookingId of new Set(asked)) await emit(calendarEvents.conflictEnded, bookingId, { person_id: personId })
}

/** Whether an event that no member kept lies over a meeting ahead: of one of its hosts, or of any (null). */
export const hasConflict = async (db: Db, orgId: string, bookingId: string, personId: string | null): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from bookings b
      join booking_spans s on s.org_id = b.org_id and s.booking_id = b.id and (${personId}::uuid is null or s.person_id = ${personId})
      join calendar_events e on e.org_id = s.org_id and e.person_id = s.person_id and e.starts_at < b.ends_at and e.ends_at > b.starts_at
        and e.counts and e.booking_id is null
      where b.org_id = ${orgId} and b.id = ${bookingId} and b.state in ('pending', 'confirmed') and b.ends_at > now()
        and not exists (select from calendar_writes w where w.org_id = e.org_id and w.calendar_id = e.calendar_id
          and w.event_id = e.provider_id and w.booking_id = b.id)
        and not exists (select from calendar_conflicts k where k.org_id = b.org_id and k.booking_id = b.id
          and k.calendar_id = e.calendar_id and k.event_id = e.provider_id and k.kept_at is not null
          and k.starts_at = e.starts_at and k.ends_at = e.ends_at)) as found`.execute(db)
  return rows[0]?.found === true
}

/** A member leaves a meeting and the events over it as they are. Answers how many events those are. */
export const keepConflicts = async (
  db: Db,
  orgId: string,
  bookingId: string,
  kept: { readonly by: string | null; readonly at: Date },
): Promise<number> => {
  const { rows } = await sql`
    insert into calendar_conflicts (org_id, booking_id, calendar_id, event_id, starts_at, ends_at, kept_at, kept_by)
    select b.org_id, b.id, e.calendar_id, e.provider_id, e.starts_at, e.ends_at, ${kept.at}, ${kept.by}
    from bookings b
    join booking_spans s on s.org_id = b.org_id and s.booking_id = b.id
    join calendar_events e on e.org_id = s.org_id and e.person_id = s.person_id and e.starts_at < b.ends_at and e.ends_at > b.starts_at
      and e.counts and e.booking_id is null
    where b.org_id = ${orgId} and b.id = ${bookingId}
      and not exists (select from calendar_writes w where w.org_id = e.org_id and w.calendar_id = e.calendar_id
        and w.event_id = e.provider_id and w.booking_id = b.id)
    on conflict (org_id, booking_id, calendar_id, event_id) do update
      set starts_at = excluded.starts_at, ends_at = excluded.ends_at, kept_at = excluded.kept_at, kept_by = excluded.kept_by
    returning event_id`.execute(db)
  return rows.length
}
