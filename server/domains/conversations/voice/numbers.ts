import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import metadata from 'libphonenumber-js/max/metadata'

/** Premium-rate numbers are never dialed. */
const dear: ReadonlySet<string | undefined> = new Set(['PREMIUM_RATE', 'SHARED_COST'])

/** Why a number is not dialled. */
export type NumberRefusal = 'not_a_number' | 'country_not_allowed' | 'premium_rate'

/** Whether a text is a number in E.164 in one of the countries; else why it is not dialled. */
export const refusalOf = (text: string, allowed: readonly string[]): NumberRefusal | null => {
  if (!/^\+[1-9]\d{6,14}$/.test(text)) return 'not_a_number'
  const number = parsePhoneNumberFromString(text)
  if (number?.number !== text || !number.isPossible()) return 'not_a_number'
  if (!allowed.includes(number.country ?? mainCountryOf(number.countryCallingCode) ?? '')) return 'country_not_allowed'
  return dear.has(number.getType()) ? 'premium_rate' : null
}

/** The country of a number in E.164; null for one of none. */
export const countryOf = (e164: string): string | null => {
  const number = parsePhoneNumberFromString(e164)
  return number ? (number.country ?? mainCountryOf(number.countryCallingCode)) : null
}

/**
 * A number that no table knows counts as one of the first country of its calling code. Those that share the code with it have area
 * codes of their own, by which their numbers are known.
 */
const mainCountryOf = (callingCode: string): string | null =>
  (metadata.country_calling_codes as Readonly<Record<string, readonly string[]>>)[callingCode]?.[0] ?? null

/**
 * What stands in the place of a number that is withheld (https://help.twilio.com/articles/223179988): words, nothing at all, or a
 * word dialed on the letters of a phone: ANONYMOUS, RESTRICTED, BLOCKED, UNKNOWN, UNAVAILABLE. None of them is a real number.
 */
const withheldWords: ReadonlySet<string> = new Set([
  '',
  'anonymous',
  'restricted',
  'private',
  'withheld',
  'blocked',
  'unknown',
  'unavailable',
])
const withheldNumbers: ReadonlySet<string> = new Set(['266696687', '7378742833', '2562533', '8656696', '86282452253'])

/** Whether a caller shows no number. */
export const isWithheld = (address: string): boolean => {
  const word = address.trim().toLowerCase()
  return withheldWords.has(word.replace(/^sip:|@.*$/g, '')) || withheldNumbers.has(word.replace(/^\+/, ''))
}
