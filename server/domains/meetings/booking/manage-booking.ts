import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { oneLine } from '#ports/mail.ts'
import { isStanding } from './bookings.ts'
import { confirmBooking, endBooking, lockWithHosts } from './changes.ts'
import { bookingErrors } from './errors.ts'
import { ownBooking } from './own-bookings.ts'

export const manageBooking = action({
  name: 'manage-booking',
  summary: 'Cancel, approve or decline a booking',
  description:
    'For a host of the booking, or an admin. `cancel` frees its time, tells the booker by email and updates calendars; cancelled already is a success, and nothing is sent. `approve` and `decline` answer a request that waits for approval; its time is reserved until then.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'write',
  changes: 'bookingId',
  leaves: 'An email to the booker',
  scope: 'bookings:write',
  hints: { destructive: true, idempotent: true },
  input: z.object({
    action: z.enum(['cancel', 'approve', 'decline']),
    bookingId: z.uuid(),
    reason: z.string().overwrite(oneLine).trim().max(500).nullish().describe('Told to the booker'),
  }),
  output: z.object({ success: z.literal(true) }),
  errors: [
    transportErrors.forbidden,
    bookingErrors.booking_not_found,
    bookingErrors.booking_over,
    bookingErrors.booking_not_pending,
  ],
  examples: [
    {
      title: 'Cancel',
      input: { action: 'cancel', bookingId: '01980000-0000-7000-8000-000000000000', reason: 'The host is ill' },
    },
  ],

  async run({ action: act, bookingId, reason }, { fail, ...context }) {
    const { db, org, person, now } = context
    const booking = await ownBooking(context, await lockWithHosts(db, org.id, bookingId), fail)
    const changer = { by: 'member' as const, personId: person?.id ?? null }
    if (act === 'cancel') {
      if (!isStanding(booking)) return { success: true as const }
      if (now() >= booking.ends_at) throw fail('booking_over')
      await endBooking(context, org.id, booking, { state: 'cancelled', reason: reason || null, changer })
      return { success: true as const }
    }
    const done = act === 'approve' ? 'confirmed' : 'declined'
    if (booking.state === done) return { success: true as const }
    if (booking.state !== 'pending') throw fail('booking_not_pending')
    if (now() >= booking.ends_at) throw fail('booking_over')
    if (act === 'approve') await confirmBooking(context, org.id, booking, changer)
    else await endBooking(context, org.id, booking, { state: 'declined', reason: reason || null, changer })
    return { success: true as const }
  },
})
