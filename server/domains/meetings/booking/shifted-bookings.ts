import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { choice, shape } from '#shapes'
import { sayTime } from '#shapes/time-texts.ts'
import { momentsOf } from '#shapes/wall-clocks.ts'
import { tzVersion } from '#shapes/zones.ts'
import { Booking, findBookings, readersClock } from './booking-views.ts'
import type { BookingRow } from './bookings.ts'
import { wallOf } from './place-booking.ts'

/** A booking whose wall clock is another since the rules of a zone were updated. */
export const ShiftedBooking = shape('ShiftedBooking', {
  booking: Booking,
  whose: choice('ShiftedClock', ['host', 'booker']).describe('Whose wall: the host’s before the booker’s'),
  zone: z.string(),
  agreed: z.string().describe('What that wall showed when it was booked, in words'),
  shown: z.string().describe('What it shows now for the same moment'),
  agreed_by: z.string().describe('The version of the zone rules then'),
  shown_by: z.string().describe('And now'),
})

/** What is compared of a booking. */
export type Clocked = Pick<BookingRow, 'starts_at' | 'wall_clock' | 'host_zone' | 'zone' | 'booker_wall_clock'>

interface Shift {
  readonly whose: 'host' | 'booker'
  readonly zone: string
  /** What the wall showed, as `2027-01-15T09:00`. */
  readonly agreed: string
}

/** Whose wall shows another time than was agreed: the host's, or that of the booker alone. */
export const shiftOf = (booking: Clocked): Shift | null => {
  const { starts_at: start, wall_clock, host_zone } = booking
  if (wallOf(start, host_zone) !== wall_clock) return { whose: 'host', zone: host_zone, agreed: wall_clock }
  return bookersShift(booking)
}

export const isShifted = (booking: Clocked): boolean => shiftOf(booking) !== null

/**
 * Where the booker's clocks show another time than they were told. What that was is unknown of meetings that were booked before it was kept,
 * where the host's clocks are not theirs.
 */
export const bookersShift = ({ starts_at: start, booker_wall_clock, zone, host_zone, wall_clock }: Clocked): Shift | null => {
  const told = booker_wall_clock ?? (zone === host_zone ? wall_clock : null)
  return told === null || told === wallOf(start, zone) ? null : { whose: 'booker', zone, agreed: told }
}

/** The moment at which the wall shows today what was agreed, the nearest to the one that stands; null where clocks skip it. */
export const agreedMoment = (booking: Clocked): Date | null => {
  const { zone, agreed } = shiftOf(booking) ?? { zone: booking.host_zone, agreed: booking.wall_clock }
  const [date = '', time = ''] = agreed.split('T')
  const stands = booking.starts_at.getTime()
  const [nearest] = [...momentsOf(date, time, zone)].sort((a, b) => Math.abs(a - stands) - Math.abs(b - stands))
  return nearest === undefined ? null : new Date(nearest)
}

/** Compared for a page at most: rows of four columns, 30 ms. What was compared and is not shifted is behind the place of the next page. */
const mostCompared = 20_000

/**
 * Meetings ahead that were booked by other rules and now show another time, by start: a page, and the booking after which the next one
 * begins. A page may have fewer than `limit`, or none, and another one behind it.
 */
export const findShifted = async (
  db: Db,
  orgId: string,
  {
    viewer,
    now,
    limit,
    after,
  }: {
    readonly viewer: string | null
    readonly now: Date
    readonly limit: number
    readonly after: { readonly startsAt: Date; readonly id: string } | undefined
  },
): Promise<{ bookings: z.output<typeof ShiftedBooking>[]; next: string | null }> => {
  let query = db
    .selectFrom('bookings')
    .select(['id', 'starts_at', 'wall_clock', 'host_zone', 'zone', 'booker_wall_clock', 'tz_version'])
    .where('org_id', '=', orgId)
    .where('state', 'in', ['pending', 'confirmed'])
    .where('starts_at', '>', now)
    .where('tz_version', '<>', tzVersion)
  if (after) query = query.where(sql<boolean>`(starts_at, id) > (${after.startsAt}, ${after.id})`)
  const rows = await query.orderBy('starts_at').orderBy('id').limit(mostCompared).execute()
  const all = rows.filter(isShifted)
  const shifted = all.slice(0, limit)
  const next = all.length > limit ? shifted.at(-1)?.id : rows.length === mostCompared ? rows.at(-1)?.id : undefined
  if (shifted.length === 0) return { bookings: [], next: next ?? null }
  const shown = await findBookings(db, orgId, viewer, { ids: shifted.map(({ id }) => id), limit })
  const { locale } = await readersClock(db, orgId, viewer)
  const bookings = shifted.flatMap((row) => {
    const booking = shown.find(({ id }) => id === row.id)
    const shift = shiftOf(row)
    if (!booking || !shift) return []
    return {
      booking,
      // The wall clock is written as it was stored: in UTC nothing is added to it.
      agreed: sayTime(new Date(`${shift.agreed}:00Z`), { locale, zone: 'UTC' }).short,
      shown: sayTime(row.starts_at, { locale, zone: shift.zone }).short,
      ...{ whose: shift.whose, zone: shift.zone },
      ...{ agreed_by: row.tz_version, shown_by: tzVersion },
    }
  })
  return { bookings, next: next ?? null }
}
