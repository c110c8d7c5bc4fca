import { sql } from 'kysely'
import type { Db } from '#core/context.ts'

/** Leaving the page and coming back within this time is one visit: a page that is loaded again shows the same as before. */
const visitMinutes = 30
/** To a member who was never here, the leads of a day are new. */
const firstHours = 24

/** When the visit before the present one ended. */
export const findSince = async (db: Db, orgId: string, memberId: string, now: Date): Promise<Date> => {
  const visit = await db
    .selectFrom('home_visits')
    .select(['since', 'seen_at'])
    .where('org_id', '=', orgId)
    .where('id', '=', memberId)
    .executeTakeFirst()
  if (!visit) return new Date(now.getTime() - firstHours * 3_600_000)
  return now.getTime() - visit.seen_at.getTime() > visitMinutes * 60_000 ? visit.seen_at : visit.since
}

/** The page was opened, or left: a visit begins, or goes on. Of several open pages the last word counts. */
export const recordVisit = async (db: Db, orgId: string, memberId: string, now: Date): Promise<void> => {
  await db
    .insertInto('home_visits')
    .values({
      ...{ org_id: orgId, id: memberId, seen_at: now },
      since: new Date(now.getTime() - firstHours * 3_600_000),
    })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'id']).doUpdateSet({
        since: sql<Date>`case when ${now}::timestamptz - home_visits.seen_at > make_interval(mins => ${visitMinutes})
          then home_visits.seen_at else home_visits.since end`,
        seen_at: sql<Date>`greatest(home_visits.seen_at, ${now}::timestamptz)`,
      }),
    )
    .execute()
}

/** Whether a member has put the checklist away; a member who never opened the page has not. */
export const isChecklistDismissed = async (db: Db, orgId: string, memberId: string): Promise<boolean> => {
  const visit = await db
    .selectFrom('home_visits')
    .select('checklist_dismissed_at')
    .where('org_id', '=', orgId)
    .where('id', '=', memberId)
    .executeTakeFirst()
  return visit?.checklist_dismissed_at != null
}

export const setChecklistDismissed = async (
  db: Db,
  orgId: string,
  memberId: string,
  { isDismissed, now }: { isDismissed: boolean; now: Date },
): Promise<void> => {
  await recordVisit(db, orgId, memberId, now)
  await db
    .updateTable('home_visits')
    .set({ checklist_dismissed_at: isDismissed ? now : null })
    .where('org_id', '=', orgId)
    .where('id', '=', memberId)
    .execute()
}
