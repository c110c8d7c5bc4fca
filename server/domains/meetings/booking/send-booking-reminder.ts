import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { findBooking, lockBooking } from './bookings.ts'
import { sendReminderNow } from './due-reminders.ts'
import { bookingErrors } from './errors.ts'
import { bookingEvents } from './events.ts'
import { ownBooking } from './own-bookings.ts'
import { hasRefused } from './refusals.ts'
import { lockRecipient, secondsUntilReminder } from './strangers.ts'

export const sendBookingReminder = action({
  name: 'send-booking-reminder',
  summary: 'Email a reminder of a booking now',
  description:
    'For a host of the booking, or an admin: one reminder more, at once; those that are scheduled stay so. It is among the `effects` of `show-booking-detail`. A second call within the same minute sends nothing; so does a repeat with the same `Idempotency-Key`.',
  who: 'member',
  transports: ['gateway', 'workflow'],
  effect: 'write',
  hints: { destructive: false, idempotent: false },
  scope: 'bookings:write',
  input: z.object({ bookingId: z.uuid() }),
  output: z.object({
    success: z.literal(true),
    state: z.enum(['sent', 'skipped', 'failed']),
    reason: z.string().nullable(),
  }),
  errors: [
    transportErrors.forbidden,
    bookingErrors.booking_not_found,
    bookingErrors.booking_cancelled,
    bookingErrors.booking_not_confirmed,
    bookingErrors.booking_over,
    bookingErrors.booker_gets_no_email,
    bookingErrors.too_many_booking_mails,
  ],
  examples: [{ title: 'One', input: { bookingId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ bookingId }, { org, enqueue, emit, fail, ...context }) {
    const { db, now } = context
    const seen = await ownBooking({ ...context, org }, await findBooking(db, org.id, bookingId), fail)
    if (seen.email_key === null) throw fail('booker_gets_no_email')
    await lockRecipient(db, org.id, seen.email_key)
    const booking = await lockBooking(db, org.id, bookingId)
    if (booking?.state === 'pending') throw fail('booking_not_confirmed')
    if (booking?.state !== 'confirmed') throw fail('booking_cancelled')
    if (now() >= booking.starts_at) throw fail('booking_over')
    if (await hasRefused(db, org.id, seen.email_key)) throw fail('booker_gets_no_email')
    const waitSeconds = await secondsUntilReminder(db, org.id, {
      ...{ emailKey: seen.email_key, limits: context.settings.strangers, now: now() },
    })
    if (waitSeconds !== null)
      throw fail('too_many_booking_mails', {
        message: `This recipient has had too many emails about bookings in a day. Try again in ${waitSeconds} seconds`,
        retryAfterSeconds: waitSeconds,
      })
    const outcome = await sendReminderNow({ ...context, enqueueIn: (_db, job, data) => enqueue(job, data) }, org.id, booking)
    if (outcome) await emit(bookingEvents.updated, booking.id, { change: 'reminder' })
    return { success: true as const, state: outcome?.state ?? 'sent', reason: outcome?.reason ?? null }
  },
})
