import type { CrmField } from '#ports/crm.ts'

/** A property's value in the form of the port. HubSpot gives text throughout; times came as milliseconds in earlier versions. */
export const readValue = (value: unknown, type: CrmField['type'] | undefined): string | null => {
  if (value === null || value === undefined || value === '') return null
  const text = typeof value === 'string' ? value : String(value)
  switch (type) {
    case 'number':
      return plainNumber(text)
    case 'date':
      return /^\d{4}-\d\d-\d\d/.test(text) ? text.slice(0, 10) : (isoOf(text)?.slice(0, 10) ?? text)
    case 'time':
      return isoOf(text) ?? text
    case 'yes_no':
      return text.toLowerCase()
    case 'choices':
      return text.split(';').filter(Boolean).join(';') || null
    default:
      return text
  }
}

/** Large and small ones come with an exponent. */
const plainNumber = (text: string): string => {
  if (!/e/i.test(text)) return text
  const number = Number(text)
  if (!Number.isFinite(number)) return text
  return Math.abs(number) >= 1e21
    ? BigInt(number).toString()
    : number.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 })
}

const isIso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Nearly all times are in this form already. */
const isoOf = (text: string): string | null => (isIso.test(text) ? text : (momentOf(text)?.toISOString() ?? null))

/** A time as text or as milliseconds; null for what is neither. */
export const momentOf = (value: unknown): Date | null => {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const at = new Date(/^-?\d+$/.test(String(value)) ? Number(value) : value)
  return Number.isNaN(at.getTime()) ? null : at
}
