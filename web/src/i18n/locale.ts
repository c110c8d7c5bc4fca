/**
 * The language that the app speaks, settled once when it is loaded: `?locale=` in the address, else what was chosen in the
 * account menu, else the first of the browser's that we speak, else English. Another choice loads the page again, so no component has
 * to listen for a change.
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

const choose = (): LocaleName => {
  if (typeof document === 'undefined') return 'en' // a test in Node reads the words as they are written
  const asked = new URLSearchParams(location.search).get('locale')
  if (isLocale(asked)) {
    keep(asked)
    return asked
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

/** Speaks another language from now on. */
export const chooseLocale = (name: LocaleName): void => {
  if (name === localeName) return
  keep(name)
  const address = new URL(location.href)
  address.searchParams.delete('locale')
  history.replaceState(history.state, '', address)
  location.reload()
}
