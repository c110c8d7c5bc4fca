import type { LinkProps } from '@tanstack/react-router'
import { messages } from '#web/i18n/strings.ts'
import { type NoticeSentences, factText as text } from '#web/module.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('crm/records/sentences#audit', {
  'add-note': { done: 'added a note', tried: 'tried to add a note' },
  'update-note': { done: 'edited a note', tried: 'tried to edit a note' },
  'delete-note': { done: 'deleted a note', tried: 'tried to delete a note' },
  'restore-note': { done: 'restored a note', tried: 'tried to restore a note' },
  'add-record-file': { done: 'added a file to a record', tried: 'tried to add a file to a record' },
  'remove-record-file': { done: 'removed a file of a record', tried: 'tried to remove a file of a record' },
  'restore-record-file': { done: 'restored a file of a record', tried: 'tried to restore a file of a record' },
})

const strings = messages('crm/records/sentences', {
  mentioned: (by: string) => (by === '' ? 'You were mentioned in a note' : `${by} mentioned you in a note`),
})

const pages: Readonly<Record<string, (id: string) => Pick<LinkProps, 'to' | 'params'>>> = {
  contact: (contactId) => ({ to: '/contacts/$contactId', params: { contactId } }),
  company: (companyId) => ({ to: '/companies/$companyId', params: { companyId } }),
  lead: (leadId) => ({ to: '/leads/$leadId', params: { leadId } }),
  deal: (dealId) => ({ to: '/deals/$dealId', params: { dealId } }),
}

export const notices: NoticeSentences = {
  mentioned_in_note: ({ facts }) => {
    const link = pages[text(facts.kind)]?.(text(facts.record_id))
    return {
      title: strings.mentioned(text(facts.by)),
      text: text(facts.name) || undefined,
      tone: 'warn',
      ...(link && { link }),
    }
  },
}
