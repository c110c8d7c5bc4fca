import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { findShifted, ShiftedBooking } from './shifted-bookings.ts'

const most = 100

export const listShiftedBookings = action({
  name: 'list-shifted-bookings',
  summary: 'List bookings that show another time after an update of the zone rules',
  description:
    'A country changed its clocks, and this server has the new rules: the moment of these meetings is what it was, but the host’s wall shows another time than the one that was agreed. Meetings ahead, by start, 100 at most. `settle-booking-clock` decides about each.',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({}),
  output: z.object({ bookings: z.array(ShiftedBooking) }),
  errors: [],
  examples: [{ title: 'All', input: {} }],

  run: async (_, { db, org, person, now }) => ({
    bookings: await findShifted(db, org.id, { viewer: person.id, now: now(), limit: most }),
  }),
})
