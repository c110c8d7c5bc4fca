import { sql } from 'kysely'
import { z } from 'zod'
import { atLeast, type Role } from '#core/actions/caller.ts'
import type { Db } from '#core/context.ts'
import { choice, shape } from '#shapes'
import { type Clock, sayTime } from '#shapes/time-texts.ts'
import { findSeenEvents, type SeenEvent } from '../calendars/seen-events.ts'
import { type Booking, findBookings } from './booking-views.ts'
import { BookingState } from './bookings.ts'
import { CalendarPart, partsOf, type WallDay, wholeDays } from './calendar-parts.ts'

/** What takes or shows time in a calendar: a booking, a copied event, or an absence. */
export const CalendarEntry = shape('CalendarEntry', {
  kind: choice('CalendarEntryKind', ['booking', 'event', 'absence']),
  id: z.string().describe('Of a booking its id; otherwise unique among the entries'),
  user_ids: z.array(z.uuid()).describe('Whose time it is'),
  title: z.string().describe('`Busy` where the viewer may not read it'),
  detail: z.string().describe('The event type of a booking, the place of an event'),
  starts_at: z.iso.datetime(),
  ends_at: z.iso.datetime().nullable().describe('Null: an absence without an end'),
  is_all_day: z.boolean(),
  time: z.string().describe('From and to in words, in the viewer’s time zone and language'),
  parts: z.array(CalendarPart).describe('By day, in the viewer’s time zone'),
  is_hidden: z.boolean(),
  is_tentative: z.boolean(),
  takes_time: z.boolean(),
  state: BookingState.nullable(),
  conflicts: z.array(z.string()).describe('Other events of a host over a booking, as the viewer may see them'),
  changed_outside: z.string().nullable(),
  may_move: z.boolean(),
})
export type CalendarEntry = z.output<typeof CalendarEntry>

export interface Viewer extends Clock {
  readonly id: string
  readonly role: Role
}

interface Asked {
  readonly viewer: Viewer
  readonly userIds: readonly string[]
  readonly days: readonly WallDay[]
  readonly now: Date
  readonly limit: number
}

interface Found {
  readonly entries: CalendarEntry[]
  /** There are more. */
  readonly isCut: boolean
}

const dayMs = 86_400_000

const timeOf = (from: Date, to: Date, clock: Clock): string => {
  const [start, end] = [from, to].map((at) => sayTime(at, clock))
  if (!start || !end) return ''
  return start.day === end.day ? `${start.time} – ${end.time}` : `${start.short} – ${end.short}`
}

/** What several people have on some days, by start; of others only as far as the viewer may see it. At most `limit`, the first ones. */
export const findCalendarEntries = async (
  db: Db,
  orgId: string,
  { viewer, userIds, days, now, limit }: Asked,
): Promise<Found> => {
  const [from, to] = [new Date(days[0]?.from ?? 0), new Date(days.at(-1)?.to ?? 0)]
  // An all-day event stands on its day everywhere: in the zone of its host it may begin 26 hours before or after.
  const around = { from: new Date(from.getTime() - 2 * dayMs), to: new Date(to.getTime() + 2 * dayMs) }
  const [events, bookings, absences] = await Promise.all([
    findSeenEvents(db, orgId, { viewer: viewer.id, personIds: userIds, withFree: 'readable', limit: limit + 1, ...around }),
    findBookings(db, orgId, viewer.id, { states: ['pending', 'confirmed'], hostIds: userIds, from, to, limit: limit + 1 }),
    findAbsences(db, orgId, userIds, { from, to }),
  ])
  const entries = [
    ...events.filter(({ bookingId }) => bookingId === null).map((event) => ofEvent(event, viewer, days)),
    ...bookings.map((booking) => ofBooking(booking, viewer, days, now)),
    ...absences.map((absence) => ofAbsence(absence, viewer, days)),
  ]
    .filter(({ parts }) => parts.length > 0)
    .sort((a, b) => a.starts_at.localeCompare(b.starts_at) || a.id.localeCompare(b.id))
  return {
    entries: entries.slice(0, limit),
    isCut: entries.length > limit || events.length > limit || bookings.length > limit,
  }
}

/** What an entry is unless it says otherwise. */
const usual = {
  ...{ detail: '', is_all_day: false, is_hidden: false, is_tentative: false, takes_time: true },
  ...{ state: null, conflicts: [], changed_outside: null, may_move: false },
}

const ofEvent = (event: SeenEvent, viewer: Viewer, days: readonly WallDay[]): CalendarEntry => ({
  ...usual,
  ...{ kind: 'event', id: `${event.calendarId} ${event.id}`, user_ids: [event.personId], title: event.summary },
  ...{ detail: event.location, is_all_day: event.days !== null, is_hidden: event.isHidden, is_tentative: event.isTentative },
  ...{ takes_time: event.takesTime, starts_at: event.startsAt.toISOString(), ends_at: event.endsAt.toISOString() },
  time: event.days ? '' : timeOf(event.startsAt, event.endsAt, viewer),
  parts: event.days
    ? wholeDays(event.days, days)
    : partsOf({ from: event.startsAt.getTime(), to: event.endsAt.getTime() }, days, viewer.zone),
})

const ofBooking = (booking: z.output<typeof Booking>, viewer: Viewer, days: readonly WallDay[], now: Date): CalendarEntry => {
  const [start, end] = [new Date(booking.starts_at), new Date(booking.ends_at)]
  const isMine = atLeast(viewer.role, 'admin') || booking.hosts.some(({ id }) => id === viewer.id)
  return {
    ...usual,
    ...{ kind: 'booking', id: booking.id, user_ids: booking.hosts.map(({ id }) => id) },
    ...{ title: booking.name ?? '', detail: booking.event_type.name, state: booking.state },
    ...{ starts_at: booking.starts_at, ends_at: booking.ends_at, time: timeOf(start, end, viewer) },
    parts: partsOf({ from: start.getTime(), to: end.getTime() }, days, viewer.zone),
    ...{ conflicts: booking.conflicts, changed_outside: booking.changed_outside, may_move: isMine && end > now },
  }
}

interface Absence {
  readonly id: string
  readonly away_from: Date
  readonly away_until: Date | null
}

const findAbsences = async (
  db: Db,
  orgId: string,
  userIds: readonly string[],
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<Absence[]> => {
  const { rows } = await sql<Absence>`
    select id, away_from, away_until from assignment_turns
    where org_id = ${orgId} and id = any(${userIds}::uuid[]) and away_from < ${to} and (away_until is null or away_until > ${from})`.execute(
    db,
  )
  return rows
}

const ofAbsence = ({ id, away_from, away_until }: Absence, viewer: Viewer, days: readonly WallDay[]): CalendarEntry => ({
  ...usual,
  ...{ kind: 'absence', id: `away ${id}`, user_ids: [id], title: 'Away' },
  ...{ starts_at: away_from.toISOString(), ends_at: away_until?.toISOString() ?? null },
  time: away_until ? timeOf(away_from, away_until, viewer) : '',
  parts: partsOf({ from: away_from.getTime(), to: away_until?.getTime() ?? days.at(-1)?.to ?? 0 }, days, viewer.zone),
})
