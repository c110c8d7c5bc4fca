import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconAddressBook } from '#icons'
import { readListSearch } from '#web/desk/lists/list-search.ts'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'
import { laterWindow } from '#web/ui/later-window.tsx'
import { idsIn } from '#web/ui/route-params.ts'

const NewContactWindow = laterWindow(() => import('./new-contact-window.tsx').then(({ NewContactWindow }) => NewContactWindow))

const strings = messages('crm/contacts/module', {
  contact: 'Contact',
  newContact: 'New contact',
  newContactAlso: 'create add person client',
  contacts: 'Contacts',
  contactsAbout: 'Everyone you’ve heard from.',
})

const contacts = createRoute({
  getParentRoute: () => staff,
  path: '/contacts',
  validateSearch: readListSearch,
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
