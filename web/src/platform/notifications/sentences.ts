import { counted, money } from '#web/i18n/format.ts'
import { messages } from '#web/i18n/strings.ts'
import { type NoticeSentences, factText as text } from '#web/module.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('platform/notifications/sentences#audit', {
  'mark-notices-read': { done: 'marked notifications as read', tried: 'tried to mark notifications as read' },
  'save-notification-settings': {
    done: 'changed how they are notified',
    tried: 'tried to change how they are notified',
  },
  'send-test-notification': {
    done: 'sent themselves a test notification',
    tried: 'tried to send themselves a test notification',
  },
  'subscribe-push': {
    done: 'registered a browser for push notifications',
    tried: 'tried to register a browser for push notifications',
  },
  'unsubscribe-push': {
    done: 'removed a browser from push notifications',
    tried: 'tried to remove a browser from push notifications',
  },
})

const strings = messages('platform/notifications/sentences', {
  test: 'This is a test notification',
  testText: 'It works.',
  deal: 'You have a new deal',
  deals: (n: number) => (n === 1 ? '1 new deal was assigned to you' : `${counted(n)} new deals were assigned to you`),
  lead: 'You have a new lead',
  leadsAssigned: (n: number) => (n === 1 ? '1 lead was assigned to you' : `${counted(n)} leads were assigned to you`),
  conversation: (name: string) => `The conversation with ${name} was assigned to you`,
  visitor: 'a visitor',
  task: 'You have a new task',
  message: (name: string) => `${name} wrote to you`,
  someVisitor: 'A visitor',
  email: (name: string) => `${name} sent you an email`,
  someContact: 'A contact',
  paid: (label: string) => `Invoice ${label} was paid`,
  overdue: (label: string) => `Invoice ${label} is overdue`,
  amountOf: (name: string, amount: string) => `${name} · ${amount}`,
  signed: (title: string) => `All have signed “${title}”`,
  imported: (name: string) => `“${name}” was imported`,
  importFailed: (name: string) => `The import of “${name}” failed`,
  leads: (n: number) => (n === 1 ? '1 lead' : `${counted(n)} leads`),
})

/** The filter of a list, as its address says it. */
const ownedByMe = { f: 'owner*is*me' }

/** As the reader's language writes it; a notice of an earlier version has it in English words alone. */
const amountIn = ({ amount, amount_minor: minor, currency }: Parameters<NoticeSentences[string]>[0]['facts']): string =>
  typeof minor === 'number' && typeof currency === 'string' ? money(minor, currency) : text(amount)

export const notices: NoticeSentences = {
  notification_test: () => ({
    title: strings.test,
    text: strings.testText,
    tone: 'good',
    link: { to: '/settings/notifications' },
  }),
  deal_assigned: ({ facts, subject_id: dealId }) => ({
    title: strings.deal,
    text: text(facts.name),
    tone: 'good',
    link: { to: '/deals/$dealId', params: { dealId } },
  }),
  deals_assigned: ({ facts }) => ({
    title: strings.deals(Number(facts.count)),
    tone: 'good',
    link: { to: '/deals', search: { view: 'list', ...ownedByMe } as never },
  }),
  lead_assigned: ({ facts, subject_id: leadId }) => ({
    title: strings.lead,
    text: text(facts.name),
    tone: 'good',
    link: { to: '/leads/$leadId', params: { leadId } },
  }),
  leads_assigned: ({ facts }) => ({
    title: strings.leadsAssigned(Number(facts.count)),
    tone: 'good',
    link: { to: '/leads', search: ownedByMe as never },
  }),
  conversation_assigned: ({ facts, subject_id: contactId }) => ({
    title: strings.conversation(text(facts.name) || strings.visitor),
    tone: 'warn',
    link: { to: '/inbox/$projectId', params: { projectId: text(facts.thread) || contactId } },
  }),
  task_assigned: ({ facts }) => ({
    title: strings.task,
    text: text(facts.about) || undefined,
    tone: 'warn',
    link: { to: '/tasks' },
  }),
  message_new: ({ facts, subject_id: contactId }) => ({
    title: strings.message(text(facts.name) || strings.someVisitor),
    tone: 'warn',
    link: { to: '/inbox/$projectId', params: { projectId: text(facts.thread) || contactId } },
  }),
  email_new: ({ facts }) => ({
    title: strings.email(text(facts.name) || strings.someContact),
    tone: 'warn',
    link: { to: '/mail/$mailId', params: { mailId: text(facts.mail) } },
  }),
  invoice_paid: ({ facts, subject_id: invoiceId }) => ({
    title: strings.paid(text(facts.label)),
    text: strings.amountOf(text(facts.name), amountIn(facts)),
    tone: 'good',
    link: { to: '/invoices/$invoiceId', params: { invoiceId } },
  }),
  invoice_overdue: ({ facts, subject_id: invoiceId }) => ({
    title: strings.overdue(text(facts.label)),
    text: strings.amountOf(text(facts.name), amountIn(facts)),
    tone: 'bad',
    link: { to: '/invoices/$invoiceId', params: { invoiceId } },
  }),
  document_signed: ({ facts, subject_id: documentId }) => ({
    title: strings.signed(text(facts.title)),
    tone: 'good',
    link: { to: '/documents/$documentId', params: { documentId } },
  }),
  import_done: ({ facts, subject_id: uploadId }) => {
    const isFailed = facts.state === 'failed'
    return {
      title: (isFailed ? strings.importFailed : strings.imported)(text(facts.name)),
      text: isFailed ? undefined : strings.leads(Number(facts.rows)),
      tone: isFailed ? 'bad' : 'good',
      link: { to: '/uploads/$uploadId', params: { uploadId } },
    }
  },
}
