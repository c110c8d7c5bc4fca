import { messages } from '#web/i18n/strings.ts'

/** What the page of probable duplicates says. */
export const strings = messages('desk/duplicates/strings', {
  title: 'Duplicates',
  back: 'Contacts',
  about:
    'Contacts that may be the same person, and companies that may be one. Nothing is merged unless you do it, and you can undo a merge.',
  kinds: 'What to compare',
  companies: 'Companies',
  loadFailed: 'The duplicates could not be loaded',
  emptyTitle: 'No duplicates',
  emptyText: 'Contacts with the same mailbox, number, or name at one company are shown here.',
  reasons: {
    mailbox: 'Same mailbox',
    phone: 'Same number',
    name_company: 'Same name and company',
    name_domain: 'Same name and email domain',
  },
  companiesEmptyText:
    'Companies with the same tax or registration number, the same domain, or the same name without its legal form are shown here.',
  companyReasons: { number: 'Same number in a register', domain: 'Same domain', name: 'Same name' },
  pair: (one: string, other: string) => `${one} and ${other}`,
  unnamed: 'Unnamed',
  email: 'Email',
  phone: 'Phone',
  company: 'Company',
  domain: 'Domain',
  jobTitle: 'Job title',
  added: 'Added',
  none: '–',
  keep: 'Keep this one',
  keepNamed: (name: string) => `Keep this one: ${name}`,
  notSame: 'Not the same',
  merged: (name: string) => `The contacts were merged into ${name}.`,
  companiesMerged: (name: string) => `The companies were merged into ${name}.`,
  dismissed: 'These two are not suggested again.',
  failed: 'The change could not be saved',
  companyKeys: '1 and 2 keep that company, N says that they are not the same.',
  keys: '1 and 2 keep that contact, N says that they are not the same.',
})
