import { messages } from '#web/i18n/strings.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('business/invoices/sentences', {
  'create-invoice': { done: 'created an invoice', tried: 'tried to create an invoice' },
  'create-payment': { done: 'opened a checkout', tried: 'tried to open a checkout' },
  'pay-invoice': { done: 'opened a checkout from the payment page', tried: 'tried to open a checkout from the payment page' },
  'remove-invoice': { done: 'deleted a draft invoice', tried: 'tried to delete a draft invoice' },
  'send-invoice': { done: 'sent an invoice or a reminder', tried: 'tried to send an invoice or a reminder' },
  'update-invoice': { done: 'edited a draft invoice', tried: 'tried to edit a draft invoice' },
  'verify-payment': { done: 'returned from a checkout', tried: 'tried to return from a checkout' },
  'void-invoice': { done: 'voided an invoice', tried: 'tried to void an invoice' },
})
