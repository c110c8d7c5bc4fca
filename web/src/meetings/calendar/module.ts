import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconCalendarWeek } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'
import { readCalendarSearch } from './calendar-search.ts'

const strings = messages('meetings/calendar/module', {
  calendar: 'Calendar',
  about: 'Meetings, events and absences by day and week.',
})

const calendar = createRoute({
  getParentRoute: () => staff,
  path: '/calendar',
  validateSearch: readCalendarSearch,
  component: lazyRouteComponent(() => import('./calendar-page.tsx'), 'CalendarPage'),
})

export const routes = [calendar]

export const module: WebModule = {
  navigation: [
    {
      to: '/calendar',
      at: 'main',
      name: strings.calendar,
      about: strings.about,
      Icon: IconCalendarWeek,
      least: 'member',
      key: '6',
    },
  ],
  live: {
    'list-calendar': [
      'booking.created',
      'booking.confirmed',
      'booking.rescheduled',
      'booking.cancelled',
      'booking.updated',
      'calendar.read',
      'calendar.updated',
      'calendar.conflict',
      'member.changed',
      'pipeline.changed',
      'workspace.changed',
    ],
  },
}
