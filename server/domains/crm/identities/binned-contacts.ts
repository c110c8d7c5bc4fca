import { sql } from 'kysely'
import type { Db } from '#core/context.ts'

/** Puts people in the bin, by the ids of their canonical records, which the caller holds. Answers those that were not there yet. */
export const binContacts = async (
  db: Db,
  orgId: string,
  ids: readonly string[],
  personId: string | null,
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    update contacts set deleted_at = now(), deleted_by = ${personId}
    where org_id = ${orgId} and id = any(${ids}::uuid[]) and root_id is null and deleted_at is null
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Takes people out of the bin, by the ids of their canonical records, which the caller holds. Answers those that were there. */
export const unbinContacts = async (db: Db, orgId: string, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    update contacts set deleted_at = null, deleted_by = null
    where org_id = ${orgId} and id = any(${ids}::uuid[]) and deleted_at is not null and removed_at is null
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}
