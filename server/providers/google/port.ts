import type { CalendarsVendor, MailboxesVendor } from '../vendors.ts'
import { googleCalendars } from './calendar.ts'
import { gmailMailboxes } from './gmail.ts'
import { openGmailHints } from './gmail-hints.ts'

export const googleCalendarsPort: CalendarsVendor = { open: googleCalendars }
export const googleMailboxesPort: MailboxesVendor = { open: gmailMailboxes, openHints: openGmailHints }
