import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { rootId } from '#domains/crm/identities/root-ids.ts'
import { type ComparedCompany, companyKeysOf, isRegisterNumber } from './company-keys.ts'
import { comparePairs, type PairKind } from './pairs.ts'

/** Whether both of a pair have keys of a kind, and none in common. */
const differIn = (orgId: string, reason: 'number' | 'brand') => sql<boolean>`(
  exists (select from company_match_keys a where a.org_id = ${orgId} and a.company_id = p.one_id and a.reason = ${reason})
  and exists (select from company_match_keys b where b.org_id = ${orgId} and b.company_id = p.other_id and b.reason = ${reason})
  and not exists (
    select from company_match_keys a join company_match_keys b on b.org_id = a.org_id and b.key = a.key and b.company_id = p.other_id
    where a.org_id = ${orgId} and a.company_id = p.one_id and a.reason = ${reason}))`

export const companyPairs: PairKind = {
  kind: 'company',
  records: sql`companies`,
  keys: sql`company_match_keys`,
  of: sql`company_id`,
  strength: sql`(case when 'number' = any(p.reasons) then 4 else 0 end) + (case when 'domain' = any(p.reasons) then 2 else 0 end)
    + (case when 'name' = any(p.reasons) then 1 else 0 end)`,
  // Two numbers are two companies, whatever they are called; the same name at two brands is two as well: there is a Blue Bakery in each town.
  isContradicted: (orgId) => sql`(${differIn(orgId, 'number')} or (p.reasons = '{name}' and ${differIn(orgId, 'brand')}))`,
}

/**
 * Compares companies with all others, and writes down which may be one, as `matchContacts` does. One that is in the bin, or merged into
 * another, is compared with none.
 */
export const matchCompanies = async (db: Db, orgId: string, companyIds: readonly string[]): Promise<void> => {
  if (companyIds.length === 0) return
  const { rows: records } = await sql<ComparedCompany & { root_id: string }>`
    select r.id as root_id, g.name, g.domain, array(
      select v.text_value from field_values v
      where v.org_id = g.org_id and v.record_id = g.id and v.field_id = any(${await numberFields(db, orgId)}::uuid[])
        and v.text_value is not null) as numbers
    from companies r join companies g on g.org_id = r.org_id and (g.id = r.id or g.root_id = r.id)
    where r.org_id = ${orgId} and r.root_id is null and r.deleted_at is null and r.id in (
      select ${rootId()} from companies where org_id = ${orgId} and id = any(${[...companyIds]}::uuid[]))`.execute(db)
  const roots = [...new Set(records.map(({ root_id }) => root_id))]
  const touched = [...new Set([...companyIds, ...roots])]
  const keys = records.flatMap(({ root_id, ...record }) =>
    companyKeysOf(orgId, record).map((key) => ({ recordId: root_id, ...key })),
  )
  await comparePairs(db, orgId, companyPairs, { touched, roots, keys })
}

/** The fields of the workspace's own in which it keeps such numbers. */
const numberFields = async (db: Db, orgId: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from fields where org_id = ${orgId} and kind = 'company' and type = 'text' and archived_at is null`.execute(
    db,
  )
  return rows.filter(({ name }) => isRegisterNumber(name)).map(({ id }) => id)
}
