import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { choice } from '#shapes'
import { lockMergeGroups } from '../identities/merge-groups.ts'
import { rootId } from '../identities/root-ids.ts'
import { recordErrors } from './errors.ts'

export const recordKinds = ['contact', 'company', 'lead', 'deal'] as const

/** What can have an owner, tags, notes, files and fields of the workspace's own. */
export const PlainRecordKind = choice('PlainRecordKind', recordKinds)
export type PlainRecordKind = z.output<typeof PlainRecordKind>

export interface RecordOf {
  readonly kind: PlainRecordKind
  readonly id: string
}

/** By kind. */
export const recordTables = { contact: sql`contacts`, company: sql`companies`, lead: sql`leads`, deal: sql`deals` } as const

/** What a record is called: a lead and a contact by name, else by address or number. */
const names: Readonly<Record<PlainRecordKind, RawBuilder<string>>> = {
  contact: sql`coalesce(r.full_name, r.email, r.phone)`,
  company: sql`r.name`,
  lead: sql`coalesce(r.full_name, r.email, r.phone)`,
  deal: sql`r.name`,
}

export interface FoundRecord extends RecordOf {
  /** Null: it has neither a name nor an address. */
  readonly name: string | null
  /** In the bin since then. */
  readonly deletedAt: Date | null
}

/** Records of which several can be one. */
export const isMergeable = (kind: PlainRecordKind | null): kind is 'contact' | 'company' =>
  kind === 'contact' || kind === 'company'

/**
 * Those of them that there are, in the organization of the transaction. A contact or a company that was merged into another one is the
 * canonical one from then on: `id` is that one's.
 */
export const findRecords = async (
  db: Db,
  orgId: string,
  kind: PlainRecordKind,
  ids: readonly string[],
): Promise<FoundRecord[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string; name: string | null; deleted_at: Date | null }>`
    select distinct on (r.id) r.id, ${names[kind]} as name, r.deleted_at
    from ${recordTables[kind]} g join ${recordTables[kind]} r on r.org_id = g.org_id
      and r.id = ${isMergeable(kind) ? rootId('g') : sql`g.id`}
    where g.org_id = ${orgId} and g.id = any(${ids}::uuid[])`.execute(db)
  return rows.map(({ id, name, deleted_at }) => ({ kind, id, name, deletedAt: deleted_at }))
}

/** One of them; undefined for one that is not there. */
export const findRecord = async (db: Db, orgId: string, { kind, id }: RecordOf): Promise<FoundRecord | undefined> =>
  (await findRecords(db, orgId, kind, [id]))[0]

/**
 * Those of them that there are, each held until the transaction ends: so two who change parts of a record at once come one after the
 * other, and the log has their events in that order. Throws `record_not_found` where one is missing.
 */
export const lockRecords = async (
  db: Db,
  orgId: string,
  kind: PlainRecordKind,
  ids: readonly string[],
): Promise<FoundRecord[]> => {
  if (kind === 'contact') await lockMergeGroups(db, orgId, ids)
  else if (kind === 'company') await sql`select from lock_company_groups(${orgId}, ${[...ids]}::uuid[])`.execute(db)
  else
    await sql`
      select from ${recordTables[kind]} where org_id = ${orgId} and id = any(${ids}::uuid[]) order by id for no key update`.execute(
      db,
    )
  const wanted = new Set(ids)
  const found = await findRecords(db, orgId, kind, [...wanted])
  // Of contacts and companies several may be one: each id is looked for.
  if (found.length === wanted.size) return found
  if (!isMergeable(kind)) throw new Failure(recordErrors.record_not_found)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${recordTables[kind]} where org_id = ${orgId} and id = any(${[...wanted]}::uuid[])`.execute(
    db,
  )
  if (rows[0]?.count !== wanted.size) throw new Failure(recordErrors.record_not_found)
  return found
}

/**
 * Under which ids something of records may stand, each with the id of its record: for a join, as `ids (id, record_id)`. Contacts
 * and companies are given by the ids of their canonical ones.
 */
export const readIds = (orgId: string, kind: PlainRecordKind, ids: readonly string[]) =>
  isMergeable(kind)
    ? sql`(select id, id as record_id from unnest(${ids}::uuid[]) as own (id)
        union all
        select c.id, c.root_id from ${recordTables[kind]} c where c.org_id = ${orgId} and c.root_id = any(${ids}::uuid[]))`
    : sql`(select id, id as record_id from unnest(${ids}::uuid[]) as own (id))`

/**
 * The same of one record at hand, as `row.id` of a statement: an array, so that it is looked up for one row after the other, and the planner
 * gathers nothing. `canonical` is the column with the id of the canonical record.
 */
export const groupIds = (
  kind: PlainRecordKind | null,
  row: string,
  canonical: 'id' | 'root_id' = 'id',
): RawBuilder<string[]> => {
  const [org, root] = [sql.ref(`${row}.org_id`), sql.ref(`${row}.${canonical}`)]
  return isMergeable(kind)
    ? sql`array(select ${root} union all select g.id from ${recordTables[kind]} g where g.org_id = ${org} and g.root_id = ${root})`
    : sql`array[${root}]`
}
