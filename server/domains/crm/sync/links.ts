import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { joinedOrg } from '#core/joined-org.ts'
import type { CrmEntity } from '#ports/crm.ts'

/** A record there and what stands for it here. */
export interface Link {
  readonly theirId: string
  readonly ourId: string
  /** `removed`: ours was removed here for good; it is not brought back. */
  readonly state: 'linked' | 'gone' | 'merged' | 'removed'
  readonly seen: Readonly<Record<string, string | null>>
  /** Fields in which ours was another when theirs was read last. */
  readonly differs: readonly string[]
  readonly pinned: readonly string[]
  /** Our record's time after the last write by a sync. */
  readonly ourAt: Date
  /** The run that read it last. */
  readonly jobId: string
  /** It was read and not taken, or not whole: ours lay in the bin, or another record here had a value of it. */
  readonly isBehind: boolean
}

interface LinkPlace {
  readonly orgId: string
  readonly connectionId: string
  readonly entity: CrmEntity
}

/** By their ids. */
export const findLinks = async (
  db: Db,
  { orgId, connectionId, entity }: LinkPlace,
  theirIds: readonly string[],
): Promise<ReadonlyMap<string, Link>> => {
  if (theirIds.length === 0) return new Map()
  const { rows } = await sql<Link>`
    select their_id as "theirId", our_id as "ourId", state, seen, differs, pinned, our_at as "ourAt", job_id as "jobId",
      is_behind as "isBehind"
    from sync_links where org_id = ${orgId} and connection_id = ${connectionId} and entity = ${entity}
      and their_id = any(${[...theirIds]}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.theirId, row]))
}

/** What our records are for ids of theirs, null where ours was removed for good; a merged id leads to what it was merged into. */
export const findOurIds = async (
  db: Db,
  { orgId, connectionId }: Omit<LinkPlace, 'entity'>,
  entity: CrmEntity,
  theirIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> => {
  if (theirIds.length === 0) return new Map()
  const found = async (ids: readonly string[]) => {
    const { rows } = await sql<{ their_id: string; our_id: string | null; merged_into: string | null }>`
      select their_id, case when state <> 'removed' then our_id end as our_id, merged_into from sync_links
      where org_id = ${orgId} and connection_id = ${connectionId} and entity = ${entity} and their_id = any(${[...ids]}::text[])`.execute(
      db,
    )
    return rows
  }
  const links = await found(theirIds)
  const merged = [...new Set(links.flatMap(({ merged_into }) => merged_into ?? []))]
  const into = new Map(merged.length === 0 ? [] : (await found(merged)).map(({ their_id, our_id }) => [their_id, our_id]))
  return new Map(
    links.map(({ their_id, our_id, merged_into }) => [
      their_id,
      into.has(merged_into ?? '') ? (into.get(merged_into ?? '') ?? null) : our_id,
    ]),
  )
}

/** A link as a run leaves it. */
export interface LinkWrite {
  readonly their_id: string
  readonly our_id: string
  readonly modified_at: Date | null
  readonly seen: Readonly<Record<string, string | null>>
  readonly differs: readonly string[]
  /** Whether our record is as a sync left it: then `our_at` is now, or the time that is given. */
  readonly is_ours_untouched: boolean
  /** Of our record when it was read, where that is not now. */
  readonly our_at?: string
  /** The run made our record. */
  readonly is_made: boolean
  /** What was read is not taken: ours lies in the bin, or another record here has a value of it. */
  readonly is_behind: boolean
  /** A value of ours is to be written there, whether or not ours changed. */
  readonly gives?: boolean
}

/** Writes links, in one statement. One that is there keeps who made and linked it, what is pinned, and when ours was touched by others. */
export const writeLinks = async (
  db: Db,
  { orgId, connectionId, entity }: LinkPlace,
  jobId: string,
  links: readonly LinkWrite[],
): Promise<void> => {
  if (links.length === 0) return
  await sql`
    insert into sync_links as l (org_id, connection_id, entity, their_id, our_id, modified_at, seen, differs, our_at, made_by, linked_by, job_id,
      is_behind, gives_since)
    select ${orgId}, ${connectionId}, ${entity}, g.their_id, g.our_id, g.modified_at, g.seen,
      array(select jsonb_array_elements_text(g.differs)), case when not g.is_ours_untouched then '-infinity' when g.our_at is null then now() else g.our_at end,
      case when g.is_made then ${jobId}::uuid end, ${jobId}, ${jobId}, g.is_behind,
      case when g.gives then now() end
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as g (their_id text, our_id uuid, modified_at timestamptz, seen jsonb,
      differs jsonb, is_ours_untouched boolean, is_made boolean, is_behind boolean, our_at timestamptz, gives boolean)
    on conflict (org_id, connection_id, entity, their_id) do update set
      our_id = excluded.our_id, modified_at = excluded.modified_at, seen = excluded.seen, differs = excluded.differs,
      state = 'linked', merged_into = null, job_id = excluded.job_id, seen_at = now(), is_behind = excluded.is_behind,
      our_at = greatest(l.our_at, excluded.our_at), gives_since = coalesce(excluded.gives_since, l.gives_since)`.execute(db)
}

/** Notes that a run has read records that are as they were. */
export const touchLinks = async (
  db: Db,
  { orgId, connectionId, entity }: LinkPlace,
  jobId: string,
  theirIds: readonly string[],
): Promise<void> => {
  if (theirIds.length === 0) return
  await sql`
    update sync_links set job_id = ${jobId}, seen_at = now()
    where org_id = ${orgId} and connection_id = ${connectionId} and entity = ${entity} and their_id = any(${[...theirIds]}::text[])`.execute(
    db,
  )
}

/**
 * After a sync wrote over records that were as a sync had left them (`at`: their time before), they still are: also for other links to them.
 * What stands for them at other connections than this one is to get what was written.
 */
export const keepUntouched = async (
  db: Db,
  orgId: string,
  records: readonly { readonly id: string; readonly at: Date }[],
  { connectionId }: Pick<LinkPlace, 'connectionId'>,
): Promise<void> => {
  if (records.length === 0) return
  await sql`
    update sync_links l set our_at = now(), gives_since = case when l.connection_id = ${connectionId} then l.gives_since else now() end
    from unnest(${records.map(({ id }) => id)}::uuid[], ${records.map(({ at }) => at)}::timestamptz[]) as g (id, at)
    where l.org_id = ${joinedOrg(orgId)} and l.our_id = g.id and l.our_at >= g.at`.execute(db)
}

/** These ids lead to another record now. */
export const mergeLinks = async (
  db: Db,
  { orgId, connectionId, entity }: LinkPlace,
  merged: readonly { readonly id: string; readonly into: string }[],
): Promise<void> => {
  if (merged.length === 0) return
  await sql`
    update sync_links l set state = 'merged', merged_into = g."into"
    from jsonb_to_recordset(${JSON.stringify(merged)}::jsonb) as g (id text, "into" text)
    where l.org_id = ${orgId} and l.connection_id = ${connectionId} and l.entity = ${entity} and l.their_id = g.id`.execute(db)
}

/** Notes that something of these was not taken, since ours lie in the bin. */
export const markBehind = async (
  db: Db,
  { orgId, connectionId, entity }: LinkPlace,
  theirIds: readonly string[],
): Promise<void> => {
  if (theirIds.length === 0) return
  await sql`
    update sync_links set is_behind = true
    where org_id = ${orgId} and connection_id = ${connectionId} and entity = ${entity} and their_id = any(${[...theirIds]}::text[])`.execute(
    db,
  )
}

/** Notes that these stand for a record here that was removed for good: another id of theirs has the mark already. */
export const markRemoved = async (
  db: Db,
  { orgId, connectionId, entity }: LinkPlace,
  jobId: string,
  links: readonly { readonly their_id: string; readonly our_id: string }[],
): Promise<void> => {
  if (links.length === 0) return
  await sql`
    insert into sync_links (org_id, connection_id, entity, their_id, our_id, state, seen, our_at, linked_by, job_id)
    select ${orgId}, ${connectionId}, ${entity}, g.their_id, g.our_id, 'removed', '{}', '-infinity', ${jobId}, ${jobId}
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as g (their_id text, our_id uuid)
    on conflict do nothing`.execute(db)
}

/**
 * These are gone there; what stands for them here stays, and a mark that ours was removed has no more use. Answers how many were linked until
 * now.
 */
export const endLinks = async (
  db: Db,
  { orgId, connectionId, entity }: LinkPlace,
  theirIds: readonly string[],
): Promise<number> => {
  if (theirIds.length === 0) return 0
  await sql`
    delete from sync_links
    where org_id = ${orgId} and connection_id = ${connectionId} and entity = ${entity} and state = 'removed'
      and their_id = any(${[...theirIds]}::text[])`.execute(db)
  const { rows } = await sql<{ id: string }>`
    update sync_links set state = 'gone'
    where org_id = ${orgId} and connection_id = ${connectionId} and entity = ${entity} and state = 'linked'
      and their_id = any(${[...theirIds]}::text[])
    returning their_id as id`.execute(db)
  return rows.length
}

/** How many records there are linked to something here, and of how many what stood here was removed for good. */
export const countLinks = async (
  db: Db,
  { orgId, connectionId, entity }: LinkPlace,
): Promise<{ readonly linked: number; readonly removed: number }> => {
  const { rows } = await sql<{ linked: number; removed: number }>`
    select count(*) filter (where state = 'linked')::int as linked, count(*) filter (where state = 'removed')::int as removed from sync_links
    where org_id = ${orgId} and connection_id = ${connectionId} and entity = ${entity}`.execute(db)
  return rows[0] ?? { linked: 0, removed: 0 }
}
