import { type Selectable, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'

export type ContactRow = Selectable<Tables['contacts']>

/** The record that stands for a person: the top of the tree that this one was merged into. Of one that is not there, its own id. */
export const rootOf = async (db: Db, orgId: string, contactId: string): Promise<string> => {
  const found = await db
    .selectFrom('contacts')
    .select('root_id')
    .where('org_id', '=', orgId)
    .where('id', '=', contactId)
    .executeTakeFirst()
  return found?.root_id ?? contactId
}

/** Every record of the person that this one belongs to, the one that stands for them first. Of one that is not there, nobody. */
export const familyOf = (db: Db, orgId: string, contactId: string): Promise<string[]> => familiesOf(db, orgId, [contactId])

/** The records of several people at once. */
export const familiesOf = async (db: Db, orgId: string, contactIds: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    with roots as materialized (
      select distinct coalesce(root_id, id) as id from contacts where org_id = ${orgId} and id = any(${[...contactIds]}::uuid[]))
    select id from roots
    union all
    select * from (select c.id from contacts c where c.org_id = ${orgId} and c.root_id in (select id from roots) order by c.id) merged`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

/**
 * The person that a record belongs to, kept so until the transaction ends: nobody is merged or parted meanwhile. For whoever
 * writes into what is kept once a person, such as the thread. Any number may hold a person so at once.
 */
export const holdPerson = async (db: Db, orgId: string, contactId: string): Promise<string> => {
  for (;;) {
    const root = await rootOf(db, orgId, contactId)
    await db.selectFrom('contacts').select('id').where('org_id', '=', orgId).where('id', '=', root).forShare().execute()
    if ((await rootOf(db, orgId, contactId)) === root) return root
  }
}

/**
 * Holds every record of these people until the transaction ends, always in the order of their ids. Whoever adds a record to a
 * family, or takes one away, holds its top: so once it is held, the family stays as it is. Rows by id.
 */
export const holdFamilies = async (db: Db, orgId: string, contactIds: readonly string[]): Promise<Map<string, ContactRow>> => {
  for (let members = await familiesOf(db, orgId, contactIds); ; ) {
    const rows = await db
      .selectFrom('contacts')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('id', 'in', [...members, nobody])
      .orderBy('id')
      // Not FOR UPDATE: messages and deals that refer to a record go on being written.
      .forNoKeyUpdate()
      .execute()
    const now = await familiesOf(db, orgId, contactIds)
    if (now.length === rows.length && now.every((id) => rows.some((row) => row.id === id)))
      return new Map(rows.map((row) => [row.id, row]))
    members = now
  }
}

/** In a list that must not be empty: the id of nobody. */
const nobody = '00000000-0000-0000-0000-000000000000'
