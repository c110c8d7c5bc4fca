/**
 * Why a step after a booking is as it is, where Foyer itself says so. What is stored is the English sentence; the app says it in the reader's
 * language (`server/sentences/reasons` in web/src/i18n/<language>/server/reasons.ts).
 */
export const stepReasons = {
  overtaken: 'The booking changed before it was sent',
  overtakenInDoubt: 'It may have been sent, and the booking has changed since',
  optedOut: 'The recipient has opted out of emails',
  optedOutInDoubt: 'It may have been sent before the recipient opted out of emails',
  noEmail: 'No email address',
  noPhone: 'No phone number',
  noTemplate: 'This event type has no WhatsApp template',
  cancelled: 'The meeting was cancelled',
  moved: 'The meeting was moved',
  handed: 'The meeting has another host',
  toldAnew: 'The time was told anew',
  begun: 'The meeting had begun',
  late: 'More than 30 minutes late',
  onHold: 'Messages are on hold after a restore',
  notWritten: 'It could not be written. The log of the server says why',
  discarded: 'An admin discarded the job that does it',
  notTriedAgain: 'It is not tried again. The log of the server says why it failed',
  gone: 'The booking is gone',
  changing: 'The booking changed while its event was written',
  disconnected: 'The calendar was disconnected',
  noCalendar: 'No calendar is connected',
  eventDeleted: 'The event was deleted in the calendar',
  roomPending: 'The video room is being made',
  roomMissing: 'Google has not made the video room',
  roomFailed: 'Google could not make the video room',
} as const
