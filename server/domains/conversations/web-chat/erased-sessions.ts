import { sql } from 'kysely'
import type { Db } from '#core/context.ts'

/** Forgets whose chats those were of people who are removed for good: who writes there again is a new contact. */
export const eraseSessions = async (db: Db, orgId: string, contactIds: readonly string[]): Promise<void> => {
  await sql`
    update chat_sessions set contact_id = null, deal_id = null, claimed_name = null, claimed_email = null, agent = null, page = null
    where org_id = ${orgId} and contact_id = any(${contactIds}::uuid[])`.execute(db)
}
