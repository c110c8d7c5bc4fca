import { messages } from '#web/i18n/strings.ts'

/** Of steps after a booking. By themselves, for sentences about them stand on pages that need none of the other words. */
export const stepNames = messages('meetings/bookings/step-strings', {
  calendar: 'Calendar event',
  booker_mail: 'Email to the booker',
  host_mail: 'Email to the host',
  whatsapp: 'WhatsApp message',
})
