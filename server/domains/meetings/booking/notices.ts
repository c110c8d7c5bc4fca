import { notices } from '#core/declared.ts'

/** For the hosts of a meeting, each alone; where none of them is a member, for admins. */
export const bookingNotices = notices({
  meeting_host_left: {
    about: 'A host of a meeting that is ahead is no longer a member.',
    least: 'admin',
    topic: 'meetings',
    page: (bookingId) => `/bookings/${bookingId}`,
  },
  meeting_changed: {
    about: 'A host moved or deleted a meeting in their calendar.',
    least: 'member',
    topic: 'meetings',
    page: (bookingId) => `/bookings/${bookingId}`,
  },
  meetings_shifted: {
    about: 'Meetings of a host show another time than was agreed, since the clocks of a zone were changed.',
    least: 'member',
    topic: 'meetings',
    page: () => '/bookings',
  },
  meeting_conflict: {
    about: 'Another event is in the calendar of a host during a meeting.',
    least: 'member',
    topic: 'meetings',
    page: (bookingId) => `/bookings/${bookingId}`,
  },
  meeting_step_failed: {
    about: 'A step after a booking failed, and is not tried again.',
    least: 'member',
    topic: 'meetings',
    page: (bookingId) => `/bookings/${bookingId}`,
  },
  meeting_news: {
    about: 'A meeting was booked, changed or cancelled while no email can be sent.',
    least: 'member',
    topic: 'meetings',
    page: (bookingId) => `/bookings/${bookingId}`,
  },
})
