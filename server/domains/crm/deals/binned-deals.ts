import { sql } from 'kysely'
import type { Db } from '#core/context.ts'

/** Puts deals in the bin, with their tasks. Answers those that were not there yet. */
export const binDeals = async (db: Db, orgId: string, ids: readonly string[], personId: string | null): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    update deals set deleted_at = now(), deleted_by = ${personId}
    where org_id = ${orgId} and id = any(${ids}::uuid[]) and state <> 'linked' and deleted_at is null
    returning id`.execute(db)
  const binned = rows.map(({ id }) => id)
  await sql`
    update tasks set deleted_at = now(), deleted_by = ${personId}, deleted_with = deal_id
    where org_id = ${orgId} and deal_id = any(${binned}::uuid[]) and deleted_at is null`.execute(db)
  return binned
}

/** Takes deals out of the bin, with the tasks that went with them. Answers those that were there. */
export const unbinDeals = async (db: Db, orgId: string, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    update deals set deleted_at = null, deleted_by = null
    where org_id = ${orgId} and id = any(${ids}::uuid[]) and deleted_at is not null and removed_at is null
    returning id`.execute(db)
  const back = rows.map(({ id }) => id)
  await unbinTasksWith(db, orgId, back)
  return back
}

/** Puts tasks in the bin. Answers those that were not there yet. */
export const binTasks = async (db: Db, orgId: string, ids: readonly string[], personId: string | null): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    update tasks set deleted_at = now(), deleted_by = ${personId}
    where org_id = ${orgId} and id = any(${ids}::uuid[]) and deleted_at is null
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The tasks of people that belong to no deal go into the bin with them. */
export const binTasksOf = async (
  db: Db,
  orgId: string,
  contactIds: readonly string[],
  personId: string | null,
): Promise<void> => {
  await sql`
    update tasks t set deleted_at = now(), deleted_by = ${personId}, deleted_with = coalesce(c.root_id, c.id)
    from contacts c
    where c.org_id = ${orgId} and (c.id = any(${contactIds}::uuid[]) or c.root_id = any(${contactIds}::uuid[]))
      and t.org_id = c.org_id and t.contact_id = c.id and t.deal_id is null and t.deleted_at is null`.execute(db)
}

/** Takes out of the bin the tasks that went with these records. */
export const unbinTasksWith = async (db: Db, orgId: string, recordIds: readonly string[]): Promise<void> => {
  await sql`
    update tasks set deleted_at = null, deleted_by = null, deleted_with = null
    where org_id = ${orgId} and deleted_with = any(${recordIds}::uuid[])`.execute(db)
}

/** Takes tasks out of the bin that were deleted by themselves. Answers those that were there. */
export const unbinTasks = async (db: Db, orgId: string, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    update tasks set deleted_at = null, deleted_by = null
    where org_id = ${orgId} and id = any(${ids}::uuid[]) and deleted_at is not null and deleted_with is null
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}
