import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconAddressBook } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'
import { idsIn, orderIn, textIn } from '#web/ui/route-params.ts'

const strings = messages({
  contacts: 'Contacts',
  contactsAbout: 'Everyone you’ve heard from.',
})

const contacts = createRoute({
  getParentRoute: () => staff,
  path: '/contacts',
  validateSearch: ({ q, order }: Record<string, unknown>): { q?: string; order?: 'created_at' | undefined } => ({
    ...textIn('q', q),
    // What is searched for is newest first.
    ...orderIn(['-created_at', 'created_at'] as const, q ? undefined : order),
  }),
  component: lazyRouteComponent(() => import('./contacts-page.tsx'), 'ContactsPage'),
})

const contact = createRoute({
  getParentRoute: () => staff,
  path: '/contacts/$contactId',
  params: idsIn('contactId'),
  component: lazyRouteComponent(() => import('./contact-page.tsx'), 'ContactPage'),
})

export const routes = [contacts, contact]

export const module: WebModule = {
  navigation: [
    {
      to: '/contacts',
      at: 'main',
      name: strings.contacts,
      about: strings.contactsAbout,
      Icon: IconAddressBook,
      least: 'member',
      key: 'c',
    },
  ],
  live: {
    'show-contact': [
      'lead.received',
      'contact.changed',
      'deal.created',
      'deal.changed',
      'deal.closed',
      'contact.merged',
      'company.changed',
    ],
  },
  sentences: () => import('./sentences.ts'),
}
