import { sql } from 'kysely'
import type { Db, Emit } from '#core/context.ts'
import type { CalendarRow } from './calendars.ts'
import { calendarEvents } from './events.ts'

interface Telling {
  readonly now: () => Date
  readonly emit: Emit
}

/**
 * Events of a calendar that lie over a meeting of the same host: each is told once, and again only after it moved. `eventIds`: those that
 * were read; null: all that was copied of it, as when it counts again.
 */
export const recordConflicts = async (
  db: Db,
  { now, emit }: Telling,
  calendar: CalendarRow,
  eventIds: readonly string[] | null,
): Promise<void> => {
  if (eventIds?.length === 0) return
  const { rows } = await sql<{ booking_id: string; event_id: string; starts_at: Date }>`
    insert into calendar_conflicts as c (org_id, booking_id, calendar_id, event_id, starts_at, ends_at)
    select b.org_id, b.id, e.calendar_id, e.provider_id, e.starts_at, e.ends_at
    from calendar_events e
    join booking_spans s on s.org_id = e.org_id and s.person_id = e.person_id and s.during && tstzrange(e.starts_at, e.ends_at)
      and s.ends_at > e.starts_at and s.ends_at < e.ends_at + interval '2 days'
      and s.state in ('pending', 'confirmed')
    join bookings b on b.org_id = s.org_id and b.id = s.booking_id and b.starts_at < e.ends_at and b.ends_at > e.starts_at
    where e.org_id = ${calendar.org_id} and e.calendar_id = ${calendar.id} and (${eventIds}::text[] is null or e.provider_id = any(${eventIds}::text[]))
      and e.counts and e.booking_id is null and b.ends_at > ${now()}
      and not exists (select from calendar_writes w where w.org_id = e.org_id and w.calendar_id = e.calendar_id
        and w.event_id = e.provider_id and w.booking_id = b.id)
    on conflict (org_id, booking_id, calendar_id, event_id) do update
      set starts_at = excluded.starts_at, ends_at = excluded.ends_at, kept_at = null, kept_by = null, seen_at = now()
      where c.starts_at <> excluded.starts_at or c.ends_at <> excluded.ends_at
    returning booking_id, event_id, starts_at`.execute(db)
  for (const { booking_id, event_id, starts_at } of rows)
    await emit(calendarEvents.conflict, booking_id, {
      ...{ person_id: calendar.person_id, event_id, starts_at: starts_at.toISOString() },
    })
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
