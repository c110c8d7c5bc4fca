import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { openReceiver } from '#test/promises/webhook-receiver.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { openReviews } from '#test/support/reviews.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ alone: true, env: { SANDBOX: 'on', OUTGOING_ALLOWED_PRIVATE: '127.0.0.1' } })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

const connected = async (write: readonly (readonly [number, string])[] = []) => {
  const open = await openReviews(app)
  const ids: string[] = []
  for (const [stars, text] of write) ids.push(await open.business.write(open.locationId, stars, text))
  await open.connect()
  const first = await open.sync()
  return { ...open, ids, first }
}

test('an owner who connects Google sees each review of every account, location and page, and our average beside Google’s', async () => {
  const { business, locationId, accountId, connect, sync, list, locations, notices, tasks } = await openReviews(app)
  const group = await business.account('Branches', { type: 'LOCATION_GROUP' })
  const potsdam = await business.location(group, 'Nordlicht, Potsdam')
  await business.location(accountId, 'Nordlicht, Dresden', { isVerified: 'off' })
  await business.write(locationId, 4, 'Good.', { count: '120' })
  await business.write(potsdam, 1, '')
  await connect()
  assert.deepEqual(await sync(), { imported: 121, updated: 0, removed: 0, average: 3.98 })
  assert.deepEqual(await sync(), { imported: 0, updated: 0, removed: 0, average: 3.98 })
  const { locations: found } = await locations()
  assert.deepEqual(
    found.map((one) => [one.title, one.total, one.average_rating, one.google_average_rating, one.google_total, one.trouble]),
    [
      ['Nordlicht, Berlin', 120, 4, 4, 120, null],
      ['Nordlicht, Dresden', 0, null, null, null, 'not_verified'],
      ['Nordlicht, Potsdam', 1, 1, 1, 1, null],
    ],
  )
  assert.deepEqual(found[2]?.counts, [1, 0, 0, 0, 0])
  const [bad] = await list({ stars: [1] })
  assert.deepEqual([bad?.text, bad?.location.name, bad?.version], [null, 'Nordlicht, Potsdam', 1])
  // What was there before is no news.
  assert.deepEqual([await notices(), await tasks()], [[], []])
})

test('a member pages through the list without a gap, and filters it by stars, location, reply and what is gone', async () => {
  const { business, locationId, ids, list, call } = await connected([[5, 'Great.']])
  await business.write(locationId, 2, 'Bad.', { count: '11' })
  await business.replyThere(ids[0] ?? '', 'Thanks!')
  await call('review-sync', { locationId: `locations/${locationId}` })
  const seen: string[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await call('list-reviews', { limit: 5, ...(cursor && { cursor }) })
    seen.push(...(page.reviews as unknown as { id: string }[]).map(({ id }) => id))
    cursor = (page.next_cursor as unknown as string | null) ?? undefined
    if (!cursor) break
  }
  assert.deepEqual([seen.length, new Set(seen).size], [12, 12])
  assert.equal((await list({ stars: [2], locationId })).length, 11)
  assert.deepEqual(
    (await list({ answered: true })).map(({ reply }) => reply?.text),
    ['Thanks!'],
  )
  assert.equal((await list({ gone: true })).length, 0)
})

test('a review that its author edits is a new version each time it is read, and the versions stay', async () => {
  const { business, ids, sync, list, show } = await connected([[5, 'Great.']])
  const [id = ''] = ids
  await business.edit(id, 3, 'Not so great.')
  await business.edit(id, 1, 'Terrible.')
  assert.deepEqual(await sync(), { imported: 0, updated: 1, removed: 0, average: 1 })
  await business.edit(id, 4, 'They called after all.')
  assert.equal((await sync()).updated, 1)
  assert.equal((await sync()).updated, 0)
  const [review] = await list()
  const { versions } = await show(review?.id ?? '')
  assert.deepEqual(
    versions.map(({ version, stars, text }) => [version, stars, text]),
    [
      [3, 4, 'They called after all.'],
      [2, 1, 'Terrible.'],
      [1, 5, 'Great.'],
    ],
  )
})

test('a review is gone after two whole passes without it, with a tombstone; a list that lags proves nothing, and one that is back is back', async () => {
  const { business, locationId, ids, sync, list, locations } = await connected([
    [5, 'One.'],
    [4, 'Two.'],
    [3, 'Three.'],
  ])
  await business.behave({ leavesOut: '1' })
  for (let pass = 0; pass < 3; pass++) assert.equal((await sync()).removed, 0)
  assert.equal((await list()).length, 3)
  await business.behave({ leavesOut: '0' })
  await business.remove(ids[0] ?? '')
  assert.equal((await sync()).removed, 0)
  assert.equal((await list()).length, 3)
  assert.deepEqual(await sync(), { imported: 0, updated: 0, removed: 1, average: 3.5 })
  const [gone] = await list({ gone: true })
  assert.deepEqual([gone?.text, gone?.gone_at !== null], ['One.', true])
  const [berlin] = (await locations()).locations
  assert.deepEqual([berlin?.total, berlin?.google_total], [2, 2])
  await business.write(locationId, 5, 'Four.')
  assert.equal((await sync()).imported, 1)
})

test('a review that cannot be read stays as it is, and the removals of all others show; one without an id may be any, and proves nothing', async () => {
  const { business, ids, sync, list, locations } = await connected([
    [5, 'One.'],
    [4, 'Two.'],
    [3, 'Three.'],
  ])
  const [one = '', two = ''] = ids
  await business.behave({ garbled: one })
  const fresh = await business.write((await locations()).locations[0]?.google_id ?? '', 2, 'Four.')
  await business.remove(two)
  assert.equal((await sync()).removed, 0)
  assert.equal((await sync()).removed, 1)
  assert.deepEqual((await list()).map(({ text }) => text).sort(), ['Four.', 'One.', 'Three.'])
  assert.deepEqual(
    (await list({ gone: true })).map(({ text }) => text),
    ['Two.'],
  )
  assert.equal((await locations()).locations[0]?.unread, 0, 'it is known')

  const unknown = await business.write((await locations()).locations[0]?.google_id ?? '', 1, 'Five.')
  await business.behave({ garbled: unknown })
  await business.remove(fresh)
  assert.equal((await sync()).imported, 0)
  assert.equal((await locations()).locations[0]?.unread, 1)
  assert.equal((await sync()).removed, 1)
  await business.behave({ garbled: 'unnamed' })
  await business.remove(ids[2] ?? '')
  for (let pass = 0; pass < 3; pass++) assert.equal((await sync()).removed, 0)
  await business.behave()
  assert.equal(Number((await sync()).removed) + Number((await sync()).removed), 1)
})

test('members get one notice of a new review, and the person who connected a task for a bad one, until it is answered or its author relents', async () => {
  const { owner, business, locationId, sync, notices, tasks, list, call } = await connected([[5, 'Before.']])
  await business.write(locationId, 5, 'Lovely.')
  const bad = await business.write(locationId, 1, 'Nobody called back.')
  const worse = await business.write(locationId, 2, '')
  await sync()
  await sync()
  assert.deepEqual((await notices()).map(({ facts }) => facts.stars).sort(), [1, 2, 5])
  const open = await tasks()
  assert.deepEqual(open.map(({ title, assigned_to: to, contact }) => [title, to, contact]).sort(), [
    ['Reply to a review with 1 star: Nordlicht, Berlin', owner.personId, null],
    ['Reply to a review with 2 stars: Nordlicht, Berlin', owner.personId, null],
  ])
  await business.edit(worse, 4, 'They called after all.')
  await sync()
  const [one] = await list({ stars: [1] })
  await call('reply-review', { reviewId: one?.id, text: 'We are sorry.' })
  await until('the reply', async () => (await business.replyAt(locationId, bad)) === 'We are sorry.')
  await until('the end of the tasks', async () => (await tasks()).length === 0)
  assert.deepEqual((await tasks({ done: true })).map(({ outcome }) => outcome).sort(), [
    'Replied.',
    'The author changed the review to 4 stars.',
  ])
  assert.deepEqual((await notices()).map(({ facts }) => facts.stars).sort(), [2, 5])
})

test('a flood of bad reviews makes ten tasks and one notice of all, not a hundred', async () => {
  const { business, locationId, sync, tasks, notices } = await connected()
  await business.write(locationId, 1, 'Never again.', { count: '120' })
  assert.equal((await sync()).imported, 120)
  assert.equal((await tasks()).length, 10)
  const told = await notices()
  assert.deepEqual([told.length, Math.max(...told.map(({ facts }) => Number(facts.count)))], [11, 120])
})

test('of many reviews whose authors change their mind at once, each is a task, and none any more when they relent', async () => {
  const many = Array.from({ length: 12 }, (_, n) => [5, `Great ${n}.`] as const)
  const { business, ids, sync, tasks } = await connected(many)
  for (const id of ids) await business.edit(id, 1, 'Terrible.')
  assert.equal((await sync()).updated, 12)
  assert.equal((await tasks()).length, 12)
  for (const id of ids) await business.edit(id, 4, 'They called after all.')
  await sync()
  assert.deepEqual(await tasks(), [])
})

test('another program hears of each new, edited and removed review with the words of that version, and not of those of before', async (t) => {
  const receiver = await openReceiver()
  t.after(() => receiver.close())
  const { owner, business, locationId, ids, sync } = await connected([
    [5, 'Before.'],
    [4, 'Also before.'],
  ])
  const eventTypes = ['review.received', 'review.edited', 'review.removed']
  const made = await app.call('create-webhook', { url: receiver.url('/reviews'), eventTypes }, owner)
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const id = await business.write(locationId, 1, 'Terrible.')
  await sync()
  await business.edit(id, 4, 'They called after all.')
  await sync()
  await business.remove(ids[1] ?? '')
  for (let pass = 0; pass < 2; pass++) await sync()
  const told = await until('the three', async () => {
    const got = receiver.of('/reviews').map(({ body }) => JSON.parse(body))
    return got.length >= 3 && got
  })
  assert.deepEqual(
    told.map(({ type, data }) => [type, data.stars, data.stars_before, data.text, data.version, data.location.name]).sort(),
    [
      ['review.edited', 4, 1, 'They called after all.', 2, 'Nordlicht, Berlin'],
      ['review.received', 1, null, 'Terrible.', 1, 'Nordlicht, Berlin'],
      ['review.removed', 4, null, 'Also before.', 1, 'Nordlicht, Berlin'],
    ],
  )
})

test('a reviewer becomes no contact, and the markup that they write stays text', async () => {
  const hostile = '<img src=x onerror=alert(1)>{{CLIENT}} =cmd|calc\u202e\u0000'
  const { owner, business, locationId, sync, list } = await connected()
  await business.write(locationId, 5, hostile, { reviewer: '<script>alert(2)</script>' })
  await sync()
  const [review] = await list()
  assert.deepEqual([review?.text, review?.reviewer], [hostile.replace('\u0000', ''), '<script>alert(2)</script>'])
  const contacts = await app.database.inOrg(owner.orgId, (db) => db.selectFrom('contacts').select('id').execute())
  assert.deepEqual(contacts, [])
})

test('a sync says what is wrong: nothing connected, a location that is unknown or another workspace’s, one that is not verified', async () => {
  const { owner, business, accountId, locationId, connect, sync, locations } = await openReviews(app)
  const refused = async (body: object = {}) => {
    const { status, body: told } = await app.call('review-sync', body, owner)
    return [status, told.code]
  }
  assert.deepEqual(await refused(), [409, 'reviews_not_connected'])
  await connect({ without: ['https://www.googleapis.com/auth/business.manage'] })
  assert.deepEqual(await refused(), [409, 'reviews_not_connected'])
  await connect()
  const dresden = await business.location(accountId, 'Dresden', { isVerified: 'off' })
  await sync()
  assert.deepEqual(await refused({ locationId: 'locations/1' }), [404, 'review_location_not_found'])
  assert.deepEqual(await refused({ locationId: dresden }), [409, 'review_location_denied'])
  const [berlin] = (await locations()).locations.filter(({ google_id: id }) => id === locationId)
  const other = await app.given.organization('Elsewhere')
  await app.call('integration-init-oauth', {}, other)
  const foreign = await app.call('list-reviews', { locationId: berlin?.id }, other)
  assert.deepEqual([foreign.status, foreign.body.code], [404, 'review_location_not_found'])
})

test('an account that is gone takes its locations along, and says so; its reviews stay, and a reply to one fails with what to do', async () => {
  const { owner, business, accountId, connect, sync, list, locations, locationId, show } = await openReviews(app)
  await business.write(locationId, 2, 'Bad.')
  const other = await business.account('Branches')
  await business.write(await business.location(other, 'Potsdam'), 5, 'Good.')
  await connect()
  await sync()
  const [bad] = await list({ stars: [2] })
  await business.close(accountId)
  await app.call('reply-review', { reviewId: bad?.id, text: 'Sorry.' }, owner)
  const failed = await until('the failure', async () => {
    const { review } = await show(bad?.id ?? '')
    return review.asked_reply?.state === 'failed' && review.asked_reply
  })
  assert.equal(failed.code, 'review_gone')
  assert.equal((await sync()).removed, 0)
  assert.deepEqual(
    (await locations()).locations.map(({ title, trouble, total }) => [title, trouble, total]),
    [
      ['Nordlicht, Berlin', 'not_listed', 1],
      ['Potsdam', null, 1],
    ],
  )
})

test('an account without a business is connected and read, and there is nothing', async () => {
  const { connect, sync, locations } = await openReviews(app)
  await connect({ account: 'frontdesk@' })
  assert.deepEqual(await sync(), { imported: 0, updated: 0, removed: 0, average: null })
  assert.deepEqual((await locations()).locations, [])
})

test('a project that Google has not approved yet reads nothing, and an admin learns why', async () => {
  const { owner, business, connect, locations, notices } = await openReviews(app)
  await business.behave({ refusal: 'quotaZero' })
  await connect()
  const { status, body } = await app.call('sync-google-reviews', {}, owner)
  assert.deepEqual([status, body.code], [503, 'review_sync_failed'])
  assert.match(String(body.error), /has not approved/)
  const [account] = (await locations()).accounts
  assert.deepEqual([account?.sync?.status, account?.sync?.code], ['failed', 'quota_zero'])
  assert.deepEqual(
    (await notices()).map(({ kind }) => kind),
    ['review_sync_stopped'],
  )
  await business.behave()
  assert.equal((await app.call('sync-google-reviews', {}, owner)).status, 200)
  assert.deepEqual(await notices(), [])
})

test('a sync that Google answers with faults ends with each review once, and takes nothing for gone', async () => {
  const { business, locationId, connect, sync, list, locations } = await openReviews(app)
  await business.write(locationId, 4, 'Good.', { count: '75' })
  await connect()
  await sync()
  for (const kind of ['lost', 'reset', 'rate_limited', 'error_500', 'html', 'ok_error_body', 'gzip_bomb']) {
    await business.turn({ kind, only: 'GET /v', times: 2 })
    assert.deepEqual(await sync(), { imported: 0, updated: 0, removed: 0, average: 4 }, kind)
  }
  await business.turn()
  const [berlin] = (await locations()).locations
  assert.deepEqual([(await list({ limit: 100 })).length, berlin?.trouble], [75, null])
})

test('of two connected accounts that see one location, one reads it, and the other takes over when the first no longer does', async () => {
  const { owner, business, locationId, accountId, connect, sync, locations } = await openReviews(app)
  await business.write(locationId, 4, 'Good.')
  const jonas = await business.account('Jonas', { email: 'jonas@sandbox.example' })
  await business.share(locationId, jonas)
  const first = await connect()
  await sync()
  const second = await connect({ account: 'jonas@' })
  assert.notEqual(first, second)
  const readBy = async () =>
    app.database.inOrg(owner.orgId, (db) => db.selectFrom('review_locations').select(['connection_id', 'is_listed']).execute())
  assert.deepEqual((await sync()).imported, 0)
  assert.deepEqual(await readBy(), [{ connection_id: first, is_listed: true }])
  await business.close(accountId)
  await sync()
  await sync()
  assert.deepEqual(await readBy(), [{ connection_id: second, is_listed: true }])
  assert.equal((await locations()).locations[0]?.total, 1)
})

test('no log has the words of a review, the name of who wrote it, the reply, or a token', async () => {
  const canary = `canary-${randomUUID()}`
  const { business, locationId, sync, list, call } = await connected([[5, 'Before.']])
  await business.write(locationId, 1, `${canary} text`, { reviewer: `${canary} name` })
  await sync()
  const [bad] = await list({ stars: [1] })
  await business.turn({ kind: 'lost', only: 'PUT /v4', times: 1 })
  await call('reply-review', { reviewId: bad?.id, text: `${canary} reply` })
  await until('the reply', async () => (await list({ answered: true })).length === 1)
  await business.turn({ kind: 'html', only: 'GET /v4', times: 2 })
  await sync()
  await business.turn()
  await app.call('reply-review', { reviewId: bad?.id, text: `${canary}${'x'.repeat(4_096)}` })
  assert.ok(!app.logged().includes(canary))
  assert.doesNotMatch(app.logged(), /ya29\.|Bearer /)
})
