import { oneLine } from '#ports/mail.ts'
import { type Letter, type LinkedLine, type MailBrand, renderLetter } from './email-html.ts'
import type { BookingFacts, ClientFacts, MailFacts, MailTemplate } from './mail-facts.ts'
import type { MemberSentences, MemberTemplate } from './member-mails/member-mail.ts'
import { memberMails } from './member-mails/member-mails.ts'

interface Template<Facts> {
  readonly write: (facts: Facts) => Letter
  /** For how long sending is tried. What a link is good for has an end; so has what is news. */
  readonly tryHours: number
}

/** Of a mail to a member: their language has the words. */
const toMember = <Name extends MemberTemplate>(name: Name, tryHours: number): Template<MailFacts[Name]> => ({
  tryHours,
  write: (facts) => {
    const words = memberMails(facts)
    const sentences: MemberSentences = words
    const { subject, title, paragraphs, button, footer, settings } = sentences[name](facts)
    return {
      ...{ language: facts.language, orCopy: words.orCopy, subject, title, footer },
      paragraphs: paragraphs.filter((line) => line !== ''),
      button: { label: button, link: facts.link },
      ...('items' in facts ? { items: facts.only === '' ? facts.items : [] } : {}),
      ...('settings' in facts && settings !== undefined ? { settings: { text: settings, link: facts.settings } } : {}),
    }
  },
})

export const templates: { readonly [Name in MailTemplate]: Template<MailFacts[Name]> } = {
  invitation: toMember('invitation', 26),
  'set-password': toMember('set-password', 24),
  'reset-password': toMember('reset-password', 1),
  'security-notice': toMember('security-notice', 26),
  // Of what is news, and lies unread in the app.
  notices: toMember('notices', 12),
  'notice-summary': toMember('notice-summary', 12),
  'webhook-disabled': toMember('webhook-disabled', 26),
  // Money is at stake: a mail server that is down over a weekend is waited for.
  invoice: { tryHours: 96, write: (facts) => toClient(facts) },
  'invoice-reminder': { tryHours: 48, write: (facts) => toClient(facts) },
  'sign-request': { tryHours: 48, write: (facts) => toClient(facts) },
  'document-signed': { tryHours: 72, write: (facts) => toClient(facts) },
  proposal: { tryHours: 48, write: (facts) => toClient(facts) },
  'proposal-accepted': { tryHours: 72, write: (facts) => toClient(facts) },
  'proposal-answered': toMember('proposal-answered', 26),
  'human-step': toMember('human-step', 48),
  'human-step-client': { tryHours: 72, write: (facts) => toClient(facts) },
  receipt: { tryHours: 96, write: (facts) => toClient(facts) },
  booking: { tryHours: 24, write: (facts) => toBooker(facts) },
  // After the meeting it is no use.
  'booking-reminder': { tryHours: 1, write: (facts) => toBooker(facts) },
  'booking-host': toMember('booking-host', 24),
}

const dayHours = 24

/** Whether a mail is of no use some hours later, as a link that has ended by then. What other mails say is late better than never. */
export const isShortLived = (template: string): boolean =>
  ((templates as Readonly<Record<string, { readonly tryHours: number } | undefined>>)[template]?.tryHours ?? dayHours) <
  dayHours

const toBooker = (facts: BookingFacts): Letter => {
  const letter = toClient(facts)
  const lines = [facts.first, facts.when, facts.where, facts.with, facts.second]
  return { ...letter, paragraphs: lines.filter((line) => line !== '') }
}

const toClient = (facts: ClientFacts): Letter => ({
  subject: facts.subject,
  title: facts.title,
  paragraphs: [facts.first, facts.second],
  button: { label: facts.button, link: facts.link },
  footer: facts.footer,
  language: facts.language,
  orCopy: facts.orCopy,
  outward: { sender: facts.sender },
})

/** A mail in words: its subject, as HTML and as text. */
export const renderMail = <Name extends MailTemplate>(
  template: Name,
  facts: MailFacts[Name],
  brand?: MailBrand,
): { subject: string; html: string; text: string } => {
  const plain = Object.fromEntries(
    Object.entries<string | readonly LinkedLine[]>({ ...facts }).map(([name, value]) => [name, plainOf(value)]),
  ) as unknown as MailFacts[Name]
  const letter = templates[template].write(plain)
  const { outward } = letter
  const shown = outward && brand ? { ...letter, outward: { ...outward, brand: plainBrand(brand) } } : letter
  return { subject: oneLine(letter.subject).slice(0, 200).toWellFormed(), ...renderLetter(shown) }
}

const plainOf = (value: string | readonly LinkedLine[]): string | readonly LinkedLine[] =>
  typeof value === 'string'
    ? oneLine(value).slice(0, 2_000)
    : value.map(({ text, link }) => ({ text: oneLine(text).slice(0, 500), link: oneLine(link).slice(0, 2_000) }))

const plainBrand = (brand: MailBrand): MailBrand => ({
  ...brand,
  lines: brand.lines.map((line) => oneLine(line).slice(0, 500)).filter((line) => line !== ''),
})
