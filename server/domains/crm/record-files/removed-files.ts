import { sql } from 'kysely'
import type { Db } from '#core/context.ts'

/** Files of records that are removed for good can no longer be restored: the next sweep removes them, and what is stored of them. */
export const expireFiles = async (db: Db, orgId: string, recordIds: readonly string[]): Promise<void> => {
  await sql`
    update record_files set deleted_at = least(deleted_at, now() - interval '60 days')
    where org_id = ${orgId} and record_id = any(${recordIds}::uuid[])`.execute(db)
}
