import { type Selectable, sql } from 'kysely'
import type { Db, JobContext } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import type { CalendarRow } from './calendars.ts'
import { calendarEvents } from './events.ts'

/** What we wrote of a booking into a host's calendar: at most one event a booking and host. */
export type CalendarWrite = Selectable<Tables['calendar_writes']>

export const findWrite = (db: Db, orgId: string, bookingId: string, personId: string): Promise<CalendarWrite | undefined> =>
  db
    .selectFrom('calendar_writes')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('booking_id', '=', bookingId)
    .where('person_id', '=', personId)
    .executeTakeFirst()

type WrittenInto = Pick<CalendarRow, 'org_id' | 'id' | 'connection_id' | 'provider_id' | 'person_id'>

/** Stores which event is about to be made, before the call: where its answer is lost, the event can still be removed. */
export const announceWrite = async (
  db: Db,
  calendar: WrittenInto,
  { bookingId, eventId, sequence }: { readonly bookingId: string; readonly eventId: string; readonly sequence: number },
): Promise<void> => {
  await sql`
    insert into calendar_writes (org_id, booking_id, person_id, calendar_id, connection_id, provider_calendar_id, event_id, sequence, state)
    values (${calendar.org_id}, ${bookingId}, ${calendar.person_id}, ${calendar.id}, ${calendar.connection_id}, ${calendar.provider_id},
      ${eventId}, ${sequence}, 'writing')
    on conflict (org_id, booking_id, person_id) do update set
      calendar_id = excluded.calendar_id, connection_id = excluded.connection_id, provider_calendar_id = excluded.provider_calendar_id,
      event_id = excluded.event_id, sequence = excluded.sequence, state = 'writing', etag = null, room_url = null, seen_change = null,
      seen_starts_at = null, updated_at = now()
    where calendar_writes.state = 'removed'
      or (calendar_writes.calendar_id, calendar_writes.event_id) <> (excluded.calendar_id, excluded.event_id)`.execute(db)
}

export const recordWrite = async (
  db: Db,
  calendar: WrittenInto,
  written: {
    readonly bookingId: string
    readonly eventId: string
    readonly sequence: number
    readonly state: 'written'
    readonly etag: string | null
    readonly roomUrl: string | null
  },
): Promise<void> => {
  const row = {
    ...{ calendar_id: calendar.id, connection_id: calendar.connection_id, provider_calendar_id: calendar.provider_id },
    ...{ event_id: written.eventId, sequence: written.sequence, state: written.state, etag: written.etag },
    ...{ room_url: written.roomUrl, seen_change: null, seen_starts_at: null },
  }
  await db
    .insertInto('calendar_writes')
    .values({ org_id: calendar.org_id, booking_id: written.bookingId, person_id: calendar.person_id, ...row })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'booking_id', 'person_id']).doUpdateSet({ ...row, updated_at: sql`now()` }),
    )
    .execute()
}

/** Unless another event was announced in its place meanwhile. */
export const recordRemoval = async (db: Db, write: CalendarWrite): Promise<void> => {
  await db
    .updateTable('calendar_writes')
    .set({ state: 'removed', etag: null, room_url: null, seen_change: null, seen_starts_at: null, updated_at: sql`now()` })
    .where('org_id', '=', write.org_id)
    .where('booking_id', '=', write.booking_id)
    .where('person_id', '=', write.person_id)
    .where('calendar_id', '=', write.calendar_id)
    .where('event_id', '=', write.event_id)
    .execute()
}

/**
 * Compares an event that was read with what we wrote. Our own writes are no news; what the host moved or deleted there is kept until a
 * member decides, and told once. `startsAt` null: it is not there any more. `sequence`: of the booking, as the event says it; a page that was
 * read before our last write shows an older one, which is no news. Nor is what becomes of the event of a meeting that is over.
 */
export const recordOutsideChange = async (
  db: Db,
  context: Pick<JobContext, 'emitIn' | 'now'>,
  calendar: Pick<CalendarRow, 'org_id' | 'id' | 'person_id'>,
  eventId: string,
  startsAt: Date | null,
  sequence: number | null = null,
): Promise<void> => {
  const { rows } = await sql<{
    booking_id: string
    sequence: number
    starts_at: Date
    seen_change: string | null
    seen_starts_at: Date | null
  }>`
    select w.booking_id, w.sequence, b.starts_at, w.seen_change, w.seen_starts_at from calendar_writes w
    join bookings b on b.org_id = w.org_id and b.id = w.booking_id and b.state in ('pending', 'confirmed') and b.sequence = w.sequence
      and b.ends_at > ${context.now()}
    where w.org_id = ${calendar.org_id} and w.calendar_id = ${calendar.id} and w.event_id = ${eventId} and w.state = 'written'`.execute(
    db,
  )
  const [write] = rows
  if (!write || (sequence !== null && sequence < write.sequence)) return
  const isSame = startsAt !== null && startsAt.getTime() === write.starts_at.getTime()
  const seen = isSame ? null : startsAt === null ? 'deleted' : 'moved'
  const seenAt = isSame ? null : startsAt
  if (seen === write.seen_change && seenAt?.getTime() === write.seen_starts_at?.getTime()) return
  await db
    .updateTable('calendar_writes')
    .set({ seen_change: seen, seen_starts_at: seenAt })
    .where('org_id', '=', calendar.org_id)
    .where('booking_id', '=', write.booking_id)
    .where('person_id', '=', calendar.person_id)
    .execute()
  if (seen === null)
    await context.emitIn(db, calendar.org_id, calendarEvents.putBack, write.booking_id, { person_id: calendar.person_id })
  else
    await context.emitIn(db, calendar.org_id, calendarEvents.changedOutside, write.booking_id, {
      person_id: calendar.person_id,
      change: seen,
      starts_at: startsAt?.toISOString() ?? null,
    })
}

/** What a host did with the event of a meeting, as far as it is known and not decided; null where it is where it was written. */
export const findSeenChange = async (
  db: Db,
  orgId: string,
  bookingId: string,
  personId: string,
): Promise<'moved' | 'deleted' | null> => {
  const write = await findWrite(db, orgId, bookingId, personId)
  if (write?.state !== 'written') return null
  return write.seen_change === 'moved' || write.seen_change === 'deleted' ? write.seen_change : null
}

/** The booking says now what the host did. */
export const clearOutsideChange = async (db: Db, orgId: string, bookingId: string): Promise<void> => {
  await db
    .updateTable('calendar_writes')
    .set({ seen_change: null, seen_starts_at: null })
    .where('org_id', '=', orgId)
    .where('booking_id', '=', bookingId)
    .execute()
}
