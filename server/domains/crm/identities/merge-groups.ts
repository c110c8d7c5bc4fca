import { type Selectable, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import { rootId } from './root-ids.ts'

export type ContactRow = Selectable<Tables['contacts']>

/** Writes the values of one record; null for none. */
export const writeContact = async (
  db: Db,
  orgId: string,
  contactId: string,
  values: Readonly<Partial<Record<string, string | null>>>,
): Promise<void> => {
  await db
    .updateTable('contacts')
    .set({ ...values, updated_at: sql`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', contactId)
    .execute()
}

/** The record that stands for a person: the top of the tree that this one was merged into. Of one that is not there, its own id. */
export const canonicalContactOf = async (db: Db, orgId: string, contactId: string): Promise<string> => {
  const found = await db
    .selectFrom('contacts')
    .select('root_id')
    .where('org_id', '=', orgId)
    .where('id', '=', contactId)
    .executeTakeFirst()
  return found?.root_id ?? contactId
}

/** Every record of the merge group of this one, the canonical one first. Of a missing one, none. */
export const mergeGroupOf = (db: Db, orgId: string, contactId: string): Promise<string[]> =>
  mergeGroupsOf(db, orgId, [contactId])

/** The records of several people at once. */
export const mergeGroupsOf = async (db: Db, orgId: string, contactIds: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    with roots as materialized (
      select distinct ${rootId()} as id from contacts where org_id = ${orgId} and id = any(${[...contactIds]}::uuid[]))
    select id from roots
    union all
    select * from (select c.id from contacts c where c.org_id = ${orgId} and c.root_id in (select id from roots) order by c.id) merged`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

/**
 * Locks every record of these contacts until the transaction ends, always in the order of their ids. Adding a record to a
 * group, or removing one, locks all of it before and after: so a locked group does not change. Rows by id.
 */
export const lockMergeGroups = async (
  db: Db,
  orgId: string,
  contactIds: readonly string[],
): Promise<Map<string, ContactRow>> => {
  const { rows } = await sql<ContactRow>`select * from lock_merge_groups(${orgId}, ${[...contactIds]}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
