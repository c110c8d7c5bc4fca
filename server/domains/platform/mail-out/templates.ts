import { oneLine } from '#ports/mail.ts'
import { type Letter, type LinkedLine, type MailBrand, renderLetter } from './email-html.ts'

/**
 * What each mail needs to know. Values are plain text, and escaped where they are put; `link` is an http or https address.
 */
export interface MailFacts {
  /** `inviter` may be empty; `days`: how long the link is good. */
  invitation: { link: string; organization: string; inviter: string; role: string; days: string }
  /** `hours`: how long the link is good. */
  'set-password': { link: string; organization: string; hours: string }
  'reset-password': { link: string; hours: string }
  /** `what`: a sentence such as "Your password was changed."; `at`: RFC 3339; `where`: browser and address, may be empty; `link`: the profile page. */
  'security-notice': { what: string; at: string; where: string; link: string }
  /** One line for each thing; `title` says the only one of them, or how many; `more`: how many are not listed, may be empty; `link`: the thing, or the list. */
  notices: NoticeMailFacts
  'notice-summary': NoticeMailFacts
  /** `url` of the endpoint; `reason` in words; `link`: its page. */
  'webhook-disabled': { url: string; reason: string; organization: string; link: string }
  invoice: ClientFacts
  'invoice-reminder': ClientFacts
  receipt: ClientFacts
  'sign-request': ClientFacts
  'document-signed': ClientFacts
  proposal: ClientFacts
  'proposal-accepted': ClientFacts
  /** `answer`: accepted or declined; `name` as the client typed it, `amount` in words and `reason` may be empty; `link`: the proposal. */
  'proposal-answered': {
    title: string
    client: string
    organization: string
    answer: 'accepted' | 'declined'
    name: string
    amount: string
    reason: string
    link: string
  }
  /**
   * A step of a workflow, to a member who is asked: `first` says why they are, `heading` and `text` what, `about` whom or what it is about, `until`
   * the time it has (both may be empty); `link`: the step.
   */
  'human-step': {
    subject: string
    heading: string
    first: string
    text: string
    about: string
    until: string
    organization: string
    link: string
  }
  'human-step-client': ClientFacts
  booking: BookingFacts
  'booking-reminder': BookingFacts
  /** `what` happened, as a sentence; `when`, `who` and `where` in words; `said`: what the booker wrote, may be empty; `link`: the booking. */
  'booking-host': { what: string; when: string; who: string; where: string; said: string; organization: string; link: string }
}

export type MailTemplate = keyof MailFacts

/** A mail to a client of the organization, who reads it in a language of their own: every text of it, and where its button leads. */
export interface ClientFacts {
  /** ISO 639: `de` */
  language: string
  /** The organization that writes. */
  sender: string
  subject: string
  title: string
  first: string
  second: string
  button: string
  link: string
  orCopy: string
  footer: string
}

/** A mail about a meeting, to its booker: the time, the place and the people stand on lines of their own; empty ones are left out. */
export interface BookingFacts extends ClientFacts {
  when: string
  where: string
  with: string
}

export interface NoticeMailFacts {
  organization: string
  title: string
  first: string
  items: readonly LinkedLine[]
  more: string
  button: string
  link: string
  /** The page on which the recipient chooses what is mailed. */
  settings: string
}

interface Template<Facts> {
  readonly write: (facts: Facts) => Letter
  /** For how long sending is tried. What a link is good for has an end; so has what is news. */
  readonly tryHours: number
}

export const templates: { readonly [Name in MailTemplate]: Template<MailFacts[Name]> } = {
  invitation: {
    tryHours: 26,
    write: ({ link, organization, inviter, role, days }) => ({
      subject: inviter ? `${inviter} invites you to ${organization}` : `You are invited to ${organization}`,
      title: `Join ${organization}`,
      paragraphs: [
        `${inviter || 'A teammate'} invites you to ${organization} on Foyer, as ${article(role)}.`,
        'Open the link to accept and choose a password.',
      ],
      button: { label: 'Accept the invitation', link },
      footer: `The link works once and expires after ${days} days. If you did not expect this email, you can ignore it.`,
    }),
  },
  'set-password': {
    tryHours: 24,
    write: ({ link, organization, hours }) => ({
      subject: `Welcome to ${organization}`,
      title: `Welcome to ${organization}`,
      paragraphs: [
        `You are now a member of ${organization} on Foyer.`,
        'Open the link to choose a password. If you already have an account with this email address, use its password.',
      ],
      button: { label: 'Open Foyer', link },
      footer: `The link works once and expires after ${hours} hours. If it has expired, ask your admin for a new one. If you did not expect this email, you can ignore it.`,
    }),
  },
  'reset-password': {
    tryHours: 1,
    write: ({ link, hours }) => ({
      subject: 'Choose a new password',
      title: 'Choose a new password',
      paragraphs: ['We received a request to reset the password of your Foyer account. If it was you, open the link.'],
      button: { label: 'Choose a new password', link },
      footer: `The link works once and expires after ${hours === '1' ? 'an hour' : `${hours} hours`}. If you did not request this, you can ignore this email: your password stays unchanged.`,
    }),
  },
  'security-notice': {
    tryHours: 26,
    write: ({ what, at, where, link }) => ({
      subject: `Your account: ${what.replace(/\.$/, '')}`,
      title: what.replace(/\.$/, ''),
      paragraphs: [`This was on ${instant(at)}${where ? `, from ${where}` : ''}.`, 'If this was you, no action is needed.'],
      button: { label: 'Review your account', link },
      footer: 'If this was not you, change your password now and end all other sessions.',
    }),
  },
  // Of what is news, and lies unread in the app.
  notices: { tryHours: 12, write: (facts) => toMember(facts, 'Choose what you are emailed') },
  'notice-summary': { tryHours: 12, write: (facts) => toMember(facts, 'Choose what is in your summary') },
  'webhook-disabled': {
    tryHours: 26,
    write: ({ url, reason, organization, link }) => ({
      subject: `A webhook of ${organization} was turned off`,
      title: 'A webhook was turned off',
      paragraphs: [
        `Foyer no longer sends events of ${organization} to ${url}: ${reason.replace(/\.$/, '')}.`,
        'Missed events are stored. When the receiver works again, turn the webhook on and recover them.',
      ],
      button: { label: 'Open the webhook', link },
      footer: `You received this email because you are an owner or admin of ${organization}.`,
    }),
  },
  // Money is at stake: a mail server that is down over a weekend is waited for.
  invoice: { tryHours: 96, write: (facts) => toClient(facts) },
  'invoice-reminder': { tryHours: 48, write: (facts) => toClient(facts) },
  'sign-request': { tryHours: 48, write: (facts) => toClient(facts) },
  'document-signed': { tryHours: 72, write: (facts) => toClient(facts) },
  proposal: { tryHours: 48, write: (facts) => toClient(facts) },
  'proposal-accepted': { tryHours: 72, write: (facts) => toClient(facts) },
  'proposal-answered': {
    tryHours: 26,
    write: ({ title, client, organization, answer, name, amount, reason, link }) => ({
      subject: `${client} ${answer} “${title}”`,
      title: `${client} ${answer} your proposal`,
      paragraphs: [
        `“${title}”${amount ? `, ${amount} in total` : ''}.`,
        ...(name ? [`Accepted as: ${name}. What was accepted is attached as PDF.`] : []),
        ...(reason ? [`In their words: “${reason}”`] : []),
      ],
      button: { label: 'Open the proposal', link },
      footer: `You received this email because you made this proposal at ${organization}. The name and the quoted text were written by the client.`,
    }),
  },
  'human-step': {
    tryHours: 48,
    write: ({ subject, heading, first, text, about, until, organization, link }) => ({
      subject,
      title: heading,
      paragraphs: [first, text, about, until].filter((line) => line !== ''),
      button: { label: 'Open the step', link },
      footer: `You received this email because a workflow of ${organization} needs an answer. Opening the link answers nothing: you answer on the page. Names and texts may have been written by customers.`,
    }),
  },
  'human-step-client': { tryHours: 72, write: (facts) => toClient(facts) },
  receipt: { tryHours: 96, write: (facts) => toClient(facts) },
  booking: { tryHours: 24, write: (facts) => toBooker(facts) },
  // After the meeting it is no use.
  'booking-reminder': { tryHours: 1, write: (facts) => toBooker(facts) },
  'booking-host': {
    tryHours: 24,
    write: ({ what, when, who, where, said, organization, link }) => ({
      subject: `${what}: ${who}, ${when}`,
      title: what,
      paragraphs: [who, when, where, ...(said ? [`“${said}”`] : [])].filter((line) => line !== ''),
      button: { label: 'Open the booking', link },
      footer: `You received this email because you host this meeting at ${organization}. The name and the quoted text were written by the booker.`,
    }),
  },
}

const toMember = (
  { organization, title, first, items, more, button, link, settings }: NoticeMailFacts,
  choose: string,
): Letter => ({
  subject: organization === '' ? title : `${title} · ${organization}`,
  title,
  paragraphs: [first].filter((line) => line !== ''),
  items,
  button: { label: more === '' ? button : `${button} (${more})`, link },
  footer: `You received this email because of your notification settings at ${organization}.`,
  settings: { text: choose, link: settings },
})

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
  outward: { language: facts.language, sender: facts.sender, orCopy: facts.orCopy },
})

/** A mail in words: its subject, as HTML and as text. */
export const renderMail = <Name extends MailTemplate>(
  template: Name,
  facts: MailFacts[Name],
  brand?: MailBrand,
): { subject: string; html: string; text: string } => {
  const plain = Object.fromEntries(
    Object.entries(facts as Record<string, string | readonly LinkedLine[]>).map(([name, value]) => [name, plainOf(value)]),
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

const article = (role: string): string => (/^[aeiou]/i.test(role) ? `an ${role}` : `a ${role}`)

const instant = (at: string): string =>
  `${new Date(at).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`
