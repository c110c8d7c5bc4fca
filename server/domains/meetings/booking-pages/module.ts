import { module } from '#core/module.ts'
import { bookingPages } from './booking-pages.ts'

/** The public pages on which meetings are booked and changed, and where their links lead. */
export const bookingPagesModule = module({
  title: 'Booking',
  routes: [bookingPages],
  owns: [],
})
