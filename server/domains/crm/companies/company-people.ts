import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { findCompany } from './companies.ts'
import { companyGroup } from './company-groups.ts'
import { companyErrors } from './errors.ts'

/** Of a company with more, those of the newest: a list of what hangs on them stays bounded. */
const mostPeople = 1_000

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
    with own as materialized (
      select c.id, c.root_id from contacts c
      where c.org_id = ${orgId} and c.company_id in ${group} and c.deleted_at is null order by c.id desc limit ${mostPeople}),
    deals_of as (
      select d.id from deals d
      where d.org_id = ${orgId} and d.company_id in ${group} and d.deleted_at is null order by d.id desc limit ${mostPeople})
    select 'contact' as kind, id from own
    union select 'contact', root_id from own where root_id is not null
    union select 'contact', g.id from contacts g
      where g.org_id = ${orgId} and g.root_id in (select coalesce(root_id, id) from own)
    union select 'deal', id from deals_of
    union select 'company', g.id from ${group} g`.execute(db)
  const ofKind = (kind: string): string[] => rows.filter((row) => row.kind === kind).map(({ id }) => id)
  return { contactIds: ofKind('contact'), dealIds: ofKind('deal'), companyIds: ofKind('company') }
}
