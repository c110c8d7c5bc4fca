/**
 * The language that the app speaks, settled once when it is loaded: `?locale=` in the address, else the copy that the browser keeps of
 * the person's language, else the first of the browser's that we speak, else English. Another choice loads the page again, so no
 * component has to listen for a change.
 */
export const locales = {
  en: { label: 'English', tag: 'en', direction: 'ltr' },
  de: { label: 'Deutsch', tag: 'de', direction: 'ltr' },
  es: { label: 'Español', tag: 'es', direction: 'ltr' },
  fr: { label: 'Français', tag: 'fr', direction: 'ltr' },
  hi: { label: 'हिन्दी', tag: 'hi', direction: 'ltr' },
  pt: { label: 'Português', tag: 'pt', direction: 'ltr' },
  // English with accents, a third longer and mirrored: what is cut off, fixed to the left or not in the catalogue shows.
  pseudo: { label: '⟦Þšéûðö⟧ · right to left', tag: 'en-XB', direction: 'rtl' },
} as const

export type LocaleName = keyof typeof locales

const storeName = 'foyer-locale'

const isLocale = (name: string | null | undefined): name is LocaleName => name != null && Object.hasOwn(locales, name)

const kept = (): string | null => {
  try {
    return localStorage.getItem(storeName)
  } catch {
    return null
  }
}

const keep = (name: LocaleName): void => {
  try {
    localStorage.setItem(storeName, name)
  } catch {
    // A browser without storage: the choice holds as long as the address says it.
  }
}

const inAddress = typeof document === 'undefined' ? null : new URLSearchParams(location.search).get('locale')

const choose = (): LocaleName => {
  if (typeof document === 'undefined') return 'en' // a test in Node reads the words as they are written
  if (isLocale(inAddress)) {
    keep(inAddress)
    return inAddress
  }
  const before = kept()
  if (isLocale(before)) return before
  return navigator.languages.map((language) => language.slice(0, 2)).find(isLocale) ?? 'en'
}

export const localeName: LocaleName = choose()
export const locale = locales[localeName]

if (typeof document !== 'undefined') {
  document.documentElement.lang = locale.tag
  document.documentElement.dir = locale.direction
}

/** A language as the account of a person has it. */
export type LanguageName = Exclude<LocaleName, 'pseudo'>

/** The language that the app speaks, as the server knows it. */
export const spokenLanguage: LanguageName = localeName === 'pseudo' ? 'en' : localeName

/** What this browser was told to speak, in the menu of an account: an account without a language takes it over. */
export const chosenHere = (): LanguageName | null => {
  const before = kept()
  return isLocale(inAddress) || !isLocale(before) || before === 'pseudo' ? null : before
}

/** Speaks another language from now on, on the page at `next`: this one, where none is given. */
export const chooseLocale = (name: LocaleName, next?: string): void => {
  if (name === localeName) return
  keep(name)
  const address = new URL(next ?? location.href, location.href)
  address.searchParams.delete('locale')
  // A browser without storage has it in the address, or it would load the page for ever.
  if (kept() !== name) address.searchParams.set('locale', name)
  history.replaceState(history.state, '', address)
  location.reload()
}

/**
 * Takes the language of the person who is signed in: true where that is another, and the page loads again, at `next`. What the address
 * asks for stays, and so does the pseudo-language: they are for this one page.
 */
export const takeLanguage = (language: LanguageName | null, next?: string): boolean => {
  if (language === null || language === localeName || localeName === 'pseudo' || isLocale(inAddress)) return false
  chooseLocale(language, next)
  return true
}
