import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { recordEvents } from '#core/events/events.ts'
import { taskOutcomes } from '#domains/crm/deals/task-outcomes.ts'
import { finishTasksOf } from '#domains/crm/deals/tasks.ts'
import { clearNotice } from '#domains/platform/notifications/notices.ts'
import { reviewEvents } from './events.ts'
import { reviewNotices } from './notices.ts'
import { taskPrefix } from './review-news.ts'

/** Whole passes in a row that must not list a review before it counts as removed: one may have met a list that lagged behind. */
const passesMissed = 2

interface Of {
  readonly orgId: string
  readonly locationId: string
  readonly runId: string
}

/** How many reviews of a location a run has met. */
export const countMet = async (db: Db, { orgId, locationId, runId }: Of): Promise<number> => {
  const { met } = await db
    .selectFrom('reviews')
    .select((select) => select.fn.countAll<number>().as('met'))
    .where('org_id', '=', orgId)
    .where('location_id', '=', locationId)
    .where('seen_run', '=', runId)
    .executeTakeFirstOrThrow()
  return Number(met)
}

/** After a whole pass: what it did not meet is counted, and gone the second time. Answers how many are gone now. */
export const settleMissing = async (db: Db, { orgId, locationId, runId }: Of, now: Date): Promise<number> => {
  const { rows } = await sql<{ id: string; stars: number | null; version: number; missed: number }>`
    update reviews set missed = missed + 1, gone_at = case when missed + 1 >= ${passesMissed} then ${now}::timestamptz end
    where org_id = ${orgId} and location_id = ${locationId} and seen_run <> ${runId} and gone_at is null
    returning id, stars, version, missed`.execute(db)
  const gone = rows.filter(({ missed }) => missed >= passesMissed)
  if (gone.length === 0) return 0
  const facts = gone.map(({ id, stars, version }) => ({ subjectId: id, facts: { location_id: locationId, stars, version } }))
  await recordEvents(db, orgId, reviewEvents.removed, facts)
  for (const { id } of gone) {
    await clearNotice(db, orgId, reviewNotices.review_new, id)
    await clearNotice(db, orgId, reviewNotices.review_reply_failed, id)
    await finishTasksOf(db, orgId, taskPrefix(id), { doneBy: null, outcome: taskOutcomes.reviewGone })
  }
  return gone.length
}
