import { liveIds } from '../crm/control.ts'
import type { CrmRecords } from '../crm/records.ts'
import { type AnyRecord, type Entity, owners, stages } from '../crm/seed.ts'
import { modifiedName, ownerIdOf, type Property, properties, stageIds } from './schema.ts'

/** Ids of HubSpot are numbers, some of them longer than 32 bits. */
const firstIds: Readonly<Record<Entity, number>> = { companies: 9_000_000_000, contacts: 100_000_000_000, deals: 400_000_000 }

export const toId = (entity: Entity, id: number): string => String(firstIds[entity] + id)

/** Undefined for what is no id of this kind. */
export const fromId = (entity: Entity, id: string): number | undefined => {
  const number = /^\d{1,15}$/.test(id) ? Number(id) - firstIds[entity] : 0
  return number >= 1 ? number : undefined
}

const types: Readonly<Record<string, Entity>> = {
  ...{ contacts: 'contacts', contact: 'contacts', '0-1': 'contacts' },
  ...{ companies: 'companies', company: 'companies', '0-2': 'companies' },
  ...{ deals: 'deals', deal: 'deals', '0-3': 'deals' },
}
export const entityOf = (objectType: string): Entity | undefined => types[objectType.toLowerCase()]
export const singular: Readonly<Record<Entity, string>> = { companies: 'company', contacts: 'contact', deals: 'deal' }
export const typeIds: Readonly<Record<Entity, string>> = { contacts: '0-1', companies: '0-2', deals: '0-3' }

let last = { ms: 0, iso: new Date(0).toISOString() }
/** A record says the same time several times, and writing one takes as long as the rest of its values. */
const isoOf = (ms: number): string => {
  if (ms !== last.ms) last = { ms, iso: new Date(ms).toISOString() }
  return last.iso
}

/** Which properties are shown where none is asked for. */
const usual: Readonly<Record<Entity, readonly string[]>> = {
  contacts: ['createdate', 'email', 'firstname', 'hs_object_id', 'lastmodifieddate', 'lastname'],
  companies: ['createdate', 'domain', 'hs_lastmodifieddate', 'hs_object_id', 'name'],
  deals: ['amount', 'closedate', 'createdate', 'dealname', 'dealstage', 'hs_lastmodifieddate', 'hs_object_id', 'pipeline'],
}
const always = ['createdate', 'hs_object_id'] as const

/** The known ones of the asked-for properties; unknown names are left out without a word. */
export const wishedProperties = (entity: Entity, names: readonly string[]): readonly Property[] => {
  const known = properties[entity]
  const wished = names.length === 0 ? usual[entity] : [...always, modifiedName(entity), ...names]
  return [...new Set(wished)].flatMap((name) => known.get(name) ?? [])
}

export const shownValue = (entity: Entity, record: AnyRecord, { name, value, type }: Property): string | null => {
  if (name === 'hs_object_id') return toId(entity, record.id)
  if (name === 'createdate') return isoOf(record.createdAt)
  if (name === 'lastmodifieddate' || name === 'hs_lastmodifieddate') return isoOf(record.modifiedAt)
  if (name === 'hs_merged_object_ids')
    return record.mergedIds.length === 0 ? null : record.mergedIds.map((id) => toId(entity, id)).join(';')
  const found = record.values[value] ?? null
  if (found === null) return name === 'pipeline' ? 'default' : null
  if (name === 'hubspot_owner_id') return ownerIdOf(found)
  if (name === 'dealstage') return stageIds[found] ?? found
  if (type === 'datetime') return found.length === 10 ? `${found}T00:00:00.000Z` : found
  // Dates have been seen in both forms.
  if (type === 'date' && record.id % 2 === 0) return String(Date.parse(found))
  return found
}

/** What the vendor was given, as records keep it. */
export const keptValue = ({ name, type }: Property, given: string): string | null => {
  if (given === '') return null
  if (name === 'hubspot_owner_id') return String(owners.find(({ id }) => ownerIdOf(String(id)) === given)?.id ?? given)
  if (name === 'dealstage') return stages.find(({ id }) => stageIds[id] === given)?.id ?? given
  if (type !== 'date' && type !== 'datetime') return given
  const at = /^-?\d+$/.test(given) ? Number(given) : Date.parse(given)
  const iso = isoOf(at)
  return type === 'date' || iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso
}

export const shownObject = (entity: Entity, record: AnyRecord, wished: readonly Property[]) => {
  const shown: Record<string, string | null> = {}
  for (const property of wished) shown[property.name] = shownValue(entity, record, property)
  const object = {
    id: toId(entity, record.id),
    properties: shown,
    createdAt: isoOf(record.createdAt),
    updatedAt: isoOf(record.modifiedAt),
    archived: record.deletedAt !== null,
  }
  return record.deletedAt === null ? object : { ...object, archivedAt: isoOf(record.deletedAt) }
}

/** The ids of the records of one kind that a record is associated with, the main one first. Contacts of a company are not kept here. */
export const linkedIds = (records: CrmRecords, record: AnyRecord, to: Entity): readonly number[] => {
  if (to === 'companies') return liveIds(records, 'companies', record.companyIds)
  return to === 'contacts' ? liveIds(records, 'contacts', record.contactIds) : []
}

/** So many associations of one record come with a list; the rest is read by itself. */
const listedLinks = 10

/** The associations of a record within a list. The main company is there twice: as such, and unlabelled. */
export const shownLinks = (records: CrmRecords, entity: Entity, record: AnyRecord, wished: readonly Entity[]) => {
  const found = wished.flatMap((to) => {
    const ids = linkedIds(records, record, to)
    if (ids.length === 0) return []
    const type = `${singular[entity]}_to_${singular[to]}`
    const results = ids.slice(0, listedLinks).flatMap((id, at) => {
      const plain = { id: toId(to, id), type: to === 'companies' ? `${type}_unlabeled` : type }
      // The main one is not always the first that comes.
      return to === 'companies' && at === 0 ? [plain, { ...plain, type }] : [plain]
    })
    if (to === 'companies') results.reverse()
    const after = ids.length > listedLinks ? String(listedLinks) : undefined
    return [[to, { results, ...(after !== undefined && { paging: { next: { after } } }) }] as const]
  })
  return found.length === 0 ? {} : { associations: Object.fromEntries(found) }
}

/** A merge makes a new record, and both old ids lead to it. */
export const mergeIntoNew = (records: CrmRecords, entity: Entity, winnerId: number, loserId: number): AnyRecord | undefined => {
  const [winner, loser] = [records.find(entity, winnerId), records.find(entity, loserId)]
  if (winner?.deletedAt !== null || loser?.deletedAt !== null || winnerId === loserId) return undefined
  const { values, companyIds, contactIds } = winner
  const merged = records.create(entity, { values, companyIds, contactIds })
  records.merge(entity, merged.id, winnerId)
  return records.merge(entity, merged.id, loserId)
}

/** The record that an id leads to, merged ones followed. Undefined: there is none, or it is deleted. */
export const followed = (records: CrmRecords, entity: Entity, id: string): AnyRecord | undefined => {
  const number = fromId(entity, id)
  const [live] = number === undefined ? [] : liveIds(records, entity, [number])
  return live === undefined ? undefined : records.find(entity, live)
}
