import { messages } from '#web/i18n/strings.ts'

/** What the page of a contact says of meetings. */
export const strings = messages('meetings/bookings/contact-strings', {
  title: 'Meetings',
  none: 'No upcoming meetings.',
  create: 'Book a meeting',
  failed: 'The meetings could not be loaded',
})
