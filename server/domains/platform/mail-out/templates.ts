import { oneLine } from '#ports/mail.ts'
import { type Letter, renderLetter } from './letter.ts'

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
  /** `business` and `name` of the prospect, as they gave them; `organization` that they asked; `asks`: in their words, may be empty; `link`: the deal. */
  'new-deal': { business: string; name: string; organization: string; asks: string; link: string }
  /** `url` of the endpoint; `reason` in words; `link`: its page. */
  'webhook-disabled': { url: string; reason: string; organization: string; link: string }
  invoice: ClientFacts
  'invoice-reminder': ClientFacts
  receipt: ClientFacts
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
        `${inviter || 'Somebody'} invites you to ${organization} on Foyer, as ${article(role)}.`,
        'Open the link to say yes and choose a password.',
      ],
      button: { label: 'Accept the invitation', link },
      footer: `The link works once and ends after ${days} days. If you do not know what this is about, leave it: nothing happens without you.`,
    }),
  },
  'set-password': {
    tryHours: 24,
    write: ({ link, organization, hours }) => ({
      subject: `Welcome to ${organization}`,
      title: `Welcome to ${organization}`,
      paragraphs: [
        `You were made a member of ${organization} on Foyer.`,
        'Choose a password, and you are in. If this address has an account already, its password is asked for.',
      ],
      button: { label: 'Come in', link },
      footer: `The link works once and ends after ${hours} hours. If it has ended, ask whoever made you a member for another. If you do not know what this is about, leave it: nothing happens without you.`,
    }),
  },
  'reset-password': {
    tryHours: 1,
    write: ({ link, hours }) => ({
      subject: 'Choose a new password',
      title: 'Choose a new password',
      paragraphs: ['Somebody asked for a new password for your account on Foyer. If it was you, open the link.'],
      button: { label: 'Choose a new password', link },
      footer: `The link works once and ends after ${hours === '1' ? 'an hour' : `${hours} hours`}. If you did not ask for it, leave it: your password stays as it is.`,
    }),
  },
  'security-notice': {
    tryHours: 26,
    write: ({ what, at, where, link }) => ({
      subject: `Your account: ${what.replace(/\.$/, '')}`,
      title: what.replace(/\.$/, ''),
      paragraphs: [`This was on ${instant(at)}${where ? `, from ${where}` : ''}.`, 'If it was you, all is well.'],
      button: { label: 'Look at your account', link },
      footer: 'If it was not you, choose a new password at once and end all other sessions.',
    }),
  },
  'new-deal': {
    tryHours: 26,
    write: ({ business, name, organization, asks, link }) => ({
      subject: `New deal: ${business}`,
      title: `${business} has asked`,
      paragraphs: [
        `${name} of ${business} wants to work with ${organization}. It is your turn: the deal is yours.`,
        ...(asks ? [`In their words: “${asks}”`] : []),
      ],
      button: { label: 'Open the deal', link },
      footer: `You get this because it was your turn at ${organization}. What is quoted was written by a stranger.`,
    }),
  },
  'webhook-disabled': {
    tryHours: 26,
    write: ({ url, reason, organization, link }) => ({
      subject: `A webhook of ${organization} was switched off`,
      title: 'A webhook was switched off',
      paragraphs: [
        `Foyer sends no more events of ${organization} to ${url}: ${reason.replace(/\.$/, '')}.`,
        'What it missed is kept. When the receiver is well again, switch the webhook on and let it catch up.',
      ],
      button: { label: 'Open the webhook', link },
      footer: `You get this because you look after ${organization}.`,
    }),
  },
  // Money is at stake: a mail server that is down over a weekend is waited for.
  invoice: { tryHours: 96, write: (facts) => toClient(facts) },
  'invoice-reminder': { tryHours: 48, write: (facts) => toClient(facts) },
  receipt: { tryHours: 96, write: (facts) => toClient(facts) },
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
): { subject: string; html: string; text: string } => {
  const plain = Object.fromEntries(
    Object.entries(facts as Record<string, string>).map(([name, value]) => [name, oneLine(value).slice(0, 2_000)]),
  ) as unknown as MailFacts[Name]
  const letter = templates[template].write(plain)
  return { subject: oneLine(letter.subject).slice(0, 200).toWellFormed(), ...renderLetter(letter) }
}

const article = (role: string): string => (/^[aeiou]/i.test(role) ? `an ${role}` : `a ${role}`)

const instant = (at: string): string =>
  `${new Date(at).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`
