import { sql } from 'kysely'
import type { Db } from '#core/context.ts'

/** Puts companies in the bin. Answers those that were not there yet. */
export const binCompanies = async (
  db: Db,
  orgId: string,
  ids: readonly string[],
  personId: string | null,
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    update companies set deleted_at = now(), deleted_by = ${personId}
    where org_id = ${orgId} and id = any(${ids}::uuid[]) and deleted_at is null
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Takes companies out of the bin. Answers those that were there. */
export const unbinCompanies = async (db: Db, orgId: string, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    update companies set deleted_at = null, deleted_by = null
    where org_id = ${orgId} and id = any(${ids}::uuid[]) and deleted_at is not null and removed_at is null
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}
