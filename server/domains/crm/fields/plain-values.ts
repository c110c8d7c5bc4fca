import { plainAmount } from '#shapes/amounts.ts'
import type { FieldValue } from './values.ts'

/** A value as a cell of a file has it, and as an upload reads it again: empty where there is none. */
export const plainValue = (value: FieldValue | undefined): string => {
  if (value === null || value === undefined || value === false) return ''
  if (value === true) return 'yes'
  if (Array.isArray(value)) return value.map(({ name }) => name).join('; ')
  if (typeof value === 'object') return 'amount_minor' in value ? plainAmount(value.amount_minor, value.currency) : value.name
  return String(value)
}
