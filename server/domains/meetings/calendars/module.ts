import { held } from '#core/held.ts'
import { module } from '#core/module.ts'
import { calendarChanged } from './calendar-changed.ts'
import { createMeetEvent } from './create-meet-event.ts'
import { enterCalendars, leaveCalendars, showOpenChannels } from './enter-calendars.ts'
import { calendarErrors } from './errors.ts'
import { calendarEvents } from './events.ts'
import { fetchCalendar } from './fetch-calendar.ts'
import { listAccountCalendars } from './list-account-calendars.ts'
import { listCalendars } from './list-calendars.ts'
import { calendarNotices } from './notices.ts'
import { pollCalendars } from './poll-calendars.ts'
import { readCalendar } from './read-calendar.ts'
import { refreshAccountCalendars } from './refresh-account-calendars.ts'
import { relistCalendars } from './relist-calendars.ts'
import { removeLateEvent } from './remove-late-event.ts'
import { removeMeetEvent } from './remove-meet-event.ts'
import { syncMailbox } from './sync-mailbox.ts'
import { updateCalendar } from './update-calendar.ts'
import { watchCalendar } from './watch-calendar.ts'

/** Copies of members' calendars, for availability, and the events that bookings have there. */
export const calendarsModule = module({
  title: 'Calendars',
  actions: [fetchCalendar, createMeetEvent, listAccountCalendars, updateCalendar, refreshAccountCalendars, syncMailbox],
  jobs: [listCalendars, relistCalendars, readCalendar, pollCalendars, watchCalendar, removeMeetEvent, removeLateEvent],
  inbound: [calendarChanged],
  errors: calendarErrors,
  events: [calendarEvents],
  notices: calendarNotices,
  within: [enterCalendars, leaveCalendars, showOpenChannels],
  held: [
    held({
      name: 'calendars at their providers',
      kind: 'syncs',
      jobs: [listCalendars, readCalendar, watchCalendar, removeMeetEvent, removeLateEvent],
    }),
  ],
  owns: [
    'calendar_channels',
    'calendar_conflicts',
    'calendar_events',
    'calendar_unread_events',
    'calendar_writes',
    'calendars',
    'directory.bookable_calendars',
  ],
})
