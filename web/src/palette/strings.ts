import { messages } from '../i18n/strings.ts'

/** What the command palette says. */
export const strings = messages({
  title: 'Search and go to',
  placeholder: 'A page, a person, an invoice, an action…',
  results: 'Results',
  pages: 'Pages',
  leads: 'Leads',
  contacts: 'Contacts',
  deals: 'Deals',
  invoices: 'Invoices',
  commands: 'Commands',
  newInvoice: 'New invoice',
  newInvoiceAlso: 'write an invoice bill',
  reference: 'API reference',
  light: 'Light appearance',
  dark: 'Dark appearance',
  shortcuts: 'Keyboard shortcuts',
  wholeReference: 'The whole reference',
  nothing: (typed: string) => `Nothing is called “${typed}”.`,
  searching: 'Searching…',
  failed: 'Leads, contacts, deals and invoices could not be searched just now.',
  found: (n: string) => `${n} results`,
  choose: 'to choose',
  open: 'to open',
  leave: 'to close',
})
