import { provider } from '#ports/provider.ts'

export const imap = provider({
  name: 'imap',
  title: 'Mail server',
  about: 'Email and calendars of your team at any server that speaks IMAP, SMTP and CalDAV.',
  kind: 'login',
  fields: [],
  settings: {},
  // Each member types theirs.
  address: null,
  sandbox: null,
  webhook: null,
  serves: {
    calendars: async () => (await import('./port.ts')).caldavCalendarsPort,
    mailboxes: async () => (await import('./port.ts')).imapMailboxesPort,
  },
})
