import { sql } from 'kysely'
import type { Db } from '#core/context.ts'

/** Deletes the files of records that are removed, as a member would; the sweep takes their contents. */
export const forgetFiles = async (db: Db, orgId: string, recordIds: readonly string[]): Promise<void> => {
  await sql`
    update record_files set deleted_at = now()
    where org_id = ${orgId} and record_id = any(${[...recordIds]}::uuid[]) and deleted_at is null`.execute(db)
}
