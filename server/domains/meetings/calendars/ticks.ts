import { sql } from 'kysely'
import type { Db } from '#core/context.ts'

/** Whether what was copied of a calendar takes time. */
export const recount = async (db: Db, orgId: string, calendarId: string, isTicked: boolean): Promise<void> => {
  await db
    .updateTable('calendar_events')
    .set({ counts: isTicked ? sql<boolean>`takes_time` : false })
    .where('org_id', '=', orgId)
    .where('calendar_id', '=', calendarId)
    .where(sql<boolean>`counts is distinct from (${isTicked} and takes_time)`)
    .execute()
}
