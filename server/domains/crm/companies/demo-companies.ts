import { sql } from 'kysely'
import type { Db } from '#core/context.ts'

export interface DemoCompany {
  readonly id: string
  readonly name: string
  readonly domain: string
  readonly owner_id: string
  readonly created_at: Date
}

/** Adds companies of the demo, without an event. One whose domain is known already is left out. Answers the ids of the others. */
export const addDemoCompanies = async (db: Db, orgId: string, companies: readonly DemoCompany[]): Promise<string[]> => {
  if (companies.length === 0) return []
  const made = await db
    .insertInto('companies')
    .values(companies.map((company) => ({ org_id: orgId, ...company, updated_at: company.created_at })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return made.map(({ id }) => id)
}

/** Removes those for which no contact, deal or task is left. Answers their ids. */
export const removeDemoCompanies = async (db: Db, orgId: string, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    delete from companies r where r.org_id = ${orgId} and r.id = any(${[...ids]}::uuid[])
      and not exists (select from contacts c where c.org_id = r.org_id and c.company_id = r.id)
      and not exists (select from company_merges m where m.org_id = r.org_id and r.id in (m.source_id, m.target_id) and m.undone_at is null)
      and not exists (select from tasks t where t.org_id = r.org_id and t.company_id = r.id)
      and not exists (select from deals d where d.org_id = r.org_id and d.company_id = r.id)
    returning r.id`.execute(db)
  return rows.map(({ id }) => id)
}
