import { caldavCalendars } from '../caldav/calendars.ts'
import type { CalendarsVendor, MailboxesVendor } from '../vendors.ts'
import { discoverServers } from './discovery.ts'
import { imapMailboxes } from './mailboxes.ts'

export const caldavCalendarsPort: CalendarsVendor = { open: caldavCalendars }
export const imapMailboxesPort: MailboxesVendor = { open: imapMailboxes, discover: discoverServers }
