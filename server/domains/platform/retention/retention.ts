import { sql } from 'kysely'
import { deleteExpired, type ExpiredRows } from '#core/expired-rows.ts'
import { idFloor } from '#core/ids.ts'
import { batchRows } from '#core/jobs/row-batches.ts'
import { retention } from '#core/retention.ts'

/** The log that reactions follow. What one of them has not passed, or what rests in Background jobs, stays. */
export const eventRetention = retention({
  name: 'events',
  days: 'eventsDays',
  about: 'Events that every consumer has processed',
  async ofOrg(db, { orgId, before, reactions }) {
    const { rows } = await sql<{ removed: number }>`
      select foyer.prune_events(${orgId}, ${idFloor(before)}, ${[...reactions]}::text[], ${batchRows}) as removed`.execute(db)
    return Number(rows[0]?.removed ?? 0)
  },
})

/** A bucket that was not used for a day is full again, and a full bucket says the same as none. */
export const bucketRetention = retention({
  name: 'rate limits',
  days: 1,
  about: 'Rate limit counters that were not used',
  async ofAll(db, { before }) {
    const { numDeletedRows } = await db.deleteFrom('directory.buckets').where('tat', '<', before).executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  },
})

export const anonymousAnswerRetention = retention({
  name: 'answers to anonymous calls',
  days: 1,
  about: 'Answers kept for an Idempotency-Key of a call without a sign-in',
  async ofAll(db, { before }) {
    const { numDeletedRows } = await db
      .deleteFrom('directory.anonymous_answers')
      .where('created_at', '<', before)
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  },
})

export const answerDays = 1

export const expiredAnswers = (orgId: string, before: Date): ExpiredRows => ({
  table: 'idempotency',
  where: sql`org_id = ${orgId} and created_at < ${before}`,
  at: sql`created_at`,
})

export const answerRetention = retention({
  name: 'answers',
  days: answerDays,
  about: 'Answers kept for an Idempotency-Key',
  ofOrg: (db, { orgId, before }) => deleteExpired(db, expiredAnswers(orgId, before)),
})
