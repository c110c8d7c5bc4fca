import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { atLeast } from '#core/actions/caller.ts'
import { BookingDetail, showBookingDetail as findDetail } from './booking-views.ts'
import { findBooking } from './bookings.ts'
import { bookingErrors } from './errors.ts'
import { findJoinLink } from './join-links.ts'

export const showBookingDetail = action({
  name: 'show-booking-detail',
  summary: 'Show a booking with all that follows from it',
  description:
    'The booking, each step after it (emails, calendar events, WhatsApp) with its state and reason, and its reminders. A failed step can be repeated with `retry-booking-effect`.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'read',
  scope: 'bookings:read',
  input: z.object({ bookingId: z.uuid() }),
  output: z.object({ detail: BookingDetail }),
  errors: [bookingErrors.booking_not_found],
  examples: [{ title: 'One', input: { bookingId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ bookingId }, { fail, ...context }) {
    const { db, org, person } = context
    const detail = await findDetail(db, org.id, person?.id ?? null, bookingId)
    const booking = detail && (await findBooking(db, org.id, bookingId))
    if (!detail || !booking) throw fail('booking_not_found', { field: 'bookingId' })
    // Who has the link walks in: it is for those whose meeting it is.
    const mayJoin = person === null || atLeast(person.role, 'admin') || detail.booking.hosts.some(({ id }) => id === person.id)
    return { detail: { ...detail, meeting_link: mayJoin ? await findJoinLink(context, org.id, booking) : null } }
  },
})
