import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { BookingDetail, showBookingDetail as findDetail } from './booking-views.ts'
import { bookingErrors } from './errors.ts'

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

  async run({ bookingId }, { db, org, person, fail }) {
    const detail = await findDetail(db, org.id, person?.id ?? null, bookingId)
    if (!detail) throw fail('booking_not_found', { field: 'bookingId' })
    return { detail }
  },
})
