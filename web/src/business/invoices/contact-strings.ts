import { messages } from '#web/i18n/strings.ts'

/** What the page of a contact or a lead says of invoices. */
export const strings = messages('business/invoices/contact-strings', {
  title: 'Invoices',
  none: 'No invoices yet.',
  create: 'Create invoice',
  failed: 'The invoices could not be loaded',
})
