import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { findBooking, isStanding } from './bookings.ts'
import { findTypeOf, lockWithHosts, moveBooking as move, moveExactly } from './changes.ts'
import { bookingErrors } from './errors.ts'
import { findHosted } from './event-types.ts'
import { findNearest, isOnGrid } from './offers.ts'
import { ownBooking } from './own-bookings.ts'
import { readStart, StartTime, startErrors, ZoneName } from './times.ts'

export const moveBooking = action({
  name: 'move-booking',
  summary: 'Reschedule a booking as a member',
  description:
    'For a host of the booking, or an admin: moves it to another start that its event type offers, or with `anyTime` to any that is ahead: outside of working hours, notice and grid, with the hosts that it has, and over their own events; never over another booking. The booker gets an email with the new time and an updated calendar file; its link stays the same.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow'],
  effect: 'write',
  scope: 'bookings:write',
  hints: { destructive: false, idempotent: true },
  input: z.object({
    bookingId: z.uuid(),
    start: StartTime,
    timezone: ZoneName.optional().describe('For a start without an offset'),
    anyTime: z.boolean().default(false).describe('Also a start that is not offered'),
  }),
  output: z.object({ success: z.literal(true) }),
  errors: [
    transportErrors.forbidden,
    ...startErrors,
    bookingErrors.booking_not_found,
    bookingErrors.booking_cancelled,
    bookingErrors.booking_over,
    bookingErrors.slot_taken,
    bookingErrors.slot_not_offered,
  ],
  examples: [
    { title: 'An hour later', input: { bookingId: '01980000-0000-7000-8000-000000000000', start: '2027-03-01T10:00:00Z' } },
  ],

  async run({ bookingId, start: text, timezone, anyTime }, { fail, ...context }) {
    const { db, org, person, now } = context
    const seen = await ownBooking(context, await findBooking(db, org.id, bookingId), fail)
    const start = readStart(text, timezone ?? seen.host_zone, fail, { start: 'start', zone: 'timezone' })
    const hosted = await findHosted(db, org.id, await findTypeOf(db, org.id, seen))
    const booking = await lockWithHosts(
      db,
      org.id,
      bookingId,
      hosted.hosts.map(({ id }) => id),
    )
    if (!booking || !isStanding(booking)) throw fail('booking_cancelled')
    if (now() >= booking.ends_at) throw fail('booking_over')
    if (booking.starts_at.getTime() === start.getTime()) return { success: true as const }
    if (anyTime && start <= now()) throw fail('slot_not_offered', { field: 'start' })
    const changer = { by: 'member' as const, personId: person?.id ?? null }
    const moved = anyTime
      ? await moveExactly(context, org.id, booking, hosted.type, start, changer)
      : await move(context, org.id, booking, hosted, start, changer)
    if (!moved) {
      const nearest = await findNearest(db, org.id, hosted, { start, now: now(), except: booking.id })
      const code = anyTime || (await isOnGrid(db, org.id, hosted, start, now())) ? 'slot_taken' : 'slot_not_offered'
      throw fail(code, { field: 'start', facts: { nearest } })
    }
    return { success: true as const }
  },
})
