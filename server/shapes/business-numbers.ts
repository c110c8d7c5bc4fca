import { isLuhn, isMod97, weighted } from './check-digits.ts'
import { vatRules } from './vat-ids.ts'

/*
 * The numbers that a business is known by: to tax offices, to registers, to banks. Each by its kind, with the countries in which it is asked for.
 * The server and the form check by the same rules. That a number has the right form says nothing of whose it is.
 */

/** Where EU rules of VAT are kept, by ISO 3166 (Greece is GR here and EL in its VAT IDs). */
export const euCountries: readonly string[] = [
  ...[
    'AT',
    'BE',
    'BG',
    'CY',
    'CZ',
    'DE',
    'DK',
    'EE',
    'ES',
    'FI',
    'FR',
    'GR',
    'HR',
    'HU',
    'IE',
    'IT',
    'LT',
    'LU',
    'LV',
    'MT',
    'NL',
  ],
  ...['PL', 'PT', 'RO', 'SE', 'SI', 'SK'],
]

/** The prefix of a country's VAT IDs; null where it has none that we know. */
export const vatPrefixOf = (country: string): string | null => {
  const prefix = country === 'GR' ? 'EL' : country
  return prefix in vatRules ? prefix : null
}

/** What is wrong with a number: its form, or a digit in it. `example` is one that is right. */
export interface NumberFault {
  readonly fault: 'form' | 'check_digit'
  readonly example: string
}

interface NumberRule {
  readonly shape: RegExp
  readonly example: string
  readonly check?: (number: string) => boolean
}

export const taxNumberKinds = [
  'vat',
  'gstin',
  'pan',
  'utr',
  'company',
  'siret',
  'steuernummer',
  'ein',
  'uid',
  'abn',
  'other',
] as const
export type TaxNumberKind = (typeof taxNumberKinds)[number]

/** HMRC, "Unique Taxpayer Reference": the first digit checks the nine behind it. */
const isUtr = (number: string): boolean =>
  '21987654321'[weighted(number.slice(1), [6, 7, 8, 9, 10, 5, 4, 3, 2]) % 11] === number[0]

/** GSTN, "GSTIN check digit": base 36, each second sign doubled, with its digits of base 36 added. */
const isGstin = (number: string): boolean => {
  const signs = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  const sum = Array.from(number.slice(0, 14)).reduce((all, sign, at) => {
    const value = signs.indexOf(sign) * (at % 2 === 0 ? 1 : 2)
    return all + Math.floor(value / 36) + (value % 36)
  }, 0)
  return signs[(36 - (sum % 36)) % 36] === number[14]
}

/** eCH-0097: mod 11. */
const isUid = (number: string): boolean => {
  const digits = number.replaceAll(/\D/g, '')
  return (11 - (weighted(digits, [5, 4, 3, 2, 7, 6, 5, 4]) % 11)) % 11 === Number(digits[8])
}

/** Australian Business Register: one less at the front, then mod 89. */
const isAbn = (number: string): boolean =>
  weighted(`${Number(number[0]) - 1}${number.slice(1)}`, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) % 89 === 0

const numberRules: Readonly<Record<Exclude<TaxNumberKind, 'vat'>, NumberRule>> = {
  gstin: { shape: /^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d]$/, example: '27AAPFU0939F1ZV', check: isGstin },
  // Income Tax Department: five letters, four digits, a letter. The check letter's rule is not published.
  pan: { shape: /^[A-Z]{3}[ABCFGHLJPT][A-Z]\d{4}[A-Z]$/, example: 'AAPFU0939F' },
  utr: { shape: /^\d{10}$/, example: '1955839661', check: isUtr },
  // Companies House: eight digits, or two letters and six digits. No check digit.
  company: { shape: /^(\d{8}|[A-Z]{2}\d{6})$/, example: '03977902' },
  siret: { shape: /^(\d{9}|\d{14})$/, example: '73282932000074', check: isLuhn },
  // Länder write them differently and check them differently (ELSTER): 10 or 11 digits, 13 in the form for all of Germany.
  steuernummer: { shape: /^(\d{10,11}|\d{13})$/, example: '2181508150' },
  // IRS: nine digits. No check digit.
  ein: { shape: /^\d{9}$/, example: '123456789' },
  uid: { shape: /^CHE\d{9}(MWST|TVA|IVA)?$/, example: 'CHE100155212', check: isUid },
  abn: { shape: /^\d{11}$/, example: '51824753556', check: isAbn },
  other: { shape: /^[\p{L}\p{N}]{2,40}$/u, example: '123456789' },
}

/** The numbers that are asked for in a country, the one of its VAT first. */
export const taxNumbersOf = (country: string | null): readonly TaxNumberKind[] => {
  if (country === null) return ['vat', 'other']
  const more: Readonly<Record<string, readonly TaxNumberKind[]>> = {
    ...{
      GB: ['utr', 'company'],
      FR: ['siret'],
      DE: ['steuernummer'],
      IN: ['gstin', 'pan'],
      US: ['ein'],
      CH: ['uid'],
      AU: ['abn'],
    },
  }
  const vat: readonly TaxNumberKind[] = vatPrefixOf(country) === null ? [] : ['vat']
  const numbers = [...vat, ...(more[country] ?? [])]
  return numbers.length === 0 ? ['other'] : numbers
}

/** As it is kept: capitals, without what only parts it. */
export const tidyNumber = (text: string): string => text.toUpperCase().replaceAll(/[\s./-]/g, '')

/** Null: it has the form of its kind. `country` names the VAT IDs that are meant; one with another prefix is one of that country. */
export const taxNumberFault = (kind: TaxNumberKind, number: string, country: string | null): NumberFault | null => {
  if (kind !== 'vat') return faultBy(numberRules[kind], number)
  const rule = vatRules[number.slice(0, 2)]
  const own = country === null ? null : vatPrefixOf(country)
  return rule ? faultBy(rule, number.slice(2), rule.example) : { fault: 'form', example: vatRules[own ?? 'DE']?.example ?? '' }
}

const faultBy = ({ shape, example, check }: NumberRule, number: string, shown = example): NumberFault | null => {
  if (!shape.test(number)) return { fault: 'form', example: shown }
  return check && !check(number) ? { fault: 'check_digit', example: shown } : null
}

export const bankNumberKinds = ['iban', 'bic', 'sort_code', 'account', 'routing', 'ifsc'] as const
export type BankNumberKind = (typeof bankNumberKinds)[number]

/** Lengths of IBANs, by country: SWIFT, IBAN Registry, release 99. */
const ibanLengths: Readonly<Record<string, number>> = {
  ...{ AD: 24, AE: 23, AL: 28, AT: 20, AZ: 28, BA: 20, BE: 16, BG: 22, BH: 22, BR: 29, BY: 28, CH: 21, CR: 22, CY: 28, CZ: 24 },
  ...{ DE: 22, DK: 18, DO: 28, EE: 20, EG: 29, ES: 24, FI: 18, FO: 18, FR: 27, GB: 22, GE: 22, GI: 23, GL: 18, GR: 27, GT: 28 },
  ...{ HR: 21, HU: 28, IE: 22, IL: 23, IQ: 23, IS: 26, IT: 27, JO: 30, KW: 30, KZ: 20, LB: 28, LC: 32, LI: 21, LT: 20, LU: 20 },
  ...{ LV: 21, LY: 25, MC: 27, MD: 24, ME: 22, MK: 19, MR: 27, MT: 31, MU: 30, NL: 18, NO: 15, OM: 23, PK: 24, PL: 28, PS: 29 },
  ...{ PT: 25, QA: 29, RO: 24, RS: 22, SA: 24, SC: 31, SE: 24, SI: 19, SK: 24, SM: 27, ST: 25, SV: 28, TL: 23, TN: 24, TR: 26 },
  ...{ UA: 29, VA: 22, VG: 24, XK: 20 },
}

const isIban = (number: string): boolean => isMod97(number.slice(4) + number.slice(0, 4))

/** American Bankers Association: 3, 7, 1, mod 10. */
const isRouting = (number: string): boolean =>
  number !== '000000000' && weighted(number, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0

const bankRules: Readonly<Record<BankNumberKind, NumberRule>> = {
  iban: { shape: /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/, example: 'DE89370400440532013000', check: isIban },
  // ISO 9362.
  bic: { shape: /^[A-Z\d]{4}[A-Z]{2}[A-Z\d]{2}([A-Z\d]{3})?$/, example: 'COBADEFFXXX' },
  sort_code: { shape: /^\d{6}$/, example: '200000' },
  account: { shape: /^\d{4,18}$/, example: '55779911' },
  routing: { shape: /^\d{9}$/, example: '021000021', check: isRouting },
  // Reserve Bank of India: the bank, a zero, the branch.
  ifsc: { shape: /^[A-Z]{4}0[A-Z\d]{6}$/, example: 'HDFC0000001' },
}

export const bankNumberFault = (kind: BankNumberKind, number: string): NumberFault | null => {
  const fault = faultBy(bankRules[kind], number)
  if (fault || kind !== 'iban') return fault
  const length = ibanLengths[number.slice(0, 2)]
  return length !== number.length ? { fault: 'form', example: bankRules.iban.example } : null
}

/** The bank details that are asked for in a country. */
export const bankNumbersOf = (country: string | null): readonly BankNumberKind[] => {
  if (country === 'US') return ['routing', 'account', 'bic']
  if (country === 'IN') return ['ifsc', 'account', 'bic']
  return country === 'GB' ? ['sort_code', 'account', 'iban', 'bic'] : ['iban', 'bic']
}

/** As people write it: an IBAN in groups of four, a sort code in pairs, a VAT ID as it is. */
export const writeBankNumber = (kind: BankNumberKind, number: string): string => {
  if (kind === 'iban') return number.replaceAll(/(.{4})(?=.)/g, '$1 ')
  return kind === 'sort_code' ? number.replaceAll(/(\d{2})(?=\d)/g, '$1-') : number
}

/** What a number is called: names of their own that no language changes. Of `other`, `account` and `company` the page has words. */
export const numberNames: Readonly<
  Record<Exclude<TaxNumberKind | BankNumberKind, 'vat' | 'other' | 'company' | 'account'>, string>
> = {
  ...{
    gstin: 'GSTIN',
    pan: 'PAN',
    utr: 'UTR',
    siret: 'SIRET',
    steuernummer: 'Steuernummer',
    ein: 'EIN',
    uid: 'UID',
    abn: 'ABN',
  },
  ...{ iban: 'IBAN', bic: 'BIC', sort_code: 'Sort code', routing: 'Routing number', ifsc: 'IFSC' },
}
