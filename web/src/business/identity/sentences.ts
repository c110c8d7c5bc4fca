import { messages } from '#web/i18n/strings.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('business/identity/sentences', {
  'save-business': { done: 'changed the business details', tried: 'tried to change the business details' },
  'save-invoice-numbering': { done: 'changed how invoices are numbered', tried: 'tried to change how invoices are numbered' },
})
