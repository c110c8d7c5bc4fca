import type { Db } from '#core/context.ts'
import type { CrmEntity } from '#ports/crm.ts'
import type { Field } from '../fields/fields.ts'
import { isOwnName, keyOfOwn, ownNameOf } from '../fields/own-names.ts'
import { readSyncedValues, restoreOrigins, type ValueOrigin, writeSyncedValues } from '../fields/synced-values.ts'
import type { OwnRecord, OwnRecords, RefusedField } from './own-records.ts'
import { fieldKindOf } from './own-values.ts'

/** Records with their values of these fields beside what else is compared. */
const withOwnFields = async (
  db: Db,
  orgId: string,
  entity: CrmEntity,
  records: ReadonlyMap<string, OwnRecord>,
  fields: readonly Field[],
): Promise<ReadonlyMap<string, OwnRecord>> => {
  if (fields.length === 0 || records.size === 0) return records
  const ids = [...new Set([...records.values()].map(({ id }) => id))]
  const found = await readSyncedValues(db, orgId, fieldKindOf[entity], ids, fields)
  return new Map(
    [...records].map(([id, record]) => {
      const values: Record<string, string | null> = { ...record.values }
      const times: Record<string, Date> = {}
      const beside: Record<string, object> = { ...record.beside }
      for (const { key } of fields) {
        const name = ownNameOf(key)
        const value = found.get(record.id)?.[key]
        values[name] = value?.text ?? null
        if (!value) continue
        times[name] = value.at
        beside[name] = { sync_id: value.sync_id, upload_id: value.upload_id } satisfies ValueOrigin
      }
      return [id, { ...record, values, times, beside }]
    }),
  )
}

const gone = (id: string, field: string): RefusedField => ({
  ...{ id, field, code: 'field_value_gone', message: 'The field, the choice or the person is no longer here.' },
})

/** Parts what stands in fields of the workspace's own from the rest. */
const parted = (
  changes: ReadonlyMap<string, Readonly<Record<string, string | null>>>,
): { readonly plain: Map<string, Record<string, string | null>>; readonly own: Map<string, Record<string, string | null>> } => {
  const plain = new Map<string, Record<string, string | null>>()
  const own = new Map<string, Record<string, string | null>>()
  for (const [id, values] of changes)
    for (const [field, value] of Object.entries(values)) {
      const part = isOwnName(field) ? own : plain
      part.set(id, { ...part.get(id), [isOwnName(field) ? keyOfOwn(field) : field]: value })
    }
  return { plain, own }
}

/** The same records with fields of the workspace's own, as far as a mapping names them. */
export const andOwnFields = (entity: CrmEntity, records: OwnRecords): OwnRecords => ({
  ...records,
  read: async (db, orgId, ids, fields = []) => withOwnFields(db, orgId, entity, await records.read(db, orgId, ids), fields),
  lock: async (db, orgId, ids, fields = []) => withOwnFields(db, orgId, entity, await records.lock(db, orgId, ids), fields),

  async add(db, facts, given, planned) {
    const added = await records.add(db, facts, given, planned)
    const fields = facts.ownFields[entity]
    if (fields.length === 0) return added
    const values = new Map([...given].filter(([id]) => added.has(id)).map(([id, incoming]) => [id, incoming.values] as const))
    const { own } = parted(values)
    const filled = new Map(
      [...own].map(
        ([id, each]) => [id, Object.fromEntries(Object.entries(each).filter(([, value]) => value !== null))] as const,
      ),
    )
    await writeSyncedValues(db, facts.job.org_id, fieldKindOf[entity], filled, {
      ...{ fields, people: facts.people, syncId: facts.fills },
    })
    return added
  },

  async write(db, facts, changes) {
    const { plain, own } = parted(changes)
    const refused = plain.size === 0 ? [] : await records.write(db, facts, plain)
    if (own.size === 0) return refused
    const left = await writeSyncedValues(db, facts.job.org_id, fieldKindOf[entity], own, {
      ...{ fields: facts.ownFields[entity], people: facts.people, syncId: facts.fills },
    })
    return [...refused, ...left.map(({ id, key }) => gone(id, ownNameOf(key)))]
  },
})

/** Notes of values that an undo put back by what they had been written. */
export const restoreOwnFieldOrigins = async (
  db: Db,
  orgId: string,
  fields: readonly Field[],
  restored: readonly { readonly id: string; readonly field: string; readonly beside: object | null }[],
): Promise<void> => {
  const ids = new Map<string, string>(fields.map(({ key, id }) => [ownNameOf(key), id]))
  // The oldest comes last: what was there before the run counts.
  const origins = new Map(
    restored.flatMap(({ id, field, beside }) => {
      const fieldId = ids.get(field)
      if (fieldId === undefined || beside === null) return []
      const { sync_id = null, upload_id = null } = beside as Partial<ValueOrigin>
      return [[`${id} ${field}`, { record_id: id, field_id: fieldId, sync_id, upload_id }] as const]
    }),
  )
  await restoreOrigins(db, orgId, [...origins.values()])
}
