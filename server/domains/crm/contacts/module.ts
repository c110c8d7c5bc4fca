import { module } from '#core/module.ts'
import { createContact } from './create-contact.ts'
import { decideClaim } from './decide-claim.ts'
import { editTimeline } from './edit-timeline.ts'
import { findDuplicates } from './find-duplicates.ts'
import { listContacts } from './list-contacts.ts'
import { listTimeline } from './list-timeline.ts'
import { mailTimeline } from './mail-timeline.ts'
import { mergeContacts } from './merge-contacts.ts'
import { showContact } from './show-contact.ts'
import { undoMerge } from './undo-merge.ts'
import { updateContact } from './update-contact.ts'

/** Contacts as they are shown and changed, with their leads, deals and all that happened with them. */
export const contactsModule = module({
  title: 'Contacts',
  actions: [
    listContacts,
    showContact,
    createContact,
    findDuplicates,
    updateContact,
    mergeContacts,
    undoMerge,
    decideClaim,
    listTimeline,
  ],
  scopes: {
    'contacts:read': 'Read contacts',
    'contacts:write': 'Create contacts, and change them',
    'timeline:read': 'Read the timeline of a contact: messages, calls, payments, deals',
  },
  within: [mailTimeline, editTimeline],
  owns: [],
})
