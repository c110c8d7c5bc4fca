import { z } from 'zod'
import { Failure } from '#core/errors.ts'
import type { Sender } from '#domains/platform/business-identity/senders.ts'
import { choice, shape } from '#shapes'
import { taxNumberFault, tidyNumber } from '#shapes/business-numbers.ts'
import { outsideIndia } from '#shapes/gst.ts'
import { type CountryRule, requirementFields, requirementPlaces, rulesOf } from './country-rules.ts'
import { invoiceErrors } from './errors.ts'
import type { Invoice } from './invoices.ts'

/** What an invoice lacks. */
export const Requirement = shape('InvoiceRequirement', {
  field: choice('InvoiceRequirementField', requirementFields),
  place: choice('InvoiceRequirementPlace', requirementPlaces).describe(
    'Where it is filled in: the business details, the invoice, or the numbering',
  ),
  country: z.string().nullable().describe('Whose law asks for it; null: there is no country yet, so nothing could be checked'),
  source: z.string().nullable().describe('The law'),
})
export type Requirement = z.output<typeof Requirement>

type Written = Pick<
  z.output<typeof Invoice>,
  | 'tax_minor'
  | 'total_minor'
  | 'currency'
  | 'client_address'
  | 'client_tax_number'
  | 'reverse_charge'
  | 'place_of_supply'
  | 'lines'
>

/** What an invoice lacks by the law of its sender's country, `label` being the number that it has or will have. */
export const findMissingDetails = (invoice: Written, sender: Sender, label: string): Requirement[] => {
  const { country } = sender
  if (country === null) return [{ field: 'country', place: 'business', country, source: null }]
  const judged = {
    isTaxed: invoice.tax_minor > 0,
    isReverseCharge: invoice.reverse_charge,
    hasClientNumber: invoice.client_tax_number !== null,
    isExport: invoice.place_of_supply === outsideIndia,
    currency: invoice.currency,
    totalMinor: invoice.total_minor,
  }
  return rulesOf(country)
    .filter(({ field, when }) => (when === undefined || when(judged)) && !isThere(field, { invoice, sender, label }))
    .map(({ field, place, source }) => ({ field, place, country, source }))
}

const isThere = (
  field: CountryRule['field'],
  { invoice, sender, label }: { readonly invoice: Written; readonly sender: Sender; readonly label: string },
): boolean => {
  if (field === 'vat' || field === 'gstin') return sender.tax_numbers[field] !== undefined
  // A French SIREN is in the register, too.
  if (field === 'registration') return sender.registration !== null || sender.tax_numbers.siret !== undefined
  if (field === 'tax_numbers') return Object.keys(sender.tax_numbers).length > 0
  if (field === 'label') return /^[A-Za-z0-9/-]{1,16}$/.test(label)
  if (field === 'client_vat')
    return invoice.client_tax_number !== null && taxNumberFault('vat', tidyNumber(invoice.client_tax_number), null) === null
  if (field === 'tax_code') return invoice.lines.every(({ tax_code }) => tax_code !== null)
  if (field === 'client_address' || field === 'client_tax_number' || field === 'place_of_supply') return invoice[field] !== null
  return sender[field] !== null
}

/** How a person calls what is missing. */
const named: Readonly<Record<CountryRule['field'], string>> = {
  country: 'the country',
  legal_name: 'the legal name',
  street: 'the street',
  city: 'the city',
  postcode: 'the postcode',
  registration: 'the registration',
  tax_numbers: 'a tax number',
  vat: 'the VAT ID',
  gstin: 'the GSTIN',
  label: 'a number of at most 16 letters, digits, - and /',
  client_address: 'the client’s address',
  client_tax_number: 'the client’s tax number',
  client_vat: 'the client’s VAT ID',
  place_of_supply: 'the place of supply',
  tax_code: 'the HSN or SAC code of each line',
}

const placed: Readonly<Record<CountryRule['place'], string>> = {
  business: 'in Settings → Business',
  invoice: 'on the invoice',
  numbering: 'in Settings → Business, Invoice numbers',
}

/** Refuses an invoice that lacks what the law asks for, naming all of it. A sender without a country is asked for nothing. */
export const checkComplete = (missing: readonly Requirement[]): void => {
  const asked = missing.filter(({ country }) => country !== null)
  if (asked.length === 0) return
  const parts = requirementPlaces.flatMap((place) => {
    const fields = asked.filter((each) => each.place === place).map(({ field }) => named[field])
    return fields.length === 0 ? [] : [`${fields.join(', ')} (${placed[place]})`]
  })
  throw new Failure(invoiceErrors.invoice_incomplete, { message: `Missing: ${parts.join('; ')}.` })
}
