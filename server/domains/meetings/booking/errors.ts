import { errors } from '#core/errors.ts'

export const bookingErrors = errors({
  event_type_not_found: {
    status: 404,
    message: 'This event type does not exist.',
    fix: 'Use an id or slug from `list-published-calendars` or `list-event-types`.',
  },
  event_type_slug_taken: {
    status: 409,
    message: 'Another event type has this slug.',
    fix: 'Choose another slug: it stands in the address of the page.',
  },
  event_type_is_default: {
    status: 409,
    message: 'The default event type cannot be archived.',
    fix: 'Make another event type the default first, or edit this one.',
  },
  host_not_found: {
    status: 404,
    message: 'A host is not a member of this workspace, or has not joined yet.',
    fix: 'Use user ids from `list-members` of people who have joined.',
  },
  calendar_not_found: {
    status: 404,
    message: 'A calendar does not exist or is not published.',
    fix: 'Use ids from `list-published-calendars`, all of one workspace.',
  },
  zone_unknown: {
    status: 400,
    message: 'timezone is not a known time zone',
    fix: 'Send an IANA name such as Europe/Berlin.',
  },
  time_unreadable: {
    status: 400,
    message: 'The time is not ISO 8601.',
    fix: 'Send a time such as 2027-03-28T10:00:00+02:00.',
  },
  time_skipped: {
    status: 400,
    message: 'Clocks skip this time in the time zone.',
    fix: 'Use the time in `next`, or send an offset.',
  },
  time_ambiguous: {
    status: 400,
    message: 'Clocks show this time twice in the time zone.',
    fix: 'Send one of the two `instants`, or the time with its offset.',
  },
  time_range_invalid: {
    status: 400,
    message: 'The time range is not valid.',
    fix: 'The end must be after the start, at most 62 days later, and at most 24 months ahead.',
  },
  slot_taken: {
    status: 409,
    message: 'This time is already booked.',
    fix: 'Book one of the starts in `nearest`, or ask `list-slots` again.',
  },
  slot_not_offered: {
    status: 409,
    message: 'This time is not offered for booking.',
    fix: 'Book one of the starts in `nearest`, or ask `list-slots`.',
  },
  too_many_holds: {
    status: 429,
    message: 'Too many slots are on hold. Try again in <N> seconds',
    fix: 'Wait for the seconds in `Retry-After`, or book without a hold.',
  },
  too_many_bookings: {
    status: 429,
    message: 'Too many bookings for this recipient or from this network. Try again in <N> seconds',
    fix: 'Wait for the seconds in `Retry-After`, or ask the host to book.',
  },
  calendar_too_old: {
    status: 409,
    message: 'The host’s calendar cannot be checked right now.',
    fix: 'Try again in a few minutes.',
  },
  booking_not_found: {
    status: 404,
    message: 'This booking does not exist.',
    fix: 'Use an id from `list-bookings`.',
  },
  booking_link_unknown: {
    status: 404,
    message: 'This link belongs to no booking.',
    fix: 'Open the link from the latest email again.',
  },
  link_not_from_mail: {
    status: 403,
    message: 'Only the link in an email about this booking can do this.',
    fix: 'Open the link as it is in the email. The link that `booking` answers is another one.',
  },
  booking_over: {
    status: 409,
    message: 'This booking is over.',
    fix: 'Book a new time.',
  },
  booking_cancelled: {
    status: 409,
    message: 'This booking was cancelled.',
    fix: 'Book a new time.',
  },
  booking_not_changed: {
    status: 409,
    message: 'The host’s calendar agrees with this booking.',
    fix: 'Reload the booking: it was decided already, or the calendar was changed back.',
  },
  booking_changed_again: {
    status: 409,
    message: 'The host changed this meeting in their calendar again: decide about what it says now.',
    fix: 'Read `outside_change` of the response, and send it as `shown`.',
  },
  booking_not_answered: {
    status: 409,
    message: 'There is no open answer of the booker, or none that proposes another time.',
    fix: 'Reload the booking: it was decided already, or the meeting was changed since.',
  },
  booking_too_late: {
    status: 409,
    message: 'This booking can no longer be changed by its link.',
    fix: 'Contact the host: the time for changes is over.',
  },
  booking_not_confirmed: {
    status: 409,
    message: 'This booking is waiting for approval.',
    fix: 'Approve it first with `manage-booking`.',
  },
  booker_gets_no_email: {
    status: 409,
    message: 'The booker gets no emails: there is no address, or they have opted out.',
    fix: 'Contact them another way.',
  },
  too_many_booking_mails: {
    status: 429,
    message: 'This recipient has had too many emails about bookings in a day. Try again in <N> seconds',
    fix: 'Wait for the seconds in `Retry-After`, or contact them another way.',
  },
  booking_not_pending: {
    status: 409,
    message: 'This booking is not waiting for approval.',
    fix: 'Reload the booking to see its state.',
  },
  effect_not_failed: {
    status: 409,
    message: 'This step cannot be repeated in its state.',
    fix: 'Only failed, skipped or uncertain steps can be repeated.',
  },
  answer_missing: {
    status: 400,
    message: 'A required question has no answer.',
    fix: 'Answer the question named in `field`.',
  },
})
