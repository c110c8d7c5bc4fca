import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { CompanyRow } from './companies.ts'

/** A company that is read from another system, under the id that it gets here. */
export interface ImportedCompany {
  readonly id: string
  readonly name: string
  readonly domain: string | null
}

/** Whose domains these are. */
export const findCompaniesByDomain = async (
  db: Db,
  orgId: string,
  domains: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (domains.length === 0) return new Map()
  const { rows } = await sql<{ domain: string; id: string }>`
    select domain, id from companies where org_id = ${orgId} and domain = any(${[...domains]}::text[])`.execute(db)
  return new Map(rows.map(({ domain, id }) => [domain, id]))
}

/** Locks companies until the transaction ends, always in the order of their ids. */
export const lockCompanies = (db: Db, orgId: string, ids: readonly string[]): Promise<ReadonlyMap<string, CompanyRow>> =>
  readCompanies(db, orgId, ids, true)

/** By their ids, as they are now. */
export const readCompanies = async (
  db: Db,
  orgId: string,
  ids: readonly string[],
  isLocking = false,
): Promise<ReadonlyMap<string, CompanyRow>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('companies')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(isLocking, (query) => query.forNoKeyUpdate())
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Writes new companies, in one statement. Answers those that it wrote: a domain that another company has, or gets at this moment, is not written. */
export const addImportedCompanies = async (
  db: Db,
  orgId: string,
  companies: readonly ImportedCompany[],
): Promise<ReadonlySet<string>> => {
  if (companies.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    insert into companies (org_id, id, name, domain)
    select ${orgId}, c.id, c.name, c.domain
    from jsonb_to_recordset(${JSON.stringify(companies)}::jsonb) as c (id uuid, name text, domain text)
    order by c.domain
    on conflict do nothing
    returning id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Writes over what is given; the caller holds the companies. Answers those whose domain another company has: their other values are written. */
export const writeImportedCompanies = async (
  db: Db,
  orgId: string,
  changes: readonly { readonly id: string; readonly name?: string; readonly domain?: string | null }[],
): Promise<ReadonlySet<string>> => {
  const taken = new Set<string>()
  for (const { id, ...values } of changes) {
    if (values.domain) {
      const other = (await findCompaniesByDomain(db, orgId, [values.domain])).get(values.domain)
      if (other !== undefined && other !== id) {
        taken.add(id)
        delete (values as { domain?: string | null }).domain
      }
    }
    await db
      .updateTable('companies')
      .set({ ...values, updated_at: sql`now()` })
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .execute()
  }
  return taken
}

/**
 * Removes companies that an import made, as far as they are as it left them (`at`) and that no contact, deal or fact belongs to. Answers
 * those that are gone.
 */
export const removeImportedCompanies = async (
  db: Db,
  orgId: string,
  companies: readonly { readonly id: string; readonly at: Date }[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ id: string }>`
    delete from companies c
    using unnest(${companies.map(({ id }) => id)}::uuid[], ${companies.map(({ at }) => at)}::timestamptz[]) as g (id, at)
    where c.org_id = ${orgId} and c.id = g.id and date_trunc('milliseconds', c.updated_at) <= g.at
      and not exists (select from contacts p where p.org_id = c.org_id and p.company_id = c.id)
      and not exists (select from deals d where d.org_id = c.org_id and d.company_id = c.id)
      and not exists (select from facts f where f.org_id = c.org_id and f.subject_kind = 'company' and f.subject_id = c.id)
    returning c.id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
