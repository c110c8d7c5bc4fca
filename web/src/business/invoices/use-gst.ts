import { useQuery } from '@tanstack/react-query'
import { taxNumberFault, tidyNumber } from '#shapes/business-numbers.ts'
import { placeOfGstin } from '#shapes/gst.ts'
import { read } from '#web/gateway.ts'
import type { Draft } from './draft.ts'

/** Whether a draft is asked for what India's goods and services tax needs: of a business there, and where some of it is written already. */
export const useGst = ({ placeOfSupply, lines }: Draft): boolean => {
  const business = useQuery(read('show-business', {}))
  return business.data?.business.address.country === 'IN' || placeOfSupply !== '' || lines.some(({ code }) => code !== '')
}

/** The place that a client's GSTIN proposes; empty: it is none. */
export const placeOfClient = (number: string): string => {
  const gstin = tidyNumber(number)
  return taxNumberFault('gstin', gstin, null) === null ? (placeOfGstin(gstin) ?? '') : ''
}
