import { messages } from '#web/i18n/strings.ts'
import type { NoticeSentences } from '#web/module.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('crm/leads/sentences#audit', {
  'add-lead': { done: 'added a lead by hand', tried: 'tried to add a lead by hand' },
  'update-lead': { done: 'changed the state or owner of a lead', tried: 'tried to change the state or owner of a lead' },
  'create-lead': { done: 'sent a lead', tried: 'tried to send a lead' },
})

const strings = messages('crm/leads/sentences', {
  conflict: 'Two leads with the same external id',
  conflictText: 'The second one has other contact details and was rejected. Check whether two tools assign the same ids.',
})

export const notices: NoticeSentences = {
  external_id_conflict: ({ subject_id: leadId }) => ({
    title: strings.conflict,
    text: strings.conflictText,
    tone: 'warn',
    link: { to: '/leads/$leadId', params: { leadId } },
  }),
}
