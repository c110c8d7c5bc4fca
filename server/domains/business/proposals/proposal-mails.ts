import type { ClientFacts } from '#domains/platform/mail-out/mail-facts.ts'
import { languageOf } from '#shapes/languages.ts'
import { put } from '#shapes/texts.ts'
import { proposalWords } from './strings.ts'

/** A mail about a proposal to its client, in its language. */
export const clientMail = (
  locale: string,
  sender: string,
  texts: Pick<ClientFacts, 'subject' | 'title' | 'first' | 'second' | 'button' | 'link'>,
): ClientFacts => {
  const words = proposalWords(locale)
  return { ...texts, language: languageOf(locale), sender, orCopy: words.orCopy, footer: put(words.footer, { sender }) }
}

export const sayDay = (at: Date, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(at)
