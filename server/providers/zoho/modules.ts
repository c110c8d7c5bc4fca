import type { CrmEntity } from '#ports/crm.ts'

/** Names in the API, which stay when people rename a module. */
export const modules = { companies: 'Accounts', contacts: 'Contacts', deals: 'Deals' } as const satisfies Record<
  CrmEntity,
  string
>

/** What is read of each record for its time and its links. */
export const neededFields: Readonly<Record<CrmEntity, readonly string[]>> = {
  companies: ['Modified_Time'],
  contacts: ['Modified_Time', 'Account_Name'],
  deals: ['Modified_Time', 'Account_Name', 'Contact_Name'],
}

/** Of one call, the id and the time included: https://www.zoho.com/crm/developer/docs/api/v8/get-records.html */
const mostFields = 50

/** The fields in as many parts as calls are needed. Each has the time, by which parts of one state are known. */
export const partsOf = (entity: CrmEntity, wanted: readonly string[]): readonly (readonly string[])[] => {
  const needed = neededFields[entity]
  const others = [...new Set(wanted)].filter((name) => isName(name) && name !== 'id' && !needed.includes(name))
  const first = mostFields - 1 - needed.length
  const parts = [[...needed, ...others.slice(0, first)]]
  for (let at = first; at < others.length; at += mostFields - 2)
    parts.push(['Modified_Time', ...others.slice(at, at + mostFields - 2)])
  return parts
}

/** Names are put into queries. */
const isName = (name: string): boolean => /^\w{1,100}$/.test(name)

const timeText = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s?(Z|[+-]\d\d:?\d\d)$/

/** A time with its offset, or since 1970 in seconds or milliseconds; null where it is neither. */
export const readTime = (value: unknown): Date | null => {
  if (typeof value === 'number' || (typeof value === 'string' && /^\d{9,13}$/.test(value))) {
    const number = Number(value)
    return new Date(number < 100_000_000_000 ? number * 1_000 : number)
  }
  const [, local, offset = ''] = typeof value === 'string' ? (timeText.exec(value) ?? []) : []
  if (local === undefined) return null
  const at = new Date(`${local}${offset.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')}`)
  return Number.isNaN(at.getTime()) ? null : at
}

/** A time as the vendor takes it, in whole seconds, rounded down: what began within a second is not left out. */
export const writtenTime = (at: Date): string =>
  `${new Date(Math.floor(at.getTime() / 1_000) * 1_000).toISOString().slice(0, 19)}+00:00`
