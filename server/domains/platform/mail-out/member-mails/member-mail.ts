import type { Language } from '#shapes/languages.ts'
import type { MailFacts } from '../mail-facts.ts'

/** The mails to members, who read them in their own language. */
export type MemberTemplate =
  | 'invitation'
  | 'set-password'
  | 'reset-password'
  | 'security-notice'
  | 'notices'
  | 'notice-summary'
  | 'webhook-disabled'
  | 'proposal-answered'
  | 'human-step'
  | 'booking-host'

/** What one mail says. Paragraphs that are empty are left out. */
export interface MemberMail {
  readonly subject: string
  readonly title: string
  readonly paragraphs: readonly string[]
  /** What the button says. */
  readonly button: string
  readonly footer: string
  /** What the link to the settings says. */
  readonly settings?: string
}

export type MemberSentences = { readonly [Name in MemberTemplate]: (facts: MailFacts[Name]) => MemberMail }

/** All of them in one language. */
export interface MemberMails extends MemberSentences {
  /** Above the address of the button. */
  readonly orCopy: string
}

/** A time as a mail says it to readers in any zone: 21 November 2026 at 14:00 UTC. */
export const instantIn =
  (language: Language) =>
  (at: string): string => {
    const tag = language === 'en' ? 'en-GB' : language
    return `${new Date(at).toLocaleString(tag, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`
  }

/** `1 hour`, `24 hours`: the number as a language writes it, and the word in its form. */
export const severalIn = (language: Language) => {
  const numbers = new Intl.NumberFormat(language)
  const forms = new Intl.PluralRules(language)
  return (count: string, one: string, many: string): string =>
    `${numbers.format(Number(count))} ${forms.select(Number(count)) === 'one' ? one : many}`
}

/** Behind a title: whose it is. */
export const titleOf = (title: string, organization: string): string =>
  organization === '' ? title : `${title} · ${organization}`
