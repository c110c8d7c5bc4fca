import { localeName } from './locale.ts'
import { pseudo } from './pseudo.ts'

/** Words, sentences that are made of what they speak of, and groups of both. All of it is shown to people. */
export interface Catalogue {
  readonly [name: string]: string | ((...of: never[]) => string) | Catalogue
}

/** The same catalogue in the language of the app: a word is any text, no longer the English one. */
export type Said<Words> = {
  readonly [Name in keyof Words]: Words[Name] extends string
    ? string
    : Words[Name] extends (...of: infer Of) => string
      ? (...of: Of) => string
      : Said<Words[Name]>
}

/**
 * Registers the words of a room, in English, and answers them in the language of the app:
 * `export const words = messages({ title: 'Leads', newLeads: (n: number) => `${n} new leads` })`.
 * Codes, tones, keys and commands are not words; they stand beside the catalogue.
 */
export const messages = <Words extends Catalogue>(english: Words): Said<Words> =>
  (localeName === 'en' ? english : translated(english)) as Said<Words>

const translated = (words: Catalogue): Catalogue =>
  Object.fromEntries(
    Object.entries(words).map(([name, word]) => {
      if (typeof word === 'string') return [name, pseudo(word)]
      if (typeof word === 'function') return [name, (...of: never[]) => pseudo(word(...of))]
      return [name, translated(word)]
    }),
  )
