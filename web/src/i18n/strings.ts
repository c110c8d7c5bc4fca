import { localeName } from './locale.ts'
import { pseudo } from './pseudo.ts'
import { translations } from './translations.ts'

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
 * `export const words = messages('crm/leads/strings', { title: 'Leads', newLeads: (n: number) => `${n} new leads` })`.
 * The name is the file's below web/src; where a file has several catalogues, the constant's stands behind it. Under this name the
 * translations give theirs (see web/src/i18n/<language>). Codes, tones, keys and commands are not words; they stand beside the catalogue.
 */
export const messages = <Words extends Catalogue>(name: string, english: Words): Said<Words> => {
  if (localeName === 'pseudo') return accented(english) as Said<Words>
  return (translations[name] ?? english) as Said<Words>
}

const accented = (words: Catalogue): Catalogue =>
  Object.fromEntries(
    Object.entries(words).map(([name, word]) => {
      if (typeof word === 'string') return [name, pseudo(word)]
      if (typeof word === 'function') return [name, (...of: never[]) => pseudo(word(...of))]
      return [name, accented(word)]
    }),
  )
