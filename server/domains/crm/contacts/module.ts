import { module } from '#core/module.ts'
import { decideClaim } from './decide-claim.ts'
import { contactErrors } from './errors.ts'
import { contactEvents } from './events.ts'
import { indexNumbers } from './index-numbers.ts'
import { listContacts } from './list-contacts.ts'
import { listTimeline } from './list-timeline.ts'
import { mergeContacts } from './merge-contacts.ts'
import { showContact } from './show-contact.ts'
import { undoMerge } from './undo-merge.ts'
import { updateContact } from './update-contact.ts'

export const contactsModule = module({
  title: 'Contacts',
  actions: [listContacts, showContact, updateContact, mergeContacts, undoMerge, decideClaim, listTimeline],
  jobs: [indexNumbers],
  errors: contactErrors,
  events: [contactEvents],
  scopes: {
    'contacts:read': 'Read contacts',
    'timeline:read': 'Read what happened with a person: messages, calls, payments, deals',
  },
  owns: ['contact_claims', 'contact_keys', 'contact_merges', 'contacts'],
})
