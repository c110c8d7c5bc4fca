import { type Selectable, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'

export type CompanyRow = Selectable<Tables['companies']>

/**
 * Locks every record of the groups of these companies until the transaction ends, in the order of their ids: a locked group does not
 * change. Rows by id.
 */
export const lockCompanyGroups = async (
  db: Db,
  orgId: string,
  companyIds: readonly string[],
): Promise<ReadonlyMap<string, CompanyRow>> => {
  const { rows } = await sql<CompanyRow>`select * from lock_company_groups(${orgId}, ${[...companyIds]}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The company that stands for this one; undefined where there is none. */
export const topCompany = (rows: ReadonlyMap<string, CompanyRow>, companyId: string): CompanyRow | undefined => {
  const row = rows.get(companyId)
  return row?.root_id ? rows.get(row.root_id) : row
}

/** The ids of a company and of all that were merged into it, as rows `(id)`: for what hangs on any of them. It is given by the id of the one that stands for it. */
export const companyGroup = (orgId: string, companyId: string) =>
  sql<string>`(select ${companyId}::uuid as id union all
    select merged.id from companies merged where merged.org_id = ${orgId} and merged.root_id = ${companyId}::uuid)`

/** A company takes the domain of one that was merged into it: an undone merge gives it back. The caller holds the group. */
export const takeDomainOfMerged = async (db: Db, orgId: string, merged: CompanyRow): Promise<void> => {
  await db.updateTable('companies').set({ domain: null }).where('org_id', '=', orgId).where('id', '=', merged.id).execute()
  await db
    .updateTable('company_merges')
    .set({ filled: sql`filled || ${JSON.stringify({ domain: merged.domain })}::jsonb` })
    .where('org_id', '=', orgId)
    .where('source_id', '=', merged.id)
    .where('undone_at', 'is', null)
    .execute()
}
