import { countedTo, money, onDate } from '#web/i18n/format.ts'
import { strings } from './strings.ts'

/** Places of a number of a field. */
const mostPlaces = 6

/** A value of a record as a text: as edits tell of it, and errors. Null: none. `type`: as of fields of the workspace's own. */
export const plainValue = (value: unknown, type?: string): string | null => {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value)) return value.length === 0 ? null : value.map((each) => plainValue(each)).join(', ')
  if (typeof value === 'boolean') return value ? strings.yes : strings.no
  if (typeof value === 'number') return type === 'percent' ? strings.percent(value) : countedTo(value, mostPlaces)
  if (typeof value !== 'object') return type === 'date' ? onDate(String(value)) : String(value)
  const { amount_minor: minor, currency, name } = value as { amount_minor?: unknown; currency?: unknown; name?: unknown }
  if (typeof minor === 'number' && typeof currency === 'string') return money(minor, currency)
  return typeof name === 'string' ? name : strings.formerMember
}
