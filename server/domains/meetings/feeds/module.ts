import { module } from '#core/module.ts'
import { changeCalendarFeed } from './change-calendar-feed.ts'
import { feedErrors } from './errors.ts'
import { feedEvents } from './events.ts'
import { feedRoutes } from './feed-routes.ts'
import { readCalendarFeed } from './read-calendar-feed.ts'
import { showCalendarFeed } from './show-calendar-feed.ts'

/** Meetings of a host as a calendar to subscribe to, where no account is connected. */
export const feedsModule = module({
  title: 'Calendars',
  actions: [showCalendarFeed, changeCalendarFeed, readCalendarFeed],
  routes: [feedRoutes],
  errors: feedErrors,
  events: [feedEvents],
  owns: ['directory.calendar_feeds'],
})
