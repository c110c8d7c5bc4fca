import { messages } from '#web/i18n/strings.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('crm/contacts/sentences', {
  'decide-claim': {
    done: 'reviewed an unverified address or number',
    tried: 'tried to review an unverified address or number',
  },
  'merge-contacts': { done: 'merged two contacts', tried: 'tried to merge two contacts' },
  'undo-merge': { done: 'undid a merge of contacts', tried: 'tried to undo a merge of contacts' },
  'create-contact': { done: 'added a contact', tried: 'tried to add a contact' },
  'update-contact': { done: 'edited a contact', tried: 'tried to edit a contact' },
})
