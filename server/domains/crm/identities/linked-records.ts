import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { contribution, type Within } from '#core/within.ts'
import { linkedRecords } from './moments.ts'

/** Whether anything refers to a contact (`contacts`, under that name, in the statement): a lead, a deal, a message, another record. */
const isLinked = async (db: Db, orgId: string, within: Within): Promise<RawBuilder<boolean>> =>
  sql<boolean>`(${sql.join(await within(db, orgId, linkedRecords, null), sql` or `)})`

export const linkedIdentities = contribution({
  name: 'linked-identities',
  to: linkedRecords,
  run: async () => sql<boolean>`(contacts.root_id is not null
    or exists (select from contacts merged where merged.org_id = contacts.org_id and merged.root_id = contacts.id)
    or exists (select from contact_claims q where q.org_id = contacts.org_id and q.contact_id = contacts.id))`,
})

/** Removes those of these contacts to which nothing refers any more, and that neither gave nor refused permission. Answers their ids. */
export const removeUnlinkedContacts = async (
  db: Db,
  orgId: string,
  within: Within,
  contactIds: readonly string[],
  { evenWithPermission = false } = {},
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    delete from contacts
    where org_id = ${orgId} and id = any(${[...contactIds]}::uuid[])
      and ${evenWithPermission ? sql`true` : sql`subscription = 'none' and opted_in_at is null`}
      and not ${await isLinked(db, orgId, within)}
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Gives contacts of the demo a time in the past. */
export const backdateContacts = async (db: Db, orgId: string, times: ReadonlyMap<string, Date>): Promise<void> => {
  for (const [id, at] of times)
    await db
      .updateTable('contacts')
      .set({ created_at: at, updated_at: at })
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .execute()
}
