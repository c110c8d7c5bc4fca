import { z } from 'zod'
import type { CrmEntity, CrmRecord } from '#ports/crm.ts'
import { readTime } from './modules.ts'

/** A record as it came, with an id and a time that can be read. */
export interface Row {
  readonly id: string
  readonly modifiedAt: Date
  readonly fields: Readonly<Record<string, unknown>>
}

const AnyRow = z.record(z.string(), z.unknown())
const Link = z.object({ id: z.string() })

/** A row, or why it is none: with the id as far as it can be read. */
export const readRow = (raw: unknown): Row | { readonly id: string; readonly reason: string } => {
  const read = AnyRow.safeParse(raw)
  const id = read.data?.id
  if (!read.success || typeof id !== 'string' || !/^\d{1,25}$/.test(id))
    return { id: String(id ?? '').slice(0, 40), reason: 'The record has no id that can be read.' }
  const modifiedAt = readTime(read.data.Modified_Time)
  return modifiedAt === null ? { id, reason: 'The modification time cannot be read.' } : { id, modifiedAt, fields: read.data }
}

/** Ids are numbers of up to 19 digits, longer than a number of JavaScript can be. */
export const compareIds = (one: string, other: string): number =>
  one.length - other.length || (one < other ? -1 : Number(one > other))

/** The id of another record that a field names. */
export const linkIn = (value: unknown): string | null => {
  const link = Link.safeParse(value)
  if (link.success) return link.data.id
  return typeof value === 'string' && /^\d{10,25}$/.test(value) ? value : null
}

/** `others`: the contacts of a deal beside its first. */
export const asRecord = (
  entity: CrmEntity,
  { id, modifiedAt, fields }: Row,
  wanted: readonly string[],
  others: readonly string[] = [],
): CrmRecord => {
  const company = entity === 'companies' ? null : linkIn(fields.Account_Name)
  const contact = entity === 'deals' ? linkIn(fields.Contact_Name) : null
  return {
    ...{ id, modifiedAt },
    values: Object.fromEntries([...new Set(wanted)].map((name) => [name, textOf(name, fields[name])])),
    companyIds: company === null ? [] : [company],
    contactIds: [...new Set([...(contact === null ? [] : [contact]), ...others])],
    mergedIds: [],
  }
}

const textOf = (name: string, value: unknown): string | null => {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return String(value)
  if (name.endsWith('_Time') && typeof value === 'number') return readTime(value)?.toISOString() ?? null
  if (typeof value === 'number') return plainNumber(value)
  if (typeof value === 'string') return readOffsetTime(value) ?? value
  if (Array.isArray(value)) return value.flatMap((each) => textOf('', each) ?? []).join(';') || null
  const { id, name: label, display_value: shown } = value as Record<string, unknown>
  const text = name === 'Pipeline' ? (label ?? shown ?? id) : (id ?? label ?? shown)
  return typeof text === 'string' ? text : null
}

/** Times have the offset of the user whose token it is. */
const readOffsetTime = (text: string): string | null =>
  /^\d{4}-\d\d-\d\dT/.test(text) ? (readTime(text)?.toISOString() ?? null) : null

/** Without an exponent. */
const plainNumber = (value: number): string => {
  const text = String(value)
  if (!text.includes('e')) return text
  return Number.isInteger(value) ? BigInt(value).toString() : value.toFixed(20).replace(/\.?0+$/, '')
}
