import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconCalendarDue, IconClock, IconTemplate } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'
import { idsIn } from '#web/ui/route-params.ts'
import { readBookingsSearch } from './bookings-search.ts'

const strings = messages('meetings/bookings/module', {
  booking: 'Booking',
  newBooking: 'New booking',
  newBookingAlso: 'create add meeting appointment',
  bookings: 'Bookings',
  bookingsAbout: 'Meetings that were booked, and what followed from them.',
  types: 'Event types',
  typesAbout: 'Kinds of meetings that can be booked.',
  hours: 'Working hours',
  hoursAbout: 'When you can be booked.',
})

const bookings = createRoute({
  getParentRoute: () => staff,
  path: '/bookings',
  validateSearch: readBookingsSearch,
  component: lazyRouteComponent(() => import('./bookings-page.tsx'), 'BookingsPage'),
})

const booking = createRoute({
  getParentRoute: () => staff,
  path: '/bookings/$bookingId',
  params: idsIn('bookingId'),
  component: lazyRouteComponent(() => import('./booking-page.tsx'), 'BookingPage'),
})

const eventTypes = createRoute({
  getParentRoute: () => staff,
  path: '/settings/event-types',
  component: lazyRouteComponent(() => import('./event-types-page.tsx'), 'EventTypesPage'),
})

const hours = createRoute({
  getParentRoute: () => staff,
  path: '/settings/hours',
  component: lazyRouteComponent(() => import('./hours-page.tsx'), 'HoursPage'),
})

export const routes = [bookings, booking, eventTypes, hours]

export const module: WebModule = {
  navigation: [
    {
      to: '/bookings',
      at: 'main',
      name: strings.bookings,
      about: strings.bookingsAbout,
      Icon: IconCalendarDue,
      least: 'member',
      key: '1',
    },
    {
      to: '/settings/event-types',
      at: 'business',
      name: strings.types,
      about: strings.typesAbout,
      Icon: IconTemplate,
      least: 'member',
      key: '2',
    },
    {
      to: '/settings/hours',
      at: 'you',
      name: strings.hours,
      about: strings.hoursAbout,
      Icon: IconClock,
      least: 'member',
      key: '3',
    },
  ],
  creates: [
    {
      ...{ what: 'booking', name: strings.booking, verb: strings.newBooking, also: strings.newBookingAlso },
      ...{ Icon: IconCalendarDue, key: 'b', link: { to: '/bookings', search: { new: 'yes' } } },
    },
  ],
  live: {
    'list-bookings': [
      'booking.created',
      'booking.confirmed',
      'booking.rescheduled',
      'booking.cancelled',
      'booking.updated',
      'mail.changed',
    ],
    'show-booking-detail': [
      'booking.confirmed',
      'booking.rescheduled',
      'booking.cancelled',
      'booking.updated',
      'mail.changed',
      'message.changed',
    ],
    'list-shifted-bookings': ['booking.rescheduled', 'booking.cancelled', 'booking.updated'],
    'list-event-types': ['event_type.saved', 'event_type.archived', 'member.changed'],
    'show-hours': ['hours.changed', 'workspace.changed', 'member.changed'],
  },
  sentences: () => import('./sentences.ts'),
}
