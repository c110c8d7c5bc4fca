import { sql } from 'kysely'
import type { Db } from '#core/context.ts'

/** Records that are removed for good are linked with nothing in a CRM: what changes there is not written into them. */
export const forgetLinks = async (db: Db, orgId: string, recordIds: readonly string[]): Promise<void> => {
  await sql`delete from sync_links where org_id = ${orgId} and our_id = any(${recordIds}::uuid[])`.execute(db)
}
