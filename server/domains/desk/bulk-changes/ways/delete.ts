import { type RawBuilder, sql } from 'kysely'
import { putInBin, takeFromBin } from '#domains/desk/bin/bin-records.ts'
import type { ChangedKind } from '../wanted-changes.ts'
import { changedSince, type Doing, undone, way } from './way.ts'

/** Into the bin; what is evidence stays, with the reason that the bin gives. */
export const remove = way({
  type: 'delete',

  async apply(doing, ids) {
    const { db, orgId, kind, personId } = doing
    const { kept } = await putInBin(db, orgId, kind, ids, { personId })
    const reasons = new Map(kept.map(({ id, reason }) => [id, reason]))
    const times = await timesOf(doing, ids)
    return ids.map((id) => {
      const reason = reasons.get(id)
      if (reason !== undefined) return { id, state: 'skipped', reason }
      return { id, state: 'done', before: {}, after: { deleted_at: times.get(id) } }
    })
  },

  async undo(doing, rows) {
    const { db, orgId, kind, personId } = doing
    const times = await timesOf(
      doing,
      rows.map(({ record_id }) => record_id),
    )
    // One that was restored, and deleted again, stays in the bin.
    const stands = rows.filter(({ record_id, after }) => times.get(record_id) === after.deleted_at)
    const ids = stands.map(({ record_id }) => record_id)
    const back = new Set((await takeFromBin(db, orgId, kind, ids, { personId })).restored)
    return rows.map((row) => (back.has(row.record_id) ? undone(row) : changedSince(row)))
  },
})

const tables: Readonly<Record<ChangedKind, RawBuilder<unknown>>> = {
  lead: sql`leads`,
  contact: sql`contacts`,
  company: sql`companies`,
  deal: sql`deals`,
  task: sql`tasks`,
}

/** Since when they are in the bin, as text; nothing of those that are not. */
const timesOf = async ({ db, orgId, kind }: Doing, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ id: string; at: string }>`
    select id, deleted_at::text as at from ${tables[kind]}
    where org_id = ${orgId} and id = any(${ids}::uuid[]) and deleted_at is not null`.execute(db)
  return new Map(rows.map(({ id, at }) => [id, at]))
}
