import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { isStanding } from './bookings.ts'
import { agreedNow, announceTime, findTypeOf, lockWithHosts, moveExactly } from './changes.ts'
import { bookingErrors } from './errors.ts'
import { bookingEvents } from './events.ts'
import { ownBooking } from './own-bookings.ts'
import { agreedMoment, bookersShift, isShifted } from './shifted-bookings.ts'
import { settleShiftedNotices } from './shifted-notices.ts'
import { findHostIds } from './spans.ts'

export const settleBookingClock = action({
  name: 'settle-booking-clock',
  summary: 'Decide about a booking that shows another time after an update of the zone rules',
  description:
    'For a host of the booking, or an admin. `wall_clock` keeps the time on the wall (`whose` of `list-shifted-bookings`): the meeting moves to the moment at which clocks show it now, and the booker gets an email with an updated calendar file; never over another booking. `moment` keeps the moment: the new time on the wall counts as agreed, and a booker whose clocks show another time than they were told gets an email with it. Once settled, a repeat is a success.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  input: z.object({ bookingId: z.uuid(), keep: z.enum(['wall_clock', 'moment']) }),
  output: z.object({ success: z.literal(true) }),
  errors: [
    transportErrors.forbidden,
    bookingErrors.booking_not_found,
    bookingErrors.booking_cancelled,
    bookingErrors.booking_over,
    bookingErrors.time_skipped,
    bookingErrors.slot_taken,
  ],
  examples: [{ title: '10:00 stays 10:00', input: { bookingId: '01980000-0000-7000-8000-000000000000', keep: 'wall_clock' } }],

  async run({ bookingId, keep }, { fail, ...context }) {
    const { db, org, person, now, emit } = context
    const booking = await ownBooking(context, await lockWithHosts(db, org.id, bookingId), fail)
    if (!isStanding(booking)) throw fail('booking_cancelled')
    if (now() >= booking.ends_at) throw fail('booking_over')
    if (!isShifted(booking)) return { success: true as const }
    const type = await findTypeOf(db, org.id, booking)
    const changer = { by: 'member' as const, personId: person.id }
    if (keep === 'wall_clock') {
      const start = agreedMoment(booking)
      if (!start || start <= now()) throw fail('time_skipped', { message: 'Clocks no longer show the time that was agreed.' })
      if (!(await moveExactly(context, org.id, booking, type, start, changer))) throw fail('slot_taken')
    } else if (bookersShift(booking)) await announceTime(context, org.id, booking, type, changer)
    else {
      await db
        .updateTable('bookings')
        .set({ ...agreedNow(booking, type), updated_at: sql`now()` })
        .where('org_id', '=', org.id)
        .where('id', '=', bookingId)
        .execute()
      await emit(bookingEvents.updated, bookingId, { change: 'clock' })
    }
    await settleShiftedNotices(db, org.id, await findHostIds(db, org.id, bookingId))
    return { success: true as const }
  },
})
