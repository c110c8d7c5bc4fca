import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { CrmEntity } from '#ports/crm.ts'
import type { OwnRecord } from './own-records.ts'

/** The fields of each record that members pinned; none where there are none. Those of a contact that was merged into another count for it. */
export const findPins = async (
  db: Db,
  orgId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ our_id: string; fields: string[] }>`
    select our_id, array_agg(field) as fields from sync_pins
    where org_id = ${orgId} and our_id = any(${[...ids]}::uuid[]) group by our_id`.execute(db)
  return new Map(rows.map(({ our_id, fields }) => [our_id, new Set(fields)]))
}

/** Records, by the ids asked for, of which pinned values count as proven. */
export const withPins = async (
  db: Db,
  orgId: string,
  records: ReadonlyMap<string, OwnRecord>,
): Promise<ReadonlyMap<string, OwnRecord>> => {
  const pins = await findPins(db, orgId, [...new Set([...records].flatMap(([id, record]) => [id, record.id]))])
  if (pins.size === 0) return records
  return new Map(
    [...records].map(([id, record]) => {
      const pinned = [...(pins.get(id) ?? []), ...(pins.get(record.id) ?? [])]
      return [id, pinned.length === 0 ? record : { ...record, proven: new Set([...record.proven, ...pinned]) }]
    }),
  )
}

/** Pins a value of a record as it is; one that is pinned already stays so. */
export const addPin = async (
  db: Db,
  pin: {
    readonly orgId: string
    readonly entity: CrmEntity
    readonly ourId: string
    readonly field: string
    readonly by: string | null
  },
): Promise<void> => {
  await db
    .insertInto('sync_pins')
    .values({ org_id: pin.orgId, entity: pin.entity, our_id: pin.ourId, field: pin.field, pinned_by: pin.by })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Also what a decision for ours pinned: the next change there is followed again. */
export const removePin = async (db: Db, orgId: string, ourId: string, field: string): Promise<void> => {
  await db.deleteFrom('sync_pins').where('org_id', '=', orgId).where('our_id', '=', ourId).where('field', '=', field).execute()
  await sql`
    update sync_links set pinned = array_remove(pinned, ${field})
    where org_id = ${orgId} and our_id = ${ourId} and ${field} = any(pinned)`.execute(db)
}
