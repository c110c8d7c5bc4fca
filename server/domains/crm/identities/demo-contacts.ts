import { sql } from 'kysely'
import type { Db } from '#core/context.ts'

/** Gives contacts of the demo, which this transaction has made, their company and owner, without an event. */
export const employDemoContacts = async (
  db: Db,
  orgId: string,
  contacts: readonly { readonly id: string; readonly companyId: string | null; readonly ownerId: string }[],
): Promise<void> => {
  await sql`
    update contacts c set company_id = g.company_id, owner_id = g.owner_id
    from unnest(${contacts.map(({ id }) => id)}::uuid[], ${contacts.map(({ companyId }) => companyId)}::uuid[],
      ${contacts.map(({ ownerId }) => ownerId)}::uuid[]) as g (id, company_id, owner_id)
    where c.org_id = ${orgId} and c.id = g.id`.execute(db)
}
