import { z } from 'zod'
import { mostMinor } from './amounts.ts'

export { exponentOf, formatMoney, mostMinor, plainAmount } from './amounts.ts'

const codes = new Set(Intl.supportedValuesOf('currency'))

/** An ISO 4217 code in capitals; small letters are taken. */
export const Currency = z
  .string()
  .trim()
  .toUpperCase()
  .refine((code) => codes.has(code), 'is not a currency code of ISO 4217')
  .describe('ISO 4217 code, such as EUR')

/** An amount in the currency's smallest unit. */
export const AmountMinor = z.int().min(0).max(mostMinor)
