import { errors } from '#core/errors.ts'

export const calendarErrors = errors({
  account_calendar_not_found: {
    status: 404,
    message: 'This calendar does not exist.',
    fix: 'Use an id from `list-account-calendars`; the calendar of another member is not yours to change.',
  },
  calendar_gone: {
    status: 409,
    message: 'The provider of this calendar does not list it any more.',
    fix: 'Choose another calendar; this one can be chosen again once its provider lists it.',
  },
  calendar_is_target: {
    status: 409,
    message: 'Meetings are written into this calendar, so it must be read.',
    fix: 'Choose another calendar for meetings first.',
  },
  calendar_read_only: {
    status: 409,
    message: 'Events cannot be written into this calendar.',
    fix: 'Choose a calendar of your own, or one that you may change.',
  },
  no_video_provider: {
    status: 409,
    message: 'This account has no calendar that makes video rooms, and the workspace has no address of video rooms.',
    fix: 'Connect a Google calendar in Settings → Mailboxes, or set the address of video rooms in Settings → Workspace.',
  },
})
