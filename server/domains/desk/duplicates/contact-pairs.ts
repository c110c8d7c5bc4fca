import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { rootId } from '#domains/crm/identities/root-ids.ts'
import { type Compared, matchKeysOf } from './match-keys.ts'
import { comparePairs, type PairKind } from './pairs.ts'

export const contactPairs: PairKind = {
  kind: 'contact',
  records: sql`contacts`,
  keys: sql`contact_match_keys`,
  of: sql`contact_id`,
  strength: sql`(case when 'mailbox' = any(p.reasons) then 4 else 0 end) + (case when 'phone' = any(p.reasons) then 2 else 0 end)
    + (case when p.reasons && '{name_company,name_domain}' then 1 else 0 end)`,
  isContradicted: () => sql`false`,
}

/**
 * Compares contacts with all others, and writes down which may be one person: pairs of them that are no longer alike are forgotten, new
 * ones are found, and what a member dismissed stays so. Contacts are given by any of their records. One that is in the bin, or merged into
 * another, is compared with no one.
 */
export const matchContacts = async (db: Db, orgId: string, contactIds: readonly string[]): Promise<void> => {
  if (contactIds.length === 0) return
  const { rows: records } = await sql<Compared & { root_id: string }>`
    select r.id as root_id, g.full_name, g.email, g.phone, g.company
    from contacts r join contacts g on g.org_id = r.org_id and (g.id = r.id or g.root_id = r.id)
    where r.org_id = ${orgId} and r.root_id is null and r.deleted_at is null and r.id in (
      select ${rootId()} from contacts where org_id = ${orgId} and id = any(${[...contactIds]}::uuid[]))`.execute(db)
  const roots = [...new Set(records.map(({ root_id }) => root_id))]
  const touched = [...new Set([...contactIds, ...roots])]
  const keys = records.flatMap(({ root_id, ...record }) =>
    matchKeysOf(orgId, record).map((key) => ({ recordId: root_id, ...key })),
  )
  await comparePairs(db, orgId, contactPairs, { touched, roots, keys })
}
