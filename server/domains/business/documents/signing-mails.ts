import type { ClientFacts } from '#domains/platform/mail-out/mail-facts.ts'
import { languageOf } from '#shapes/languages.ts'
import { put } from '#shapes/texts.ts'
import { signingWords } from './strings.ts'

/** A mail about a document, in its language; `link` says what a person could do who is given its link. */
export const clientMail = (
  locale: string,
  sender: string,
  link: keyof ReturnType<typeof signingWords>['footers'],
  texts: Pick<ClientFacts, 'subject' | 'title' | 'first' | 'second' | 'button' | 'link'>,
): ClientFacts => {
  const words = signingWords(locale)
  return { ...texts, language: languageOf(locale), sender, orCopy: words.orCopy, footer: put(words.footers[link], { sender }) }
}
