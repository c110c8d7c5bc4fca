import { sql } from 'kysely'
import type { Db } from './context.ts'

type Table = 'companies' | 'contacts' | 'deals' | 'leads' | 'tasks'
const always = sql`true`

/** Puts rows in the bin, as far as `only` is true of them. Answers the ids of those that were not there yet. */
export const binRows = async (
  db: Db,
  orgId: string,
  table: Table,
  ids: readonly string[],
  { personId, only = always }: { readonly personId: string | null; readonly only?: typeof always },
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    update ${sql.table(table)} set deleted_at = now(), deleted_by = ${personId}
    where org_id = ${orgId} and id = any(${ids}::uuid[]) and deleted_at is null and ${only}
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Takes rows out of the bin, as far as `only` is true of them: what was removed for good is not. Answers the ids of those that were there. */
export const unbinRows = async (
  db: Db,
  orgId: string,
  table: Table,
  ids: readonly string[],
  only = sql`removed_at is null`,
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    update ${sql.table(table)} set deleted_at = null, deleted_by = null
    where org_id = ${orgId} and id = any(${ids}::uuid[]) and deleted_at is not null and ${only}
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}
