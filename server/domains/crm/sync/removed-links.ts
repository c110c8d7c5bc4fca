import { sql } from 'kysely'
import type { Db } from '#core/context.ts'

/**
 * Records that are removed for good are linked with nothing in a CRM. Of each record there that stood for one, the id is kept and nothing
 * that it said, so that no sync brings it here again; what is gone there needs no such mark.
 */
export const forgetLinks = async (db: Db, orgId: string, recordIds: readonly string[]): Promise<void> => {
  await sql`delete from sync_links where org_id = ${orgId} and our_id = any(${recordIds}::uuid[]) and state in ('gone', 'merged')`.execute(
    db,
  )
  await sql`
    update sync_links set state = 'removed', seen = '{}', differs = '{}', pinned = '{}', modified_at = null, is_behind = false
    where org_id = ${orgId} and our_id = any(${recordIds}::uuid[])`.execute(db)
  await sql`delete from sync_conflicts where org_id = ${orgId} and our_id = any(${recordIds}::uuid[]) and state = 'open'`.execute(
    db,
  )
}
