import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/support/app.ts'
import { openReviews } from '#test/support/reviews.ts'
import { until } from '#test/support/until.ts'
import { findLastReplies, settleReply } from './replies.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ alone: true, env: { SANDBOX: 'on' } })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

/** A workspace with one review, and ways to answer it. */
const withReview = async () => {
  const open = await openReviews(app)
  const googleId = await open.business.write(open.locationId, 2, 'They came too late.')
  await open.connect()
  await open.sync()
  const [review] = await open.list()
  const reviewId = review?.id ?? ''
  const shown = async () => (await open.show(reviewId)).review
  return {
    ...{ ...open, googleId, reviewId, shown },
    reply: (text: string) => app.call('reply-review', { reviewId, text }, open.owner),
    atGoogle: () => open.business.replyAt(open.locationId, googleId),
    reaches: (state: string) =>
      until(`the state ${state}`, async () => {
        const asked = (await shown()).asked_reply
        return asked?.state === state && asked
      }),
  }
}

test('a member replies, edits and removes the reply; Google has it once, and each state can be seen', async () => {
  const { reply, reaches, atGoogle, shown, call, reviewId, list } = await withReview()
  assert.deepEqual((await reply('We are sorry.')).body, { success: true, state: 'sending' })
  await reaches('sent')
  assert.equal(await atGoogle(), 'We are sorry.')
  assert.deepEqual((await reply('We are sorry.')).body, { success: true, state: 'sent' })
  await reply('We are very sorry.')
  await reaches('sent')
  assert.deepEqual([await atGoogle(), (await shown()).reply?.text], ['We are very sorry.', 'We are very sorry.'])
  assert.equal((await list({ answered: false })).length, 0)
  await call('remove-review-reply', { reviewId })
  await reaches('removed')
  assert.deepEqual([await atGoogle(), (await shown()).reply], [null, null])
  const again = await app.call('remove-review-reply', { reviewId })
  assert.equal(again.status, 404)
})

test('of many replies at once the last one stands at Google, and none is sent after it', async () => {
  const { reply, reaches, atGoogle } = await withReview()
  const texts = Array.from({ length: 6 }, (_, index) => `Reply ${index}`)
  for (const text of texts) assert.equal((await reply(text)).status, 200)
  await reaches('sent')
  assert.equal(await atGoogle(), 'Reply 5')
})

test('a put whose answer was lost is put again, and the reply is there once', async () => {
  const { reply, reaches, atGoogle, business } = await withReview()
  await business.turn({ kind: 'lost', only: 'PUT /v4', times: 3 })
  await reply('Sorry!')
  await reaches('sent')
  assert.equal(await atGoogle(), 'Sorry!')
})

test('a reply that Google took though its answers were lost until it was given up is found to be there, and its task is done', async () => {
  const { owner, business, locationId, sync, list, call, notices, tasks, show } = await withReview()
  const googleId = await business.write(locationId, 1, 'Nobody called back.')
  await sync()
  const [bad] = await list({ stars: [1] })
  const reviewId = bad?.id ?? ''
  assert.equal((await tasks()).length, 1)
  await business.turn({ kind: 'lost', only: 'PUT /v4', times: 1_000 })
  await call('reply-review', { reviewId, text: 'We are sorry.' })
  await until('the put', async () => (await business.replyAt(locationId, googleId)) === 'We are sorry.')
  // As the job ends it after its last try, some hours later.
  await app.database.inOrg(owner.orgId, async (db) => {
    const reply = (await findLastReplies(db, owner.orgId, [reviewId])).get(reviewId)
    assert.ok(reply)
    await settleReply(db, reply, { state: 'failed', code: 'given_up', reason: 'Google did not answer.', now: new Date() })
  })
  assert.ok((await notices()).some(({ kind }) => kind === 'review_reply_failed'))
  await business.turn()
  await sync()
  assert.equal((await show(reviewId)).review.asked_reply?.state, 'sent')
  assert.deepEqual([await notices(), await tasks()], [[], []])
})

test('a reply that Google looks at first is pending; when it is rejected the member learns why, and can edit it', async () => {
  const { reply, reaches, business, googleId, sync, notices, shown } = await withReview()
  await business.behave({ replies: 'PENDING' })
  await reply('Call us: 030 1234567.')
  await reaches('pending')
  await business.decide(googleId, 'reject')
  await sync()
  const rejected = await reaches('rejected')
  assert.match(rejected.reason ?? '', /CONTACT_INFORMATION/)
  assert.deepEqual(
    [(await shown()).reply?.standing, (await notices()).map(({ kind }) => kind)],
    ['rejected', ['review_reply_failed']],
  )
  await reply('Please call us.')
  await reaches('pending')
  await business.decide(googleId, 'approve')
  await sync()
  await reaches('sent')
  assert.deepEqual(await notices(), [])
})

test('a reply to a review that is gone, that is too long, or without words is refused before anything is stored', async () => {
  const { reply, business, googleId, sync, owner, reviewId, list } = await withReview()
  const long = await reply('ä'.repeat(2_048))
  assert.equal(long.status, 200)
  const tooLong = await reply(`${'ä'.repeat(2_048)}a`)
  assert.deepEqual([tooLong.status, tooLong.body.code], [400, 'review_reply_too_long'])
  assert.equal((await reply('  ')).status, 400)
  await business.remove(googleId)
  await sync()
  await sync()
  const gone = await reply('Hello?')
  assert.deepEqual([gone.status, gone.body.code], [409, 'review_gone'])
  const other = await app.given.organization('Elsewhere')
  const foreign = await app.call('reply-review', { reviewId, text: 'Mine.' }, other)
  assert.deepEqual([foreign.status, foreign.body.code], [404, 'review_not_found'])
  const missing = await app.call('show-review', { reviewId: owner.personId }, owner)
  assert.equal(missing.status, 404)
  assert.equal((await list({ gone: true })).length, 1)
})

test('a review that goes away before its reply is sent makes the reply fail, and says so', async () => {
  const { reply, business, googleId, reaches, notices } = await withReview()
  await business.remove(googleId)
  await reply('Sorry.')
  const failed = await reaches('failed')
  assert.equal(failed.code, 'review_gone')
  assert.deepEqual(
    (await notices()).map(({ kind }) => kind),
    ['review_reply_failed'],
  )
})

test('a disconnected account ends what is on its way, and reviews cannot be answered until it is connected again', async () => {
  const { owner, business, connect, locationId, locations, reply, atGoogle, reaches, sync } = await withReview()
  const [account] = (await locations()).accounts
  await business.behave({ refusal: 'backendError', refusedCalls: 'PUT' })
  await reply('Sorry.')
  await business.turn({ kind: 'slow', latencyMs: 3_000, only: 'GET /v4' })
  const syncing = app.call('sync-google-reviews', {}, owner)
  await until('the sync', async () => (await locations()).accounts[0]?.sync?.status === 'in_progress')
  const gone = { connectionId: account?.connection_id, orgId: owner.orgId }
  assert.equal((await app.call('integration-disconnect', gone, owner)).status, 200)
  assert.deepEqual([(await syncing).status, (await syncing).body.code], [503, 'review_sync_failed'])
  assert.equal((await reaches('failed')).code, 'disconnected')
  assert.deepEqual([(await reply('Hello.')).body.code, await atGoogle()], ['reviews_not_connected', null])
  await business.turn()
  await business.behave()
  await connect()
  assert.deepEqual((await sync({ locationId })).imported, 0)
  assert.equal((await reply('Sorry, again.')).status, 200)
  await reaches('sent')
  assert.equal(await atGoogle(), 'Sorry, again.')
})
