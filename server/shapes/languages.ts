import { z } from 'zod'
import { choice } from '../shapes.ts'

/** What we speak to the clients of an organization, each with its own name for itself. */
export const languages = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
  hi: 'हिन्दी',
} as const satisfies Record<string, string>

export type Language = keyof typeof languages

/** One of the languages that the app and its emails speak. */
export const LanguageCode = choice('Language', Object.keys(languages) as [Language, ...Language[]])

/** A BCP 47 tag of one of the languages that we speak, such as `de` or `en-GB`; a region decides how dates and numbers look. */
export const Locale = z
  .string()
  .trim()
  .max(35)
  .transform((tag, context) => {
    const canonical = asTag(tag)
    if (canonical && languageIn(canonical)) return canonical
    context.addIssue({
      code: 'custom',
      message: `is not a supported language tag: ${Object.keys(languages).join(', ')}`,
    })
    return z.NEVER
  })
  .describe('BCP 47, such as en-GB')

const asTag = (tag: string): string | null => {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null
  } catch {
    return null
  }
}

const languageIn = (tag: string): Language | null => {
  const [language = ''] = tag.toLowerCase().split('-')
  return language in languages ? (language as Language) : null
}

/** The language of a tag; English for one that we do not speak. */
export const languageOf = (locale: string): Language => languageIn(locale) ?? 'en'

/** How people in a country are spoken to by a workspace that is there. English in India: it is the language of business there. */
export const localeOfCountry = (country: string | null): string => {
  if (country === null || country === 'IN') return 'en-GB'
  const { language, region } = new Intl.Locale(`und-${country}`).maximize()
  return languageOf(language) === language ? `${language}-${region}` : 'en-GB'
}

/** What a browser asks for by its Accept-Language header, as far as we speak it: the tag with its region, best first; else null. */
export const acceptedLocale = (header: string | undefined): string | null => {
  const wishes = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const weight = parameters.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find((each) => each !== undefined)
      return { tag: asTag(tag.trim()), weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ tag, weight }) => tag !== null && weight > 0)
    .sort((a, b) => b.weight - a.weight)
  return wishes.map(({ tag }) => tag as string).find((tag) => languageIn(tag) !== null) ?? null
}
