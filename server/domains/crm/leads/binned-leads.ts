import { sql } from 'kysely'
import { binRows } from '#core/binned-rows.ts'
import type { Db } from '#core/context.ts'
import { rootId } from '../identities/root-ids.ts'
import { forgetParts } from './removals.ts'

/** Puts leads in the bin. Answers those that were not there yet. */
export const binLeads = (db: Db, orgId: string, ids: readonly string[], personId: string | null): Promise<string[]> =>
  binRows(db, orgId, 'leads', ids, { personId })

export interface TakenAlong {
  readonly id: string
  /** The record that it went with. */
  readonly with_id: string
}

/** The leads of people go into the bin with them: of every record that was merged into one of these. */
export const binLeadsOf = async (
  db: Db,
  orgId: string,
  contactIds: readonly string[],
  personId: string | null,
): Promise<TakenAlong[]> => {
  const { rows } = await sql<TakenAlong>`
    update leads l set deleted_at = now(), deleted_by = ${personId}, deleted_with = ${rootId('c')}
    from contacts c
    where c.org_id = ${orgId} and (c.id = any(${contactIds}::uuid[]) or c.root_id = any(${contactIds}::uuid[]))
      and l.org_id = c.org_id and l.contact_id = c.id and l.deleted_at is null
    returning l.id, l.deleted_with as with_id`.execute(db)
  return rows
}

/** Takes leads out of the bin, by their own ids or by those of the people with whom they went. Answers those that were there. */
export const unbinLeads = async (db: Db, orgId: string, ids: readonly string[]): Promise<TakenAlong[]> => {
  const { rows } = await sql<TakenAlong>`
    with back as (
      select id, coalesce(deleted_with, id) as with_id from leads
      where org_id = ${orgId} and (id = any(${ids}::uuid[]) or deleted_with = any(${ids}::uuid[]))
        and deleted_at is not null and removed_at is null
      order by id for no key update)
    update leads l set deleted_at = null, deleted_by = null, deleted_with = null
    from back b where l.org_id = ${orgId} and l.id = b.id
    returning l.id, b.with_id`.execute(db)
  return rows
}

/** The people of leads, each by the canonical record. */
export const contactsOfLeads = async (db: Db, orgId: string, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select distinct ${rootId('c')} as id from leads l join contacts c on c.org_id = l.org_id and c.id = l.contact_id
    where l.org_id = ${orgId} and l.id = any(${ids}::uuid[])`.execute(db)
  return rows.map(({ id }) => id)
}

/** The leads of these people, of every record that was merged into one of them, in the bin or not. */
export const findLeadIdsOf = async (db: Db, orgId: string, contactIds: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select l.id from contacts c join leads l on l.org_id = c.org_id and l.contact_id = c.id
    where c.org_id = ${orgId} and (c.id = any(${contactIds}::uuid[]) or c.root_id = any(${contactIds}::uuid[]))
      and l.removed_at is null`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Empties leads in the bin for good. What was received is immutable, so each is written again, without it: what stays answers the same
 * request with the same id, for ever (`dkey`). The request log says that its body was removed.
 */
export const eraseLeads = async (db: Db, orgId: string, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await forgetParts(
    db,
    orgId,
    ids.map((id) => ({ id })),
  )
  await sql`
    with gone as (delete from leads where org_id = ${orgId} and id = any(${ids}::uuid[]) returning *)
    insert into leads (org_id, id, contact_id, dkey, source, via, delivery_id, upload_id, upload_row, received_at, key_id, flags, replay_of,
      state, state_at, deleted_at, deleted_by, removed_at)
    select org_id, id, contact_id, dkey, source, via, delivery_id, upload_id, upload_row, received_at, key_id, array(select f from unnest(flags) f where f not like 'unused:%') || 'erased'::text,
      replay_of, state, state_at, coalesce(deleted_at, now()), deleted_by, now()
    from gone`.execute(db)
}
