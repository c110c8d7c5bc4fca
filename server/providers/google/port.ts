import type { CalendarsVendor, MailboxesVendor, OnlineDocsVendor, ReviewsVendor } from '../vendors.ts'
import { googleBusiness } from './business.ts'
import { googleCalendars } from './calendar.ts'
import { googleDocs } from './docs.ts'
import { gmailMailboxes } from './gmail.ts'
import { openGmailHints } from './gmail-hints.ts'

export const googleCalendarsPort: CalendarsVendor = { open: googleCalendars }
export const googleMailboxesPort: MailboxesVendor = { open: gmailMailboxes, openHints: openGmailHints }
export const googleDocsPort: OnlineDocsVendor = { open: googleDocs }
export const googleReviewsPort: ReviewsVendor = { open: googleBusiness }
