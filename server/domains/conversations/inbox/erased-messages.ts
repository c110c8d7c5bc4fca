import { sql } from 'kysely'
import type { Db } from '#core/context.ts'

/**
 * Empties what was said with people who are removed for good. The rows stay: by them a provider's repetition is still known. Copies in
 * members' mailboxes belong to the mailboxes.
 */
export const eraseMessages = async (db: Db, orgId: string, contactIds: readonly string[]): Promise<void> => {
  const people = sql`any(${contactIds}::uuid[])`
  await sql`
    update messages set body = null, content = '{}', address = null
    where org_id = ${orgId} and contact_id = ${people} and (body is not null or content <> '{}' or address is not null)`.execute(
    db,
  )
  await sql`
    update conversations set session_status = 'closed', last_preview = null, snoozed_until = null
    where org_id = ${orgId} and id = ${people}`.execute(db)
}
