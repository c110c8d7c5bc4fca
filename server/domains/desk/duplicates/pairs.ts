import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { wake } from '#core/events/events.ts'
import { rootId } from '#domains/crm/identities/root-ids.ts'
import { duplicateEvents } from './events.ts'

/** What more records than these share, an office's mailbox, says nothing about any two of them. */
const mostHolders = 10
/** A number that more contacts than these have is a switchboard's: each of ten with nine others would fill the list. */
const mostOfNumber = 5

const most = (reason: RawBuilder<unknown>) =>
  sql`case ${reason} when 'phone' then ${mostOfNumber}::int else ${mostHolders}::int end`

/** Records of a kind, and how two of them are compared. */
export interface PairKind {
  readonly kind: 'contact' | 'company'
  readonly records: RawBuilder<unknown>
  readonly keys: RawBuilder<unknown>
  /** The column of `keys` with the record. */
  readonly of: RawBuilder<unknown>
  /** Of `p (one_id, other_id, reasons)`. */
  readonly strength: RawBuilder<number>
  /** What says of such a pair that its two are different. */
  readonly isContradicted: (orgId: string) => RawBuilder<boolean>
}

/** What a record is compared by, under its canonical record. */
export interface KeyOfRecord {
  readonly recordId: string
  readonly key: string
  readonly reason: string
}

/**
 * Writes the keys of records anew, forgets the open pairs of all that changed (`touched`), and finds those of `roots`, the ones of them
 * that are still there. A key that is now shared by too many, or no longer, changes the pairs of all who have it.
 */
export const comparePairs = async (
  db: Db,
  orgId: string,
  pairKind: PairKind,
  records: { readonly touched: readonly string[]; readonly roots: readonly string[]; readonly keys: readonly KeyOfRecord[] },
): Promise<void> => {
  const { keys, of } = pairKind
  const before = await countHolders(
    db,
    orgId,
    pairKind,
    sql`
      select key from ${keys} where org_id = ${orgId} and ${of} = any(${records.touched}::uuid[]) and reason <> 'brand'
      union select key from unnest(${[...new Set(records.keys.map(({ key }) => key))]}::uuid[]) as new (key)`,
  )
  await sql`delete from ${keys} where org_id = ${orgId} and ${of} = any(${records.touched}::uuid[])`.execute(db)
  await sql`
    insert into ${keys} (org_id, ${of}, key, reason)
    select ${orgId}, k."recordId", k.key, k.reason
    from jsonb_to_recordset(${JSON.stringify(records.keys)}::jsonb) as k ("recordId" uuid, key uuid, reason text)
    on conflict do nothing`.execute(db)
  const doubtful = mayCross(before, records.keys)
  const after =
    doubtful.length === 0
      ? new Map<string, Holders>()
      : await countHolders(db, orgId, pairKind, sql`select key from unnest(${doubtful}::uuid[]) as k (key)`)
  const crossed = doubtful.filter((key) => isCrowd(before.get(key)) !== isCrowd(after.get(key)))
  const others = crossed.length === 0 ? [] : await findHolders(db, orgId, pairKind, crossed, records.touched)
  await findPairs(db, orgId, pairKind, [...records.touched, ...others], [...records.roots, ...others])
}

/** How many records have a key, counted no further than a crowd's, and why they have it. */
interface Holders {
  readonly count: number
  readonly reason: string
}

const mostOf = (reason: string): number => (reason === 'phone' ? mostOfNumber : mostHolders)
const isCrowd = (holders: Holders | undefined): boolean => holders !== undefined && holders.count > mostOf(holders.reason)

/**
 * The keys that may have become a crowd's, or be one no longer: those that with every record that gets them would be one. An import
 * brings hundreds of thousands of keys, and hardly one of these.
 */
const mayCross = (before: ReadonlyMap<string, Holders>, written: readonly KeyOfRecord[]): string[] => {
  const most = new Map([...before].map(([key, holders]) => [key, { ...holders }]))
  for (const { key, reason } of written) {
    const holders = most.get(key)
    if (holders) holders.count++
    else most.set(key, { count: 1, reason })
  }
  return [...most].flatMap(([key, holders]) => (isCrowd(holders) ? key : []))
}

/** Of each key that anyone has. */
const countHolders = async (
  db: Db,
  orgId: string,
  { keys }: PairKind,
  looked: RawBuilder<unknown>,
): Promise<Map<string, Holders>> => {
  const { rows } = await sql<Holders & { key: string }>`
    select l.key, h.count, h.reason
    from (${looked}) l cross join lateral (
      select count(*)::int as count, min(reason) as reason from (
        select k.reason from ${keys} k where k.org_id = ${orgId} and k.key = l.key limit ${mostHolders + 1}) few) h
    where h.count > 0`.execute(db)
  return new Map(rows.map(({ key, count, reason }) => [key, { count, reason }]))
}

/** Who else has one of these keys: at most so many of each as a pair may have, since `touched` made or unmade the crowd. */
const findHolders = async (
  db: Db,
  orgId: string,
  { keys, of }: PairKind,
  looked: readonly string[],
  touched: readonly string[],
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select distinct ${of} as id from ${keys}
    where org_id = ${orgId} and key = any(${looked}::uuid[]) and ${of} <> all(${touched}::uuid[])`.execute(db)
  return rows.map(({ id }) => id)
}

/** Forgets the open pairs of `touched`, and finds those of `roots`. */
const findPairs = async (
  db: Db,
  orgId: string,
  pairKind: PairKind,
  touched: readonly string[],
  roots: readonly string[],
): Promise<void> => {
  const { kind, keys, of, strength, isContradicted } = pairKind
  const { numAffectedRows: forgotten } = await sql`
    delete from duplicate_pairs where org_id = ${orgId} and state = 'open'
      and (one_id = any(${touched}::uuid[]) or other_id = any(${touched}::uuid[]))`.execute(db)
  const { numAffectedRows: found } = await sql`
    with mine as (
      select ${of} as id, key, reason from ${keys} where org_id = ${orgId} and ${of} = any(${roots}::uuid[]) and reason <> 'brand'),
    holders as (
      select m.id as one, h.id as other, m.reason, count(*) over (partition by m.id, m.key) as holders
      from mine m cross join lateral (
        select k.${of} as id from ${keys} k where k.org_id = ${orgId} and k.key = m.key limit ${mostHolders + 1}) h),
    pairs as (
      select least(one, other) as one_id, greatest(one, other) as other_id, array_agg(distinct reason order by reason) as reasons
      from holders where one <> other and holders <= ${most(sql`reason`)} group by 1, 2)
    insert into duplicate_pairs (org_id, kind, one_id, other_id, reasons, strength)
    select ${orgId}, ${kind}, p.one_id, p.other_id, p.reasons, ${strength}
    from pairs p where not ${areDismissed(orgId, pairKind, 'p.one_id', 'p.other_id')} and not ${isContradicted(orgId)}
    on conflict (org_id, one_id, other_id) do nothing`.execute(db)
  if (Number(forgotten ?? 0) + Number(found ?? 0) > 0) await wake(db, orgId, duplicateEvents.changed)
}

/** Whether a member said of any two records of these that they are not the same. */
const areDismissed = (orgId: string, { records }: PairKind, one: string, other: string) => sql`exists (
  select from duplicate_pairs d
  join ${records} a on a.org_id = d.org_id and a.id = d.one_id
  join ${records} b on b.org_id = d.org_id and b.id = d.other_id
  where d.org_id = ${orgId} and d.state = 'dismissed'
    and (${rootId('a')}, ${rootId('b')}) in
      ((${sql.ref(one)}, ${sql.ref(other)}), (${sql.ref(other)}, ${sql.ref(one)})))`

/** A member says that two records are not the same, for ever; or takes that back: then the caller compares them again. */
export const dismissPair = async (
  db: Db,
  orgId: string,
  { kind }: PairKind,
  [first, second]: readonly [string, string],
  { personId, isUndone }: { readonly personId: string | null; readonly isUndone: boolean },
): Promise<void> => {
  const [oneId, otherId] = first < second ? [first, second] : [second, first]
  if (isUndone) {
    await sql`
      delete from duplicate_pairs where org_id = ${orgId} and one_id = ${oneId} and other_id = ${otherId} and state = 'dismissed'`.execute(
      db,
    )
    return
  }
  await sql`
    insert into duplicate_pairs (org_id, kind, one_id, other_id, state, reasons, strength, decided_by, decided_at)
    values (${orgId}, ${kind}, ${oneId}, ${otherId}, 'dismissed', '{}', 1, ${personId}, now())
    on conflict (org_id, one_id, other_id) do update set state = 'dismissed', decided_by = ${personId}, decided_at = now()
      where duplicate_pairs.state = 'open'`.execute(db)
  await wake(db, orgId, duplicateEvents.changed)
}

/** Where a page of pairs ends. */
export const PairCursor = z
  .string()
  .regex(/^\d~[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}~[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  .describe('`next_cursor` of the previous page')

export interface Pair {
  readonly one_id: string
  readonly other_id: string
  readonly reasons: string[]
  readonly strength: number
}

/** Two that are both there: a pair is forgotten a moment after one of them was merged, deleted or removed. */
const bothThere = (orgId: string, { records }: PairKind) => sql`(
  select count(*) from ${records} c
  where c.org_id = ${orgId} and c.id in (p.one_id, p.other_id) and c.root_id is null and c.deleted_at is null) = 2`

/** The surest first. */
export const findOpenPairs = async (
  db: Db,
  orgId: string,
  pairKind: PairKind,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<{ pairs: Pair[]; nextCursor: string | null }> => {
  const [strength, one, other] = cursor?.split('~') ?? []
  const after =
    strength && one && other
      ? sql`(p.strength, p.one_id, p.other_id) < (${Number(strength)}::smallint, ${one}::uuid, ${other}::uuid)`
      : sql`true`
  const { rows } = await sql<Pair>`
    select p.one_id, p.other_id, p.reasons, p.strength from duplicate_pairs p
    where p.org_id = ${orgId} and p.kind = ${pairKind.kind} and p.state = 'open' and ${after} and ${bothThere(orgId, pairKind)}
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

export const countOpenPairs = async (db: Db, orgId: string, pairKind: PairKind): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from duplicate_pairs p
      where p.org_id = ${orgId} and p.kind = ${pairKind.kind} and p.state = 'open' and ${bothThere(orgId, pairKind)} limit ${mostCounted}) found`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
