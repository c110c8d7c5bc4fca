import type { Db } from '#core/context.ts'

/** Of records that are removed for good. */
export const forgetNotes = async (db: Db, orgId: string, recordIds: readonly string[]): Promise<void> => {
  if (recordIds.length === 0) return
  await db
    .deleteFrom('notes')
    .where('org_id', '=', orgId)
    .where('record_id', 'in', [...recordIds])
    .execute()
}
