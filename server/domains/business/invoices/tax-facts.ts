import type { z } from 'zod'
import type { Sender } from '#domains/platform/business-identity/senders.ts'
import { numberNames, taxNumberFault } from '#shapes/business-numbers.ts'
import { gstPlaces, isGstPlace, outsideIndia } from '#shapes/gst.ts'
import type { Invoice } from './invoices.ts'
import type { Words } from './strings.ts'

type Taxed = Pick<z.output<typeof Invoice>, 'place_of_supply' | 'reverse_charge' | 'tax_minor'>

/** Of an invoice that is issued under India's goods and services tax. */
const isIndian = (sender: Sender): boolean => sender.country === 'IN' && sender.tax_numbers.gstin !== undefined

/** What a tax invoice of India states beside its dates: the place of supply with its code, and whether the client owes the tax (rule 46 (n), (p)). */
export const taxFactsOf = (
  { place_of_supply: place, reverse_charge }: Taxed,
  sender: Sender,
  words: Words,
): { label: string; value: string }[] => {
  if (place === null || !isGstPlace(place) || !isIndian(sender)) return []
  const name = place === outsideIndia ? words.outsideIndia : gstPlaces[place]
  return [
    { label: words.placeOfSupply, value: `${name} (${place})` },
    // The law's own name for it: the words of other languages are sentences.
    { label: 'Reverse charge', value: reverse_charge ? words.yes : words.no },
  ]
}

/**
 * What the law wants to be said of the sums: who owes the tax (2006/112/EC, Art. 226 (11a)); of an export from India by which way, in the words of the
 * third proviso to rule 46.
 */
export const remarksOf = (invoice: Taxed, sender: Sender, words: Words): string[] => {
  if (!isIndian(sender) || invoice.place_of_supply === null) return invoice.reverse_charge ? [words.reverseCharge] : []
  if (invoice.place_of_supply !== outsideIndia) return []
  return [
    invoice.tax_minor > 0
      ? 'SUPPLY MEANT FOR EXPORT ON PAYMENT OF INTEGRATED TAX'
      : 'SUPPLY MEANT FOR EXPORT UNDER BOND OR LETTER OF UNDERTAKING WITHOUT PAYMENT OF INTEGRATED TAX',
  ]
}

/** `GSTIN 27AAPFU0939F1ZV`: the tax number of a client with what it is called. */
export const sayClientNumber = (number: string, words: Words): string =>
  `${taxNumberFault('gstin', number, null) === null ? numberNames.gstin : words.vatId} ${number}`

/** `SAC 998391`; chapter 99 is that of services. */
export const sayTaxCode = (code: string): string => `${code.startsWith('99') ? 'SAC' : 'HSN'} ${code}`
