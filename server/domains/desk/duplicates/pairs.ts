import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { wake } from '#core/events/events.ts'
import { duplicateEvents } from './events.ts'
import { type Compared, matchKeysOf } from './match-keys.ts'

/** What more contacts than these share, an office's number, says nothing about any two of them. */
const mostHolders = 10

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
      select coalesce(root_id, id) from contacts where org_id = ${orgId} and id = any(${[...contactIds]}::uuid[]))`.execute(db)
  const roots = [...new Set(records.map(({ root_id }) => root_id))]
  const touched = [...new Set([...contactIds, ...roots])]
  const keys = records.flatMap(({ root_id, ...record }) =>
    matchKeysOf(orgId, record).map((key) => ({ contact_id: root_id, ...key })),
  )
  await sql`delete from contact_match_keys where org_id = ${orgId} and contact_id = any(${touched}::uuid[])`.execute(db)
  await sql`
    insert into contact_match_keys (org_id, contact_id, key, reason)
    select ${orgId}, k.contact_id, k.key, k.reason
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k (contact_id uuid, key uuid, reason text)
    on conflict do nothing`.execute(db)
  await findPairs(db, orgId, touched, roots)
}

const findPairs = async (db: Db, orgId: string, touched: readonly string[], roots: readonly string[]): Promise<void> => {
  const { numAffectedRows: forgotten } = await sql`
    delete from duplicate_pairs where org_id = ${orgId} and state = 'open'
      and (one_id = any(${touched}::uuid[]) or other_id = any(${touched}::uuid[]))`.execute(db)
  const { numAffectedRows: found } = await sql`
    with mine as (
      select contact_id, key, reason from contact_match_keys where org_id = ${orgId} and contact_id = any(${roots}::uuid[])),
    holders as (
      select m.contact_id as one, h.contact_id as other, m.reason, count(*) over (partition by m.contact_id, m.key) as holders
      from mine m cross join lateral (
        select k.contact_id from contact_match_keys k where k.org_id = ${orgId} and k.key = m.key limit ${mostHolders + 1}) h),
    pairs as (
      select least(one, other) as one_id, greatest(one, other) as other_id, array_agg(distinct reason order by reason) as reasons
      from holders where one <> other and holders <= ${mostHolders} group by 1, 2)
    insert into duplicate_pairs (org_id, one_id, other_id, reasons, strength)
    select ${orgId}, p.one_id, p.other_id, p.reasons,
      (case when 'mailbox' = any(p.reasons) then 4 else 0 end) + (case when 'phone' = any(p.reasons) then 2 else 0 end)
        + (case when p.reasons && '{name_company,name_domain}' then 1 else 0 end)
    from pairs p where not ${areDismissed(orgId, 'p.one_id', 'p.other_id')}
    on conflict (org_id, one_id, other_id) do nothing`.execute(db)
  if (Number(forgotten ?? 0) + Number(found ?? 0) > 0) await wake(db, orgId, duplicateEvents.changed)
}

/** Whether a member said of any two records of these contacts that they are not the same. */
const areDismissed = (orgId: string, one: string, other: string) => sql`exists (
  select from duplicate_pairs d
  join contacts a on a.org_id = d.org_id and a.id = d.one_id
  join contacts b on b.org_id = d.org_id and b.id = d.other_id
  where d.org_id = ${orgId} and d.state = 'dismissed'
    and (coalesce(a.root_id, a.id), coalesce(b.root_id, b.id)) in
      ((${sql.ref(one)}, ${sql.ref(other)}), (${sql.ref(other)}, ${sql.ref(one)})))`

/** A member says that two contacts are not the same, for ever; or takes that back. */
export const dismissPair = async (
  db: Db,
  orgId: string,
  [first, second]: readonly [string, string],
  { personId, isUndone }: { readonly personId: string | null; readonly isUndone: boolean },
): Promise<void> => {
  const [oneId, otherId] = first < second ? [first, second] : [second, first]
  if (isUndone) {
    await sql`
      delete from duplicate_pairs where org_id = ${orgId} and one_id = ${oneId} and other_id = ${otherId} and state = 'dismissed'`.execute(
      db,
    )
    await matchContacts(db, orgId, [oneId, otherId])
    return
  }
  await sql`
    insert into duplicate_pairs (org_id, one_id, other_id, state, reasons, strength, decided_by, decided_at)
    values (${orgId}, ${oneId}, ${otherId}, 'dismissed', '{}', 1, ${personId}, now())
    on conflict (org_id, one_id, other_id) do update set state = 'dismissed', decided_by = ${personId}, decided_at = now()
      where duplicate_pairs.state = 'open'`.execute(db)
  await wake(db, orgId, duplicateEvents.changed)
}

export interface Pair {
  readonly one_id: string
  readonly other_id: string
  readonly reasons: string[]
  readonly strength: number
}

/** Two that are both there: a pair is forgotten a moment after one of them was merged or deleted. */
const bothThere = (orgId: string) => sql`not exists (
  select from contacts c where c.org_id = ${orgId} and c.id in (p.one_id, p.other_id) and (c.root_id is not null or c.deleted_at is not null))`

/** The surest first. */
export const findOpenPairs = async (
  db: Db,
  orgId: string,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<{ pairs: Pair[]; nextCursor: string | null }> => {
  const [strength, one, other] = cursor?.split('~') ?? []
  const after =
    strength && one && other
      ? sql`(p.strength, p.one_id, p.other_id) < (${Number(strength)}::smallint, ${one}::uuid, ${other}::uuid)`
      : sql`true`
  const { rows } = await sql<Pair>`
    select p.one_id, p.other_id, p.reasons, p.strength from duplicate_pairs p
    where p.org_id = ${orgId} and p.state = 'open' and ${after} and ${bothThere(orgId)}
    order by p.strength desc, p.one_id desc, p.other_id desc limit ${limit + 1}`.execute(db)
  const pairs = rows.slice(0, limit)
  const last = pairs.at(-1)
  return {
    pairs,
    nextCursor: rows.length > limit && last ? `${last.strength}~${last.one_id}~${last.other_id}` : null,
  }
}

/** More are not counted. */
export const mostCounted = 1_000

export const countOpenPairs = async (db: Db, orgId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from duplicate_pairs p where p.org_id = ${orgId} and p.state = 'open' and ${bothThere(orgId)} limit ${mostCounted}) found`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
