import { messages } from '#web/i18n/strings.ts'

/** What the sheets say in which something is added by hand. */
export const strings = messages('crm/by-hand/strings', {
  owner: 'Owner',
  noOwner: 'No owner',
  known: 'Already here?',
  knownPeople: 'Contacts and companies that may be the same',
  open: 'Open',
  unnamed: 'Unknown contact',
  contactReasons: { email: 'Same email', phone: 'Same number', name: 'Same name', company: 'Same company' },
  companyReasons: { domain: 'Same domain', email: 'Domain of the email', name: 'Name begins alike' },
  inBin: 'In the bin: adding restores it',
  restored: 'You had started this. What you typed is still here.',
  startOver: 'Start over',
  recordLabel: 'About',
  recordHint: 'Type a name, email or number.',
  recordOptional: 'A contact, company, deal or lead. It can stay empty.',
  recordsFound: 'Contacts, companies, deals and leads',
  recordKinds: { contact: 'Contact', company: 'Company', deal: 'Deal', lead: 'Lead' },
})
