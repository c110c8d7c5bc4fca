import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconAddressBook } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'
import { laterWindow } from '#web/ui/later-window.tsx'
import { idsIn, orderIn, textIn } from '#web/ui/route-params.ts'

const NewContactWindow = laterWindow(() => import('./new-contact-window.tsx').then(({ NewContactWindow }) => NewContactWindow))

const strings = messages({
  contact: 'Contact',
  newContact: 'New contact',
  newContactAlso: 'create add person client',
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
  creates: [
    {
      ...{ what: 'contact', name: strings.contact, verb: strings.newContact, also: strings.newContactAlso },
      ...{ Icon: IconAddressBook, key: 'c', Window: NewContactWindow },
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
