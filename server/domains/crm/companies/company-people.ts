import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { rootId } from '../identities/root-ids.ts'
import { findCompany } from './companies.ts'
import { companyGroup } from './company-groups.ts'
import { companyErrors } from './errors.ts'

/**
 * So many contacts and so many deals of a company count, the newest, wherever something of them is read: its timeline, and the lists of what hangs
 * on them. So each stays bounded.
 */
export const mostOfCompany = 500

/** The same for the reference. */
export const mostOfCompanyWords = `Of a company the newest ${mostOfCompany.toLocaleString('en')} contacts and deals count.`

export interface CompanyPeople {
  /** Every record of each. */
  readonly contactIds: readonly string[]
  readonly dealIds: readonly string[]
  /** Of the company itself, and of those that were merged into it. */
  readonly companyIds: readonly string[]
}

/** By whom and what something belongs to a company: its people and its deals. Throws `company_not_found`. */
export const findCompanyPeople = async (db: Db, orgId: string, companyId: string): Promise<CompanyPeople> => {
  const company = await findCompany(db, orgId, companyId)
  if (!company) throw new Failure(companyErrors.company_not_found, { field: 'companyId' })
  const group = companyGroup(orgId, company.id)
  const { rows } = await sql<{ kind: 'contact' | 'deal' | 'company'; id: string }>`
    select 'contact' as kind, p.id from ${contactsOfCompany(orgId, group)} p
    union all select 'deal', d.id from ${dealsOfCompany(orgId, group)} d
    union all select 'company', g.id from ${group} g`.execute(db)
  const ofKind = (kind: string): string[] => rows.filter((row) => row.kind === kind).map(({ id }) => id)
  return { contactIds: ofKind('contact'), dealIds: ofKind('deal'), companyIds: ofKind('company') }
}

/**
 * The people of a company, each with every record of theirs, as rows `(id)`. Every look-up is one of an index: a planner that has not counted
 * the contacts yet would read all of them.
 */
export const contactsOfCompany = (orgId: string, group: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  with own as materialized (
    select c.id, c.root_id from ${group} g cross join lateral (
      select n.id, n.root_id from contacts n
      where n.org_id = ${orgId} and n.company_id = g.id and n.deleted_at is null order by n.id desc limit ${mostOfCompany}) c
    order by c.id desc limit ${mostOfCompany})
  select o.id from own o
  union select o.root_id from own o where o.root_id is not null
  union select m.id from own o cross join lateral (
    select n.id from contacts n where n.org_id = ${orgId} and n.root_id = ${rootId('o')} offset 0) m)`

/** The deals of a company, as rows `(id)`. */
export const dealsOfCompany = (orgId: string, group: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select d.id from ${group} g cross join lateral (
    select n.id from deals n
    where n.org_id = ${orgId} and n.company_id = g.id and n.deleted_at is null order by n.id desc limit ${mostOfCompany}) d
  order by d.id desc limit ${mostOfCompany})`

/** Whether there are contacts or deals of it that do not count. */
export const hasMoreThanCount = async (db: Db, orgId: string, companyId: string): Promise<boolean> => {
  const group = companyGroup(orgId, companyId)
  const beyond = (table: RawBuilder<unknown>): RawBuilder<boolean> => sql`(select exists (
    select from ${group} g cross join lateral (
      select from ${table} n where n.org_id = ${orgId} and n.company_id = g.id and n.deleted_at is null limit ${mostOfCompany + 1}) n
    offset ${mostOfCompany}))`
  const { rows } = await sql<{
    has_more: boolean
  }>`select ${beyond(sql`contacts`)} or ${beyond(sql`deals`)} as has_more`.execute(db)
  return rows[0]?.has_more ?? false
}
