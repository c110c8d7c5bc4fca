import { sql } from 'kysely'
import type { Db } from '#core/context.ts'

/** How a conversation is called, and the thread by which its page is found. */
export const threadOf = async (
  db: Db,
  orgId: string,
  contactId: string,
): Promise<{ readonly name: string | null; readonly thread: string }> => {
  const { rows } = await sql<{ name: string | null; thread: string }>`
    select c.full_name as name, coalesce(v.deal_id, c.id)::text as thread
    from contacts c left join conversations v on v.org_id = c.org_id and v.id = c.id
    where c.org_id = ${orgId} and c.id = ${contactId}`.execute(db)
  return rows[0] ?? { name: null, thread: contactId }
}
