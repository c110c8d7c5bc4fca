import {
  type BankNumberKind,
  bankNumberFault,
  bankNumberKinds,
  bankNumbersOf,
  type NumberFault,
  type TaxNumberKind,
  taxNumberFault,
  taxNumberKinds,
  taxNumbersOf,
  tidyNumber,
} from '#shapes/business-numbers.ts'
import type { Business, Input, InvoiceNumbering } from '#web/wire.ts'
import { strings } from './strings.ts'

export interface Logo {
  readonly id: string
  readonly url: string
}

const texts = [
  'legalName',
  'street',
  'postcode',
  'city',
  'region',
  'registration',
  'email',
  'phone',
  'website',
  'footer',
] as const

type TextValues = Readonly<Record<(typeof texts)[number], string>>
type NumberValues = Readonly<Record<`tax_${TaxNumberKind}` | `bank_${BankNumberKind}`, string>>

export type Values = TextValues &
  NumberValues & {
    readonly tradeName: string
    readonly country: string | null
    readonly colour: string | null
    readonly logo: Logo | null
    readonly timezone: string
    readonly currency: string | null
    readonly prefix: string
    readonly period: InvoiceNumbering['period']
    readonly width: number | string
  }

export const valuesOf = (business: Business, numbering: InvoiceNumbering): Values => ({
  tradeName: business.trade_name,
  legalName: business.legal_name ?? '',
  street: business.address.street ?? '',
  postcode: business.address.postcode ?? '',
  city: business.address.city ?? '',
  region: business.address.region ?? '',
  country: business.address.country,
  registration: business.registration ?? '',
  email: business.email ?? '',
  phone: business.phone ?? '',
  website: business.website ?? '',
  footer: business.footer ?? '',
  colour: business.colour?.value ?? null,
  logo: business.logo && { id: business.logo.id, url: business.logo.url },
  timezone: business.timezone,
  currency: business.currency,
  prefix: numbering.prefix,
  period: numbering.period,
  width: numbering.width,
  ...(Object.fromEntries([
    ...taxNumberKinds.map((kind) => [`tax_${kind}`, business.tax_numbers[kind] ?? '']),
    ...bankNumberKinds.map((kind) => [`bank_${kind}`, business.bank[kind] ?? '']),
  ]) as NumberValues),
})

/** The numbers that the form asks for: those of the country, and whatever stands there already. */
export const taxFieldsOf = (values: Values): TaxNumberKind[] =>
  taxNumberKinds.filter((kind) => taxNumbersOf(values.country).includes(kind) || values[`tax_${kind}`] !== '')
export const bankFieldsOf = (values: Values): BankNumberKind[] =>
  bankNumberKinds.filter((kind) => bankNumbersOf(values.country).includes(kind) || values[`bank_${kind}`] !== '')

const saidOf = (fault: NumberFault | null): string | null =>
  fault && (fault.fault === 'form' ? strings.numberForm(fault.example) : strings.numberDigit(fault.example))

/** What is wrong, by field. */
export const faultsOf = (values: Values): Record<string, string> => {
  const faults: Record<string, string | null> = {
    tradeName: values.tradeName.trim() === '' ? strings.nameMissing : null,
    website:
      values.website.trim() === '' || /^https?:\/\/[^\s/]+\.[^\s/]+/.test(withScheme(values.website))
        ? null
        : strings.websiteWrong,
    colour: values.colour === null || /^#[0-9a-f]{6}$/i.test(values.colour) ? null : strings.colourWrong,
    prefix: /^[\p{L}/#._ -]{0,10}$/u.test(values.prefix) ? null : strings.prefixWrong,
  }
  for (const kind of taxFieldsOf(values)) {
    const number = tidyNumber(values[`tax_${kind}`])
    faults[`tax_${kind}`] = number === '' ? null : saidOf(taxNumberFault(kind, number, values.country))
  }
  for (const kind of bankFieldsOf(values)) {
    const number = tidyNumber(values[`bank_${kind}`])
    faults[`bank_${kind}`] = number === '' ? null : saidOf(bankNumberFault(kind, number))
  }
  return Object.fromEntries(Object.entries(faults).filter((entry): entry is [string, string] => entry[1] !== null))
}

/** People write `rao.studio`. */
const withScheme = (address: string): string =>
  /^https?:\/\//.test(address.trim()) ? address.trim() : `https://${address.trim()}`

export const businessInput = (values: Values): Input<'save-business'> => ({
  tradeName: values.tradeName.trim(),
  ...Object.fromEntries(texts.map((field) => [field, values[field].trim() || null])),
  website: values.website.trim() === '' ? null : withScheme(values.website),
  country: values.country,
  colour: values.colour,
  logoId: values.logo?.id ?? null,
  timezone: values.timezone,
  currency: values.currency,
  taxNumbers: Object.fromEntries(taxNumberKinds.map((kind) => [kind, values[`tax_${kind}`].trim() || null])),
  bank: Object.fromEntries(bankNumberKinds.map((kind) => [kind, values[`bank_${kind}`].trim() || null])),
})

/** Null where it is as it was. */
export const numberingInput = (values: Values, before: InvoiceNumbering): Input<'save-invoice-numbering'> | null => {
  const numbering = { prefix: values.prefix.trim(), period: values.period, width: Number(values.width) || before.width }
  const isSame = numbering.prefix === before.prefix && numbering.period === before.period && numbering.width === before.width
  return isSame ? null : numbering
}
