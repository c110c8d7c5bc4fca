import { type GstPlace, gstPlaces, outsideIndia } from '#shapes/gst.ts'
import { compare, languageTag } from '#web/i18n/format.ts'
import { strings } from './strings.ts'

const namesOf = (type: 'currency' | 'language'): Intl.DisplayNames =>
  new Intl.DisplayNames([languageTag], { type, fallback: 'code' })

/** Asked for most; the rest follows by name. */
const often = ['EUR', 'USD', 'GBP', 'INR', 'CHF', 'JPY', 'AUD', 'CAD', 'SGD', 'AED', 'SEK', 'PLN']

interface Choice {
  readonly value: string
  readonly label: string
}

/** Every currency by its name: what is often chosen first. */
export const currencyChoices = (): { group: string; items: Choice[] }[] => {
  const names = namesOf('currency')
  const choice = (code: string): Choice => ({ value: code, label: `${code} · ${names.of(code) ?? code}` })
  const others = Intl.supportedValuesOf('currency').filter((code) => !often.includes(code))
  return [
    { group: strings.oftenChosen, items: often.map(choice) },
    { group: strings.allCurrencies, items: others.map(choice).sort((a, b) => compare(a.value, b.value)) },
  ]
}

/** The languages that a client can be written to in. */
const languages = ['en', 'de', 'fr', 'es', 'pt', 'hi']

/** With the one that an invoice has already, whatever it is. */
export const languageChoices = (current: string): Choice[] => {
  const names = namesOf('language')
  const choices = [...new Set([...languages, current])].map((tag) => ({ value: tag, label: names.of(tag) ?? tag }))
  return choices.sort((a, b) => compare(a.label, b.label))
}

/** Where India's law sees a supply, by name; abroad last. */
export const placeChoices = (): Choice[] => {
  const codes = (Object.keys(gstPlaces) as GstPlace[]).filter((code) => code !== outsideIndia)
  const choices = codes.map((code) => ({ value: code, label: placeName(code) }))
  return [...choices.sort((a, b) => compare(a.label, b.label)), { value: outsideIndia, label: placeName(outsideIndia) }]
}

/** `Karnataka (29)` */
export const placeName = (code: GstPlace): string =>
  `${code === outsideIndia ? strings.outsideIndia : gstPlaces[code]} (${code})`

const currencies: Readonly<Record<string, string>> = {
  AE: 'AED',
  AU: 'AUD',
  BH: 'BHD',
  CA: 'CAD',
  CH: 'CHF',
  CZ: 'CZK',
  DK: 'DKK',
  GB: 'GBP',
  IN: 'INR',
  JP: 'JPY',
  KW: 'KWD',
  LI: 'CHF',
  NO: 'NOK',
  NZ: 'NZD',
  PL: 'PLN',
  SE: 'SEK',
  SG: 'SGD',
  US: 'USD',
  ZA: 'ZAR',
}

/** What the first invoice of a workspace begins with, by the country of the workspace; the next begins with the last one's. */
export const currencyOf = (country: string | null): string => currencies[country ?? ''] ?? 'EUR'
