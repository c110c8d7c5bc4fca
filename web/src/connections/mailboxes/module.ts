import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconMailbox } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'
import { textIn } from '#web/ui/route-params.ts'

const strings = messages('connections/mailboxes/module', {
  mailboxes: 'Mailboxes',
  about: 'Your own mail and calendar accounts, and those of the team.',
})

const mailboxes = createRoute({
  getParentRoute: () => staff,
  path: '/settings/mailboxes',
  validateSearch: (search: Record<string, unknown>): { connected?: string } => textIn('connected', search.connected),
  component: lazyRouteComponent(() => import('./mailboxes-page.tsx'), 'MailboxesPage'),
})

export const routes = [mailboxes]

export const module: WebModule = {
  navigation: [
    {
      to: '/settings/mailboxes',
      at: 'you',
      name: strings.mailboxes,
      about: strings.about,
      Icon: IconMailbox,
      least: 'member',
      key: '4',
    },
  ],
  live: {
    'list-mailboxes': [
      'mailbox.updated',
      'connection.connected',
      'connection.failed',
      'connection.disconnected',
      'calendar.read',
    ],
    'preview-mailbox-disconnect': ['email.received', 'email.written', 'email.updated', 'mailbox.updated'],
    'show-calendar-feed': ['calendar_feed.updated'],
    'list-account-calendars': ['calendar.read', 'calendar.updated', 'mailbox.updated'],
  },
  sentences: () => import('./sentences.ts'),
}
