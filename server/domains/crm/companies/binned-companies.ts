import { sql } from 'kysely'
import { binRows, unbinRows } from '#core/binned-rows.ts'
import type { Db } from '#core/context.ts'

/** Puts companies in the bin. Answers those that were not there yet. */
export const binCompanies = (db: Db, orgId: string, ids: readonly string[], personId: string | null): Promise<string[]> =>
  binRows(db, orgId, 'companies', ids, { personId })

/** Takes companies out of the bin. Answers those that were there. */
export const unbinCompanies = (db: Db, orgId: string, ids: readonly string[]): Promise<string[]> =>
  unbinRows(db, orgId, 'companies', ids)

/** Empties companies in the bin for good, with those that were merged into them. The rows stay, since contacts and deals refer to them; the domain is free again. */
export const eraseCompanies = async (db: Db, orgId: string, ids: readonly string[]): Promise<void> => {
  await sql`
    update companies set removed_at = now(), name = ${erasedName}, domain = null, owner_id = null
    where org_id = ${orgId} and (id = any(${ids}::uuid[]) or root_id = any(${ids}::uuid[]))`.execute(db)
  await sql`
    update company_merges set reason = null, filled = '{}'
    where org_id = ${orgId} and target_id in (
      select id from companies where org_id = ${orgId} and (id = any(${ids}::uuid[]) or root_id = any(${ids}::uuid[])))`.execute(
    db,
  )
}

/** Every record of these companies. */
export const companyGroupsOf = async (db: Db, orgId: string, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from companies where org_id = ${orgId} and (id = any(${ids}::uuid[]) or root_id = any(${ids}::uuid[])) order by id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** What is known of deals or companies that are removed. */
export const forgetFacts = async (db: Db, orgId: string, ids: readonly string[]): Promise<void> => {
  await sql`delete from facts where org_id = ${orgId} and subject_id = any(${ids}::uuid[])`.execute(db)
}

/** A company has a name. */
const erasedName = '–'
