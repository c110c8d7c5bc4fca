import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconMailbox } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'
import { textIn } from '#web/ui/route-params.ts'

const strings = messages('platform/mail-out/module', {
  outbox: 'Outgoing mail',
  outboxLead: 'Every email Foyer sends, and its status.',
})

const outbox = createRoute({
  getParentRoute: () => staff,
  path: '/settings/outbox',
  validateSearch: (search: Record<string, unknown>): { mail?: string } => textIn('mail', search.mail),
  component: lazyRouteComponent(() => import('./outbox-page.tsx'), 'OutboxPage'),
})

export const routes = [outbox]

export const module: WebModule = {
  navigation: [
    {
      to: '/settings/outbox',
      at: 'system',
      name: strings.outbox,
      about: strings.outboxLead,
      Icon: IconMailbox,
      least: 'admin',
      key: 'o',
    },
  ],
  live: {
    'show-mail': ['mail.changed'],
  },
  sentences: () => import('./sentences.ts'),
}
