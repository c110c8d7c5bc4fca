import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { BookingShown } from './booking-views.ts'
import { BookingToken, findBooking } from './bookings.ts'
import { findTypeOf, lockWithHosts, moveBooking } from './changes.ts'
import { bookingErrors } from './errors.ts'
import { findHosted } from './event-types.ts'
import { changeErrors, changeIn, checkChangeable, enterByLink, showToBooker } from './links.ts'
import { findNearest, isOnGrid } from './offers.ts'
import { lockRecipient, secondsUntilMail } from './strangers.ts'
import { readStart, StartTime, startErrors, ZoneName } from './times.ts'

export const rescheduleBooking = action({
  name: 'reschedule-booking',
  summary: 'Reschedule a booking by its link',
  description:
    'Moves a booking to another start that is offered, also onto part of its own old time. Its id, its link and its calendar entry stay the same; the host stays where they are free. The booker and the host get an email, and reminders follow the new time. Where the event type needs approval the new time waits for it, also of a booking that was approved: `status` is `pending` again. The same start again changes nothing. A recipient gets ten emails a day about bookings at most (`MAX_BOOKING_MAILS_PER_RECIPIENT`): after them a booking can be cancelled, and moved by its host alone.',
  who: 'public',
  transports: ['gateway'],
  effect: 'write',
  limit: { times: 10, seconds: 60 },
  input: z.object({ token: BookingToken, start: StartTime, timezone: ZoneName.optional() }),
  output: z.object({ success: z.literal(true), booking: BookingShown }),
  errors: [
    ...changeErrors,
    ...startErrors,
    bookingErrors.slot_taken,
    bookingErrors.slot_not_offered,
    bookingErrors.too_many_bookings,
  ],
  examples: [
    {
      title: 'To the afternoon',
      input: { token: 'k3nJ0bQ9Zp7x2Vw5Yt8Rm1Lc4Hs6Fd0Ga_-EuXoTiBq', start: '2027-03-01T14:00:00Z' },
    },
  ],

  async run({ token, start: text, timezone }, { fail, emitIn, ...context }) {
    const { db, now } = context
    const { orgId, bookingId } = await enterByLink(context, token, fail)
    const seen = await findBooking(db, orgId, bookingId)
    if (!seen) throw fail('booking_link_unknown')
    const start = readStart(text, timezone ?? seen.zone, fail, { start: 'start', zone: 'timezone' })
    if (seen.email_key) await lockRecipient(db, orgId, seen.email_key)
    const type = await findTypeOf(db, orgId, seen)
    const hosted = await findHosted(db, orgId, type)
    const booking = await lockWithHosts(
      db,
      orgId,
      bookingId,
      hosted.hosts.map(({ id }) => id),
    )
    if (!booking) throw fail('booking_link_unknown')
    checkChangeable(booking, type, now(), fail)
    if (booking.starts_at.getTime() === start.getTime())
      return { success: true as const, booking: await showToBooker(context, orgId, booking, { zone: timezone, token }) }
    const limits = context.settings.strangers
    const waitSeconds =
      booking.email_key && (await secondsUntilMail(db, orgId, { emailKey: booking.email_key, now: now(), limits }))
    if (waitSeconds)
      throw fail('too_many_bookings', {
        message: `This recipient has had too many emails about bookings. Try again in ${waitSeconds} seconds`,
        retryAfterSeconds: waitSeconds,
      })
    const moved = await moveBooking(changeIn(context, orgId, emitIn), orgId, booking, hosted, start, { by: 'booker' })
    if (!moved) {
      const nearest = await findNearest(db, orgId, hosted, { start, now: now(), except: booking.id })
      const code = (await isOnGrid(db, orgId, hosted, start, now())) ? 'slot_taken' : 'slot_not_offered'
      throw fail(code, { field: 'start', facts: { nearest } })
    }
    return { success: true as const, booking: await showToBooker(context, orgId, moved, { zone: timezone, token }) }
  },
})
