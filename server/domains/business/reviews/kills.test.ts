import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/support/app.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { openReviews } from '#test/support/reviews.ts'
import { until } from '#test/support/until.ts'
import { heldReadings, heldReplies } from './held-reviews.ts'
import { readReviews } from './read-reviews.ts'
import { startRun } from './runs.ts'
import { sendReviewReply } from './send-review-reply.ts'
import { startDueReviews } from './start-due-reviews.ts'

const env = { SANDBOX: 'on' }
let app: TestApp
let jobs: Awaited<ReturnType<typeof openJobContext>>
before(async () => {
  app = await startApp({ alone: true, env })
  jobs = await openJobContext(app, env)
})
after(async () => {
  await jobs?.close()
  await app?.stop()
})

class Killed extends Error {}

/** The context of a job that dies before its n-th transaction: what was not committed is gone. */
const killedAfter = (transactions: number) => {
  let left = transactions
  const inOrg = <T>(orgId: string, work: (db: never) => Promise<T>): Promise<T> => {
    if (left-- <= 0) throw new Killed()
    return jobs.context.inOrg(orgId, work as never)
  }
  return { ...jobs.context, inOrg } as never
}

const runOf = async (orgId: string) =>
  app.database.inOrg(orgId, (db) => db.selectFrom('review_runs').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow())

const minuteMs = 60_000

/** Has the clock come at a time: what it puts into the queue for a workspace. */
const clockAt = async (orgId: string, aheadMs: number) => {
  const queued: { job: string; data: unknown }[] = []
  const enqueueIn: typeof jobs.context.enqueueIn = (db, job, data, start) => {
    if ((data as { orgId?: string }).orgId === orgId) queued.push({ job: job.name, data })
    return jobs.context.enqueueIn(db, job, data, start)
  }
  await startDueReviews.run({}, { ...jobs.context, now: () => new Date(Date.now() + aheadMs), enqueueIn })
  return queued
}

const runsOf = (orgId: string) =>
  app.database.inOrg(orgId, (db) => db.selectFrom('review_runs').select(['id', 'cause', 'status']).orderBy('id').execute())

/** Reads to the end, killed before each of the first transactions. */
const readKilled = async (orgId: string) => {
  for (let kill = 0; kill < 40; kill++) {
    const run = await runOf(orgId)
    if (run.status === 'completed') return run
    const context = kill < 25 ? killedAfter(kill % 5) : jobs.context
    await readReviews.run({ orgId, runId: run.id }, context).catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error
    })
  }
  throw new Error('the run has no end')
}

test('a run that is killed at any point goes on where it stood: each review once, each notice once, nothing taken for gone', async () => {
  const { owner, business, locationId, connect, list, notices, tasks } = await openReviews(app)
  await business.behave({ pageSize: '4' })
  await business.write(locationId, 5, 'Before.', { count: '10' })
  await connect()
  const first = await readKilled(owner.orgId)
  assert.deepEqual([first.imported, first.updated, first.removed], [10, 0, 0])
  await business.write(locationId, 1, 'Bad.', { count: '3' })
  const asked = app.call('sync-google-reviews', {}, owner)
  await until('the second run', async () => (await runOf(owner.orgId)).id !== first.id)
  const second = await readKilled(owner.orgId)
  assert.deepEqual([second.imported, second.removed, (await list({ limit: 100 })).length], [3, 0, 13])
  assert.deepEqual([(await notices()).length, (await tasks()).length], [3, 3])
  assert.deepEqual([(await asked).status, (await asked).body.imported], [200, 3])
})

test('a second start joins the run that is open, and of ten at once one is begun', async () => {
  const { owner, connect, locations } = await openReviews(app)
  await connect()
  const counts = await app.database.inOrg(owner.orgId, (db) => db.selectFrom('review_runs').select('id').execute())
  assert.equal(counts.length, 1)
  const starts = Array.from({ length: 10 }, () => app.call('sync-google-reviews', {}, owner))
  const run = await runOf(owner.orgId)
  await readReviews.run({ orgId: owner.orgId, runId: run.id }, jobs.context)
  await Promise.all(starts)
  const all = await app.database.inOrg(owner.orgId, (db) => db.selectFrom('review_runs').select('id').execute())
  assert.ok(all.length <= 2, `${all.length} runs`)
  assert.equal((await locations()).locations.length, 1)
})

test('a reply whose worker died before it could write down that it was sent is sent once more, and stands once', async () => {
  const { owner, business, locationId, connect, list, show } = await openReviews(app)
  const googleId = await business.write(locationId, 1, 'Bad.')
  await connect()
  await readKilled(owner.orgId)
  const reviewId = (await list())[0]?.id ?? ''
  const data = { orgId: owner.orgId, reviewId }
  assert.equal((await app.call('reply-review', { reviewId, text: 'Sorry.' }, owner)).status, 200)
  // The second transaction hands out the token; the third would have stored the answer.
  await assert.rejects(sendReviewReply.run(data, killedAfter(2)), Killed)
  assert.equal(await business.replyAt(locationId, googleId), 'Sorry.')
  assert.equal((await show(reviewId)).review.asked_reply?.state, 'sending')
  // Another worker leaves it alone while the lease of the dead one holds; then the clock brings the next.
  await sendReviewReply.run(data, jobs.context)
  assert.equal((await show(reviewId)).review.asked_reply?.state, 'sending')
  const later = { ...jobs.context, now: () => new Date(Date.now() + 120_000) }
  await sendReviewReply.run(data, later)
  assert.equal((await show(reviewId)).review.asked_reply?.state, 'sent')
})

test('after a restore neither a run nor a reply reaches Google before an owner releases it; then both go on', async () => {
  const { owner, business, locationId, connect, list, show } = await openReviews(app)
  const googleId = await business.write(locationId, 1, 'Bad.')
  const connectionId = await connect()
  await readKilled(owner.orgId)
  const { orgId } = owner
  const reviewId = (await list())[0]?.id ?? ''
  assert.equal((await app.call('reply-review', { reviewId, text: 'Sorry.' }, owner)).status, 200)
  const wish = { connectionId, wanted: null, cause: 'schedule', personId: null, enqueue: async () => {} } as const
  const run = await app.database.inOrg(orgId, (db) => startRun(db, orgId, wish))
  const held = [heldReadings, heldReplies]
  for (const each of held) await app.database.inOrg(orgId, (db) => each.postpone(db, orgId))
  const work = async (): Promise<void> => {
    await readReviews.run({ orgId, runId: run.id }, jobs.context)
    await sendReviewReply.run({ orgId, reviewId }, jobs.context)
  }
  await work()
  assert.deepEqual([(await runOf(orgId)).status, await business.replyAt(locationId, googleId)], ['queued', null])
  for (const each of held) await app.database.inOrg(orgId, (db) => each.release(db, orgId, new Date()))
  await work()
  assert.deepEqual([(await runOf(orgId)).status, await business.replyAt(locationId, googleId)], ['completed', 'Sorry.'])
  assert.equal((await show(reviewId)).review.asked_reply?.state, 'sent')
})

test('the clock begins a run an hour after the last began, once, and none of an account that was disconnected', async () => {
  const { owner, business, locationId, connect, list } = await openReviews(app)
  const { orgId } = owner
  const connectionId = await connect()
  await readKilled(orgId)
  assert.deepEqual(await clockAt(orgId, 59 * minuteMs), [])
  await business.write(locationId, 5, 'Of the next hour.')
  const [first, ...more] = await clockAt(orgId, 61 * minuteMs)
  const run = await runOf(orgId)
  assert.deepEqual(
    [first, run.cause, run.status],
    [{ job: 'read-reviews', data: { orgId, runId: run.id } }, 'schedule', 'queued'],
  )
  // By this clock the run stands still already.
  assert.ok(more.every(({ data }) => (data as { runId: string }).runId === run.id))
  await clockAt(orgId, 62 * minuteMs)
  assert.equal((await runsOf(orgId)).length, 2, 'the hour has begun')
  await readReviews.run({ orgId, runId: run.id }, jobs.context)
  assert.equal((await list()).length, 1)
  await clockAt(orgId, 120 * minuteMs)
  assert.equal((await runsOf(orgId)).length, 2)
  await clockAt(orgId, 122 * minuteMs)
  assert.equal((await runsOf(orgId)).length, 3, 'the next hour')

  assert.equal((await app.call('integration-disconnect', { connectionId, orgId }, owner)).status, 200)
  assert.deepEqual(await clockAt(orgId, 300 * minuteMs), [])
  assert.equal((await runsOf(orgId)).length, 3)
})

test('the clock goes on with a run that stands still, but not before the time that it waits for', async () => {
  const { owner, connect } = await openReviews(app)
  const { orgId } = owner
  await connect()
  const { id: runId } = await runOf(orgId)
  assert.deepEqual(await clockAt(orgId, minuteMs), [], 'its worker may be at it')
  assert.deepEqual(await clockAt(orgId, 3 * minuteMs), [{ job: 'read-reviews', data: { orgId, runId } }])
  await app.database.inOrg(orgId, (db) =>
    db
      .updateTable('review_runs')
      .set({ status: 'waiting', resumes_at: new Date(Date.now() + 10 * minuteMs) })
      .where('id', '=', runId)
      .execute(),
  )
  assert.deepEqual(await clockAt(orgId, 9 * minuteMs), [])
  assert.deepEqual(await clockAt(orgId, 11 * minuteMs), [{ job: 'read-reviews', data: { orgId, runId } }])
  await app.database.inOrg(orgId, (db) => db.updateTable('review_runs').set({ resumes_at: null }).execute())
  assert.equal((await readKilled(orgId)).status, 'completed')
  assert.deepEqual(await clockAt(orgId, 20 * minuteMs), [])
})

test('the clock puts a reply that is late into the queue again, until it is sent', async () => {
  const { owner, business, locationId, connect, list } = await openReviews(app)
  const { orgId } = owner
  const googleId = await business.write(locationId, 1, 'Bad.')
  await connect()
  await readKilled(orgId)
  const reviewId = (await list())[0]?.id ?? ''
  assert.equal((await app.call('reply-review', { reviewId, text: 'Sorry.' }, owner)).status, 200)
  assert.deepEqual(await clockAt(orgId, 10_000), [], 'its job has just been queued')
  assert.deepEqual(await clockAt(orgId, minuteMs), [{ job: 'send-review-reply', data: { orgId, reviewId } }])
  await sendReviewReply.run({ orgId, reviewId }, jobs.context)
  assert.equal(await business.replyAt(locationId, googleId), 'Sorry.')
  assert.deepEqual(await clockAt(orgId, 10 * minuteMs), [])
})
