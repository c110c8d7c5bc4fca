import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { oneLine } from '#ports/mail.ts'
import { BookingShown } from './booking-views.ts'
import { BookingToken, isStanding } from './bookings.ts'
import { endBooking, findTypeOf, lockWithHosts } from './changes.ts'
import { changeErrors, changeIn, checkChangeable, enterByLink, showToBooker } from './links.ts'

export const cancelBooking = action({
  name: 'cancel-booking',
  summary: 'Cancel a booking by its link',
  description:
    'Cancels a booking and frees its time. The booker and the hosts get an email, and calendars are updated. Cancelled already: success, and nothing is sent. With `notMe` the email address is opted out of booking emails.',
  who: 'public',
  transports: ['gateway'],
  effect: 'write',
  limit: { times: 10, seconds: 60 },
  input: z.object({
    token: BookingToken,
    reason: z.string().overwrite(oneLine).trim().max(500).nullish(),
    notMe: z.boolean().default(false).describe('The reader of the email did not book'),
  }),
  output: z.object({ success: z.literal(true), booking: BookingShown }),
  errors: [...changeErrors],
  examples: [{ title: 'With a reason', input: { token: 'k3nJ0bQ9Zp7x2Vw5Yt8Rm1Lc4Hs6Fd0Ga_-EuXoTiBq', reason: 'I am ill' } }],

  async run({ token, reason, notMe }, { fail, emitIn, ...context }) {
    const { db, now } = context
    const { orgId, bookingId } = await enterByLink(context, token, fail)
    const booking = await lockWithHosts(db, orgId, bookingId)
    if (!booking) throw fail('booking_link_unknown')
    if (notMe && booking.email_key)
      await db
        .insertInto('booking_refusals')
        .values({ org_id: orgId, email_key: booking.email_key })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    if (!isStanding(booking)) return { success: true as const, booking: await showToBooker(context, orgId, booking) }
    checkChangeable(booking, await findTypeOf(db, orgId, booking), now(), fail)
    const over = await endBooking(changeIn(context, orgId, emitIn), orgId, booking, {
      ...{ state: 'cancelled', reason: notMe ? 'The recipient did not book this' : reason || null, changer: { by: 'booker' } },
    })
    return { success: true as const, booking: await showToBooker(context, orgId, over) }
  },
})
