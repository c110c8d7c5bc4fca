import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { PageSize } from '#shapes'
import { findBooking } from './bookings.ts'
import { findShifted, ShiftedBooking } from './shifted-bookings.ts'

export const listShiftedBookings = action({
  name: 'list-shifted-bookings',
  summary: 'List bookings that show another time after an update of the zone rules',
  description:
    'A country changed its clocks, and this server has the new rules: the moment of these meetings is what it was, but the host’s wall, or that of the booker alone, shows another time than the one that was agreed. Meetings ahead, by start. `settle-booking-clock` decides about each.',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({
    cursor: z.uuid().optional().describe('`next_cursor` of the previous page'),
    limit: PageSize,
  }),
  output: z.object({ bookings: z.array(ShiftedBooking), next_cursor: z.uuid().nullable() }),
  errors: [],
  examples: [{ title: 'All', input: {} }],

  async run({ cursor, limit }, { db, org, person, now }) {
    const place = cursor ? await findBooking(db, org.id, cursor) : undefined
    const after = place && { startsAt: place.starts_at, id: place.id }
    const { bookings, next } = await findShifted(db, org.id, { viewer: person.id, now: now(), limit, after })
    return { bookings, next_cursor: next }
  },
})
