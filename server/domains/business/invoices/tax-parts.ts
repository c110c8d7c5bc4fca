import type { z } from 'zod'
import type { Sender } from '#domains/platform/business-identity/senders.ts'
import { isGstPlace, placeOfGstin, splitTaxes } from '#shapes/gst.ts'
import type { Tax, TaxPart } from './lines.ts'

/**
 * What the taxes of an invoice are made of by the law of India: by the place of supply, and the state in its sender's GSTIN. Of a sent invoice
 * both are as they were, so the parts are, too. Empty where one of them is missing.
 */
export const taxPartsOf = (
  taxes: readonly z.output<typeof Tax>[],
  place: string | null,
  sender: Pick<Sender, 'country' | 'tax_numbers'>,
): z.output<typeof TaxPart>[] => {
  const { gstin } = sender.tax_numbers
  if (place === null || !isGstPlace(place) || gstin === undefined || sender.country !== 'IN') return []
  return splitTaxes(taxes, { supplier: placeOfGstin(gstin), place })
}
