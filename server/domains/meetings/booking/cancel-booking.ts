import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { oneLine } from '#ports/mail.ts'
import { BookingShown } from './booking-views.ts'
import { BookingToken, findBooking, isStanding } from './bookings.ts'
import { endBooking, findTypeOf, lockWithHosts } from './changes.ts'
import { bookingErrors } from './errors.ts'
import { changeErrors, changeIn, checkChangeable, enterByLink, showToBooker, whyUnchangeable } from './links.ts'
import { isFromMail } from './mail-proofs.ts'
import { refuseMails } from './refusals.ts'
import { stepReasons } from './step-reasons.ts'

export const cancelBooking = action({
  name: 'cancel-booking',
  summary: 'Cancel a booking by its link',
  description:
    'Cancels a booking and frees its time. The booker and the hosts get an email, and calendars are updated. Cancelled already: success, and nothing is sent. With `notMe`, and the link as it stands in an email, the email address is opted out of booking emails, also where it is too late to cancel: `booking.status` says whether the meeting still stands.',
  who: 'public',
  transports: ['gateway'],
  effect: 'write',
  limit: { times: 10, seconds: 60 },
  input: z.object({
    token: BookingToken,
    reason: z.string().overwrite(oneLine).trim().max(500).nullish(),
    notMe: z.boolean().default(false).describe('The reader of the email did not book. Only with a link from an email'),
  }),
  output: z.object({ success: z.literal(true), booking: BookingShown }),
  errors: [...changeErrors, bookingErrors.link_not_from_mail],
  examples: [{ title: 'With a reason', input: { token: 'k3nJ0bQ9Zp7x2Vw5Yt8Rm1Lc4Hs6Fd0Ga_-EuXoTiBq', reason: 'I am ill' } }],

  async run({ token, reason, notMe }, { fail, emitIn, ...context }) {
    const { db, now } = context
    const { orgId, bookingId } = await enterByLink(context, token, fail)
    if (notMe) {
      const seen = await findBooking(db, orgId, bookingId)
      // Who booked has a link too, and may not opt out an address that they only typed.
      if (!seen?.email_key || !isFromMail(context.vault, seen, token)) throw fail('link_not_from_mail')
      await refuseMails(context, orgId, seen.email_key)
    }
    const booking = await lockWithHosts(db, orgId, bookingId)
    if (!booking) throw fail('booking_link_unknown')
    if (!isStanding(booking)) return { success: true as const, booking: await showToBooker(context, orgId, booking, { token }) }
    const type = await findTypeOf(db, orgId, booking)
    // A failure would take the refusal back.
    if (notMe && whyUnchangeable(booking, type, now()))
      return { success: true as const, booking: await showToBooker(context, orgId, booking, { token }) }
    checkChangeable(booking, type, now(), fail)
    const over = await endBooking(changeIn(context, orgId, emitIn), orgId, booking, {
      ...{ state: 'cancelled', reason: notMe ? stepReasons.notBooked : reason || null, changer: { by: 'booker' } },
    })
    return { success: true as const, booking: await showToBooker(context, orgId, over, { token }) }
  },
})
