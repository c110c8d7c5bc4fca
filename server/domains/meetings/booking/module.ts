import { module } from '#core/module.ts'
import { archiveEventType } from './archive-event-type.ts'
import { askAboutEarlierLeavers } from './ask-about-earlier-leavers.ts'
import { askAboutFormerHosts } from './ask-about-former-hosts.ts'
import { booking } from './booking.ts'
import { bookingTimeline } from './booking-timeline.ts'
import { cancelBooking } from './cancel-booking.ts'
import { compareClocksJob } from './compare-clocks.ts'
import { createBooking } from './create-booking.ts'
import { decideBookerAnswer } from './decide-booker-answer.ts'
import { decideOutsideChange } from './decide-outside-change.ts'
import { doBookingEffect } from './do-booking-effect.ts'
import { endPastQuestionsJob } from './end-past-questions.ts'
import { endUnansweredRequests } from './end-unanswered-requests.ts'
import { enterEarlierBookings } from './enter-earlier-bookings.ts'
import { bookingErrors } from './errors.ts'
import { bookingEvents, eventTypeEvents } from './events.ts'
import { followOutsideChange } from './follow-outside-change.ts'
import { getAvailability } from './get-availability.ts'
import { heldEffects } from './held-effects.ts'
import { holdSlot } from './hold-slot.ts'
import { liftBookingRefusal } from './lift-booking-refusal.ts'
import { linkedBookings } from './linked-bookings.ts'
import { listBookings } from './list-bookings.ts'
import { listCalendar } from './list-calendar.ts'
import { listEventTypes } from './list-event-types.ts'
import { listPublishedCalendars } from './list-published-calendars.ts'
import { listShiftedBookings } from './list-shifted-bookings.ts'
import { listSlots } from './list-slots.ts'
import { manageBooking } from './manage-booking.ts'
import { moveBooking } from './move-booking.ts'
import { bookingNotices } from './notices.ts'
import { notifyOfFailedEmails } from './notify-of-failed-emails.ts'
import { notifyOfFailedMessages } from './notify-of-failed-messages.ts'
import { openMeeting } from './open-meeting.ts'
import { previewSlots } from './preview-slots.ts'
import { processReminders } from './process-reminders.ts'
import { raiseOutsideChanges } from './raise-outside-changes.ts'
import { readBookerAnswers } from './read-booker-answers.ts'
import { releaseHoldAction } from './release-hold.ts'
import { rescheduleBooking } from './reschedule-booking.ts'
import { retryBookingEffect } from './retry-booking-effect.ts'
import { saveEventType } from './save-event-type.ts'
import { sendBookingReminder } from './send-booking-reminder.ts'
import { sendDueReminders } from './send-due-reminders.ts'
import { settleBookingClock } from './settle-booking-clock.ts'
import { settleDeadSteps } from './settle-dead-steps.ts'
import { showBooking } from './show-booking.ts'
import { showBookingDetail } from './show-booking-detail.ts'
import { showEventType } from './show-event-type.ts'
import { withdrawOvertakenOnce } from './withdraw-overtaken.ts'
import { writeEarlierBookings } from './write-earlier-bookings.ts'

/** Meetings that cannot collide: event types, the starts that they offer, bookings, and what follows from them. */
export const bookingModule = module({
  title: 'Booking',
  actions: [
    getAvailability,
    listPublishedCalendars,
    listSlots,
    showEventType,
    holdSlot,
    releaseHoldAction,
    booking,
    showBooking,
    openMeeting,
    rescheduleBooking,
    cancelBooking,
    listBookings,
    listCalendar,
    showBookingDetail,
    createBooking,
    manageBooking,
    moveBooking,
    decideOutsideChange,
    decideBookerAnswer,
    retryBookingEffect,
    liftBookingRefusal,
    listShiftedBookings,
    settleBookingClock,
    listEventTypes,
    saveEventType,
    previewSlots,
    archiveEventType,
    processReminders,
    sendBookingReminder,
  ],
  jobs: [
    askAboutEarlierLeavers,
    compareClocksJob,
    doBookingEffect,
    endPastQuestionsJob,
    endUnansweredRequests,
    followOutsideChange,
    sendDueReminders,
    withdrawOvertakenOnce,
    writeEarlierBookings,
  ],
  errors: bookingErrors,
  events: [bookingEvents, eventTypeEvents],
  scopes: {
    'bookings:read': 'Read bookings and event types',
    'bookings:write': 'Create, cancel, approve and reschedule bookings',
    'reminders:write': 'Send due reminders of meetings',
  },
  held: [heldEffects],
  notices: bookingNotices,
  reactions: [
    askAboutFormerHosts,
    notifyOfFailedEmails,
    notifyOfFailedMessages,
    raiseOutsideChanges,
    enterEarlierBookings,
    readBookerAnswers,
  ],
  within: [bookingTimeline, settleDeadSteps, linkedBookings],
  owns: [
    'booking_effects',
    'booking_refusals',
    'booking_reminders',
    'booking_spans',
    'bookings',
    'directory.booking_links',
    'event_type_hosts',
    'event_types',
  ],
})
