import { type NoticeFacts, notices } from '#core/declared.ts'

const named = ({ name }: NoticeFacts, otherwise: string): string => (name ? String(name) : otherwise)
const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${many}`

/** Each for one member, but those of invoices and documents whose maker has left: admins have these. */
export const alertNotices = notices({
  deal_assigned: {
    about: 'A deal was assigned to you.',
    least: 'member',
    topic: 'assignments',
    line: (facts) => `You have a new deal: ${named(facts, 'Unnamed')}`,
    page: (dealId) => `/deals/${dealId}`,
  },
  deals_assigned: {
    about: 'Several deals were assigned to you at once.',
    least: 'member',
    topic: 'assignments',
    line: ({ count }) => `${counted(Number(count), 'new deal was', 'new deals were')} assigned to you`,
    page: () => '/deals?view=list&f=owner*is*me',
  },
  lead_assigned: {
    about: 'A lead was assigned to you.',
    least: 'member',
    topic: 'assignments',
    line: (facts) => `You have a new lead: ${named(facts, 'Unnamed')}`,
    page: (leadId) => `/leads/${leadId}`,
  },
  leads_assigned: {
    about: 'Several leads were assigned to you at once.',
    least: 'member',
    topic: 'assignments',
    line: ({ count }) => `${counted(Number(count), 'lead was', 'leads were')} assigned to you`,
    page: () => '/leads?f=owner*is*me',
  },
  conversation_assigned: {
    about: 'A conversation was assigned to you.',
    least: 'member',
    topic: 'assignments',
    line: (facts) => `The conversation with ${named(facts, 'a visitor')} was assigned to you`,
    page: (contactId, { thread }) => `/inbox/${thread ?? contactId}`,
  },
  task_assigned: {
    about: 'A task was assigned to you.',
    least: 'member',
    topic: 'assignments',
    line: ({ about }) => (about ? `You have a new task for ${about}` : 'You have a new task'),
    page: () => '/tasks',
  },
  message_new: {
    about: 'A message came in a conversation that is assigned to you.',
    least: 'member',
    topic: 'messages',
    line: (facts) => `${named(facts, 'A visitor')} wrote to you`,
    page: (contactId, { thread }) => `/inbox/${thread ?? contactId}`,
  },
  email_new: {
    about: 'A contact wrote an email to your own mailbox.',
    least: 'member',
    topic: 'messages',
    line: (facts) => `${named(facts, 'A contact')} sent you an email`,
    page: (_contactId, { mail }) => `/mail/${mail}`,
    // It lies in the same mailbox.
    isMailed: true,
  },
  invoice_paid: {
    about: 'An invoice was paid.',
    least: 'admin',
    topic: 'invoices',
    line: ({ label, name, amount }) => `${name} paid invoice ${label}: ${amount}`,
    page: (invoiceId) => `/invoices/${invoiceId}`,
  },
  invoice_overdue: {
    about: 'An invoice was not paid by its due date.',
    least: 'admin',
    topic: 'invoices',
    line: ({ label, name, amount }) => `Invoice ${label} of ${name} is overdue: ${amount}`,
    page: (invoiceId) => `/invoices/${invoiceId}`,
  },
  document_signed: {
    about: 'All have signed a document.',
    least: 'admin',
    topic: 'documents',
    line: ({ title }) => `All have signed “${title}”`,
    page: (documentId) => `/documents/${documentId}`,
  },
  import_done: {
    about: 'An import of leads has ended.',
    least: 'admin',
    topic: 'imports',
    line: ({ name, state, rows }) =>
      state === 'failed'
        ? `The import of “${name}” failed`
        : `“${name}” was imported: ${counted(Number(rows), 'lead', 'leads')}`,
    page: (uploadId) => `/uploads/${uploadId}`,
  },
})
