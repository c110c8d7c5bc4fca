import type { CrmEntity, CrmField, CrmRecord } from '#ports/crm.ts'
import { momentOf, readValue } from './values.ts'

/** By name; a property that is not among the fields any more is text. */
export type TypesOfFields = ReadonlyMap<string, CrmField['type']>

export type ReadRecord =
  | { readonly record: CrmRecord; readonly isCut: { readonly companies: boolean; readonly contacts: boolean } }
  | { readonly unreadable: { readonly id: string; readonly reason: string } }

/** Always asked for: from which records this one was merged. */
export const mergedName = 'hs_merged_object_ids'

/**
 * One object of a list, a search or a batch. Checked by hand: a page has thousands of values, and a schema that makes each anew takes as long
 * as the rest of the page. `isCut`: it has more associations than came with it.
 */
export const readRecord = (entity: CrmEntity, raw: unknown, fields: readonly string[], types: TypesOfFields): ReadRecord => {
  const given = isObject(raw) ? raw : {}
  const id = idIn(given.id)
  if (id === null) return { unreadable: { id: '', reason: 'The record has no ID.' } }
  const { properties, associations } = given
  if (!isObject(properties)) return { unreadable: { id, reason: 'The record has no properties.' } }
  const values: Record<string, string | null> = {}
  for (const name of fields) {
    const value = properties[name]
    if (typeof value === 'object' && value !== null) return { unreadable: { id, reason: `The value of ${name} is not text.` } }
    values[name] = readValue(value, types.get(name))
  }
  const merged = properties[mergedName]
  const mergedIds = typeof merged === 'string' ? merged.split(';').filter((each) => each !== '' && each !== id) : []
  const linked = isObject(associations) ? associations : {}
  const companies = linkedIn(linked.companies, entity)
  const contacts = linkedIn(linked.contacts, entity)
  return {
    record: {
      ...{ id, modifiedAt: momentOf(given.updatedAt), values, mergedIds },
      ...{ companyIds: companies.ids, contactIds: contacts.ids },
    },
    isCut: { companies: companies.isCut, contacts: contacts.isCut },
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const idIn = (value: unknown): string | null =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : null

const none = { ids: [], isCut: false } as const

/** Each association comes once for each of its types; of the companies, the primary one is that without `_unlabeled`. */
const linkedIn = (given: unknown, entity: CrmEntity): { readonly ids: readonly string[]; readonly isCut: boolean } => {
  if (!isObject(given) || !Array.isArray(given.results)) return none
  const main = entity === 'contacts' ? 'contact_to_company' : 'deal_to_company'
  const ids: string[] = []
  for (const each of given.results) {
    const id = isObject(each) ? idIn(each.id) : null
    if (id === null) continue
    const at = ids.indexOf(id)
    if (isObject(each) && each.type === main) {
      if (at >= 0) ids.splice(at, 1)
      ids.unshift(id)
    } else if (at < 0) ids.push(id)
  }
  return { ids, isCut: isObject(given.paging) && isObject(given.paging.next) }
}
