import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { recordEvent } from '#core/events/events.ts'
import { joinedOrg } from '#core/joined-org.ts'
import type { Within } from '#core/within.ts'
import { rootId } from '../identities/root-ids.ts'
import { hasParts } from '../records/attached-parts.ts'
import { type CompanyRow, lockCompanyGroups, topCompany } from './company-groups.ts'
import { companyEvents } from './events.ts'

/** A company that is read from another system, under the id that it gets here. */
export interface ImportedCompany {
  readonly id: string
  readonly name: string
  readonly domain: string | null
}

/** Whose domains these are; of one that was merged, the company that stands for it. */
export const findCompaniesByDomain = async (
  db: Db,
  orgId: string,
  domains: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (domains.length === 0) return new Map()
  const { rows } = await sql<{ domain: string; id: string }>`
    select domain, ${rootId()} as id from companies where org_id = ${orgId} and domain = any(${[...domains]}::text[])`.execute(
    db,
  )
  return new Map(rows.map(({ domain, id }) => [domain, id]))
}

/** Locks companies until the transaction ends, always in the order of their ids. By the ids asked for. */
export const lockCompanies = async (
  db: Db,
  orgId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CompanyRow>> => {
  if (ids.length === 0) return new Map()
  const rows = await lockCompanyGroups(db, orgId, ids)
  return new Map(ids.flatMap((id) => [[id, topCompany(rows, id)] as const].filter(hasRow)))
}

/** By the ids asked for, as they are now: of one that was merged, the company that stands for it. */
export const readCompanies = async (
  db: Db,
  orgId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CompanyRow>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<CompanyRow & { asked_id: string }>`
    select given.id as asked_id, top.* from companies given
    join companies top on top.org_id = given.org_id and top.id = ${rootId('given')}
    where given.org_id = ${orgId} and given.id = any(${[...ids]}::uuid[]) order by given.id`.execute(db)
  return new Map(rows.map(({ asked_id, ...row }) => [asked_id, row]))
}

const hasRow = (entry: readonly [string, CompanyRow | undefined]): entry is readonly [string, CompanyRow] =>
  entry[1] !== undefined

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

const findHolder = (db: Db, orgId: string, domain: string) =>
  db
    .selectFrom('companies')
    .select(['id', 'root_id'])
    .where('org_id', '=', orgId)
    .where('domain', '=', domain)
    .executeTakeFirst()

/** Writes over what is given; the caller holds the companies. Answers those whose domain another company has: their other values are written. */
export const writeImportedCompanies = async (
  db: Db,
  orgId: string,
  changes: readonly { readonly id: string; readonly name?: string; readonly domain?: string | null }[],
): Promise<ReadonlySet<string>> => {
  const taken = new Set<string>()
  for (const { id, ...values } of changes) {
    if (values.domain) {
      const holder = await findHolder(db, orgId, values.domain)
      if (holder && holder.id !== id) {
        // One that was merged into it keeps its domain: that is this company's too.
        if (holder.root_id !== id) taken.add(id)
        delete (values as { domain?: string | null }).domain
      }
    }
    // Of which nothing is written, that is no change.
    if (Object.keys(values).length === 0) continue
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
 * Removes companies that an import made, as far as they are as it left them (`at`), no contact, deal, task or fact belongs to them, and no member merged
 * them or attached anything to them. Answers those that are gone.
 */
export const removeImportedCompanies = async (
  db: Db,
  orgId: string,
  companies: readonly { readonly id: string; readonly at: Date }[],
  within: Within,
): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ id: string }>`
    delete from companies c
    using unnest(${companies.map(({ id }) => id)}::uuid[], ${companies.map(({ at }) => at)}::timestamptz[]) as g (id, at)
    where c.org_id = ${joinedOrg(orgId)} and c.id = g.id and date_trunc('milliseconds', c.updated_at) <= g.at
      and not exists (select from company_merges m where m.org_id = c.org_id and c.id in (m.source_id, m.target_id))
      and not exists (select from contacts p where p.org_id = c.org_id and p.company_id = c.id)
      and not exists (select from deals d where d.org_id = c.org_id and d.company_id = c.id)
      and not exists (select from tasks t where t.org_id = c.org_id and t.company_id = c.id)
      and not exists (select from facts f where f.org_id = c.org_id and f.subject_kind = 'company' and f.subject_id = c.id)
      and not ${await hasParts(db, orgId, within, 'c')}
    returning c.id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Ids in an event, at most. */
const mostInEvent = 1_000

/** The search index and the list of duplicates hear of what a sync made or changed. */
export const recordImportedCompanies = async (db: Db, orgId: string, jobId: string, ids: readonly string[]): Promise<void> => {
  for (let at = 0; at < ids.length; at += mostInEvent)
    await recordEvent(db, orgId, companyEvents.imported, jobId, { ids: ids.slice(at, at + mostInEvent) })
}
