import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { forgetNotices } from '../notifications/notices.ts'

/** Removes mails to who is erased, and what was told of them; one that waits is not sent any more. */
export const eraseMails = async (db: Db, orgId: string, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await sql`delete from mails where org_id = ${orgId} and id = any(${[...ids]}::uuid[])`.execute(db)
  await forgetNotices(db, orgId, ids)
}
