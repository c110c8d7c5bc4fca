import { messages } from '#web/i18n/strings.ts'

/** What templates are called, what they do and what they ask, by the names that the server gives them. */
export const templateNames = messages('automation/workflows/names/template-strings', {
  titles: {
    welcome_lead: 'Welcome a lead',
    hand_over_lead: 'Hand over a hot lead',
    call_back: 'Call back a missed call',
    chase_invoice: 'Chase an invoice',
    remind_booking: 'Remind of a booking',
  },
  abouts: {
    welcome_lead: 'Sends an email to each new lead at once. If they do not reply within two days, you get a task to call them.',
    hand_over_lead:
      'Lets AI rate each lead from 0 to 100. For a high score a colleague decides whether to take it, and it becomes a deal.',
    call_back:
      'For each missed call of a known contact there is a task to call back. For an unknown number a colleague is asked.',
    chase_invoice: 'Reminds of an unpaid invoice in three friendly steps, and stops the moment it is paid.',
    remind_booking:
      'Sends an email before each booking. A booking that was cancelled is left out; one that was moved is reminded of at its new time.',
  },
  asks: {
    mailbox: 'Send from',
    subject: 'Subject',
    text: 'Text',
    least: 'Hand over from a score of',
    criteria: 'What makes a lead good for you',
    days: 'Days between the steps',
    hours: 'Hours before',
  },
})

const said = (names: Readonly<Record<string, string>>, name: string, english: string): string =>
  Object.hasOwn(names, name) ? (names[name] ?? english) : english

/** In the language of the app; one that has no words here, as the server says it. */
export const templateTitle = ({ id, title }: { readonly id: string; readonly title: string }): string =>
  said(templateNames.titles, id, title)
export const templateAbout = ({ id, about }: { readonly id: string; readonly about: string }): string =>
  said(templateNames.abouts, id, about)
export const askLabel = ({ name, label }: { readonly name: string; readonly label: string }): string =>
  said(templateNames.asks, name, label)
