import { call, type Session } from './gateway.ts'
import { chooseLocale, chosenHere, type LanguageName, type LocaleName, localeName, takeLanguage } from './i18n/locale.ts'

let settledFor: string | null = null

/**
 * The language is the person's: each reads in their own, on each device. True where that is another than the page speaks:
 * it is loaded again then, at `next`. An account without a language gets the one that was chosen in this browser, and with a sign-in the
 * one that the page speaks. Once for each person: a page asks again and again who is signed in.
 */
export const settleLanguage = (
  { person, language }: Pick<Session, 'person' | 'language'>,
  { isSignIn = false, next }: { readonly isSignIn?: boolean; readonly next?: string | undefined } = {},
): boolean => {
  if (settledFor === person.id) return false
  settledFor = person.id
  const wanted = isSignIn && localeName !== 'pseudo' ? localeName : chosenHere()
  // What does not work here is tried at the next sign-in; until then the browser speaks it all the same.
  if (language === null && wanted !== null) void keepLanguage(wanted).catch(() => {})
  return takeLanguage(language, next)
}

const keepLanguage = (language: LanguageName) => call('update-profile', { language })

/** Speaks another language from now on, here and on each device of the person. */
export const chooseLanguage = async (name: LocaleName): Promise<void> => {
  if (name !== 'pseudo') await keepLanguage(name)
  chooseLocale(name)
}
