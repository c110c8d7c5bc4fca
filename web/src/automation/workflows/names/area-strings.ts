import { messages } from '#web/i18n/strings.ts'

/** Under which heading actions are offered. */
export const areaNames = messages('automation/workflows/names/area-strings', {
  messages: 'Email and messages',
  tasks: 'Tasks and notes',
  deals: 'Deals',
  contacts: 'Contacts and companies',
  leads: 'Leads',
  bookings: 'Bookings',
  invoices: 'Invoices and payments',
  documents: 'Documents and proposals',
  reviews: 'Reviews',
  knowledge: 'Knowledge',
  lists: 'Lists, tags and fields',
  workspace: 'Workspace',
  others: 'Others',
})
