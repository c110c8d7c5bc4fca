import { messages } from '#web/i18n/strings.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages({
  'archive-event-type': { done: 'archived an event type', tried: 'tried to archive an event type' },
  booking: { done: 'booked a meeting', tried: 'tried to book a meeting' },
  'cancel-booking': { done: 'cancelled a meeting by its link', tried: 'tried to cancel a meeting by its link' },
  'create-booking': { done: 'booked a meeting for a client', tried: 'tried to book a meeting for a client' },
  'decide-booker-answer': {
    done: 'decided about a booker’s answer by email',
    tried: 'tried to decide about a booker’s answer by email',
  },
  'decide-outside-change': {
    done: 'decided about a change in a host’s calendar',
    tried: 'tried to decide about a change in a host’s calendar',
  },
  'hold-slot': { done: 'held a time for a booking', tried: 'tried to hold a time for a booking' },
  'lift-booking-refusal': {
    done: 'let an address get booking emails again',
    tried: 'tried to let an address get booking emails again',
  },
  'manage-booking': { done: 'cancelled, approved or declined a meeting', tried: 'tried to change the state of a meeting' },
  'move-booking': { done: 'rescheduled a meeting', tried: 'tried to reschedule a meeting' },
  'process-reminders': { done: 'sent due reminders', tried: 'tried to send due reminders' },
  'release-hold': { done: 'released a time on hold', tried: 'tried to release a time on hold' },
  'reschedule-booking': { done: 'rescheduled a meeting by its link', tried: 'tried to reschedule a meeting by its link' },
  'retry-booking-effect': { done: 'retried a step after a booking', tried: 'tried to retry a step after a booking' },
  'save-event-type': { done: 'saved an event type', tried: 'tried to save an event type' },
  'send-booking-reminder': { done: 'sent a reminder of a meeting', tried: 'tried to send a reminder of a meeting' },
  'settle-booking-clock': {
    done: 'decided about a meeting after a change of the clocks',
    tried: 'tried to decide about a meeting after a change of the clocks',
  },
  'set-hours': { done: 'set working hours', tried: 'tried to set working hours' },
})
