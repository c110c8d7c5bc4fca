import { messages } from '../words/messages.ts'

/** What the command palette says. */
export const words = messages({
  title: 'Search and go to',
  placeholder: 'A page, a person, a lead, an action…',
  results: 'Results',
  pages: 'Pages',
  leads: 'Leads',
  contacts: 'Contacts',
  commands: 'Commands',
  reference: 'API reference',
  light: 'Light appearance',
  dark: 'Dark appearance',
  shortcuts: 'Keyboard shortcuts',
  wholeReference: 'The whole reference',
  nothing: (typed: string) => `Nothing is called “${typed}”.`,
  searching: 'Searching…',
  failed: 'Leads and contacts could not be searched just now.',
  found: (n: string) => `${n} results`,
  choose: 'to choose',
  open: 'to open',
  leave: 'to close',
})
