import { sql } from 'kysely'
import type { Db } from '#core/context.ts'

/** How a conversation is called, and the thread by which its page is found. */
export interface Thread {
  readonly name: string | null
  readonly thread: string
}

/** Those of several contacts, by the id of the contact. */
export const threadsOf = async (db: Db, orgId: string, contactIds: readonly string[]): Promise<ReadonlyMap<string, Thread>> => {
  const { rows } = await sql<Thread & { id: string }>`
    select c.id, c.full_name as name, coalesce(v.deal_id, c.id)::text as thread
    from contacts c left join conversations v on v.org_id = c.org_id and v.id = c.id
    where c.org_id = ${orgId} and c.id = any(${[...new Set(contactIds)]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, name, thread }) => [id, { name, thread }]))
}
