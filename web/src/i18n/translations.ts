import { type LocaleName, localeName } from './locale.ts'
import type { Catalogue } from './strings.ts'

/** The words of one language by the names of their catalogues. */
export type Translations = Readonly<Record<string, Catalogue>>

/**
 * A language is one file of the build, read before any page is: 60 to 120 KB on the wire, once a version. English is in the pages. What
 * its catalogues import must not have words itself, or the two would wait for each other: formats only.
 */
const languages: Partial<Record<LocaleName, () => Promise<{ readonly words: Translations }>>> = {
  de: () => import('./de/words.ts'),
  es: () => import('./es/words.ts'),
  fr: () => import('./fr/words.ts'),
  hi: () => import('./hi/words.ts'),
  pt: () => import('./pt/words.ts'),
}

/** The page speaks English if the file cannot be had: better than a page that is not there. */
const loaded = async (): Promise<Translations> => {
  try {
    return (await languages[localeName]?.())?.words ?? {}
  } catch {
    return {}
  }
}

/** Those of the app's language; none of English, which stands in the rooms. */
export const translations: Translations = await loaded()
