import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/support/app.ts'
import type { Answer } from '#test/support/requests.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
let key: { id: string; text: string }
before(async () => {
  app = await startApp()
  key = await app.given.key(app.owner.orgId)
})
after(() => app.stop())

/** Sends a body that is refused, and answers the id of its delivery. */
const refused = async (body: unknown, sender = key): Promise<string> => {
  const answer = await app.post(body, sender.text)
  assert.ok(answer.status >= 400 && answer.status < 500, `${answer.status}`)
  const id = answer.headers.get('X-Request-Id') ?? ''
  await until('the refused delivery', async () => (await app.call('show-delivery', { deliveryId: id })).status === 200)
  return id
}
const replay = (deliveryId: string, body?: unknown, more: object = {}): Promise<Answer> =>
  app.call('replay-delivery', { deliveryId, ...(body === undefined ? {} : { body: JSON.stringify(body) }), ...more })
const show = async (deliveryId: string) =>
  (await app.call('show-delivery', { deliveryId })).body.delivery as unknown as Record<string, unknown> & {
    body: { text: string }
  }
const leads = () =>
  app.database.inOrg(app.owner.orgId, (db) =>
    db.selectFrom('leads').selectAll().where('org_id', '=', app.owner.orgId).execute(),
  )

test('a fixed delivery becomes a lead, and both deliveries name each other and the lead', async () => {
  const id = await refused({ email: 'maya@', name: 'Maya', external_id: 'r1' })
  const taken = await replay(id, { email: 'maya@example.com', name: 'Maya', external_id: 'r1', phone_number: 'x' })
  assert.equal(taken.status, 200, JSON.stringify(taken.body))
  assert.equal(taken.body.deduplicated, false)
  assert.deepEqual(taken.body.unused_fields, ['phone_number'])

  const [before, now] = [await show(id), await show(String(taken.body.delivery_id))]
  assert.deepEqual([before.outcome, before.mended_by, before.lead_id], ['rejected', taken.body.delivery_id, taken.body.lead_id])
  assert.deepEqual([now.outcome, now.status, now.replay_of, now.lead_id], ['accepted', 200, id, taken.body.lead_id])
  assert.equal((now.key as { id: string }).id, key.id)
  assert.equal(now.body.text, '{"email":"maya@example.com","name":"Maya","external_id":"r1","phone_number":"x"}')
  const lead = (await leads()).find((row) => row.id === String(taken.body.lead_id))
  assert.deepEqual([lead?.via, lead?.contact_id], ['replay', taken.body.contact_id])
})

test('however often and at once it is clicked, one delivery becomes one lead', async () => {
  const id = await refused({ phone: 'none' })
  const before = (await leads()).length
  const answers = await Promise.all(Array.from({ length: 8 }, () => replay(id, { email: 'double@example.com' })))
  assert.equal(answers.filter((answer) => answer.status === 200).length, 1)
  for (const answer of answers)
    if (answer.status !== 200) assert.deepEqual([answer.status, answer.body.code], [409, 'delivery_already_mended'])
  assert.equal((await leads()).length, before + 1)
})

test('a body that is still invalid answers with the code and field of the API, and the delivery stays rejected', async () => {
  const id = await refused({ email: 'maya@' })
  const cases: [string, string, string | undefined][] = [
    ['{"email":"maya@"}', 'email_malformed', 'email'],
    ['{"name":"Maya"}', 'contact_missing', undefined],
    ['{"email":"a@example.com","consent":{"obtained_at":"2026-02-30"}}', 'consent_date_invalid', 'consent.obtained_at'],
    ['{"email":', 'body_not_json', undefined],
    ['[]', 'body_not_object', undefined],
    ['', 'body_empty', undefined],
    [`{"email":"a@example.com","note":"${'x'.repeat(65_536)}"}`, 'body_too_large', undefined],
  ]
  for (const [body, code, field] of cases) {
    const ours = await app.call('replay-delivery', { deliveryId: id, body })
    const theirs = await app.post(body, key.text)
    assert.deepEqual(
      [ours.status, ours.body.code, ours.body.error, ours.body.field],
      [theirs.status, theirs.body.code, theirs.body.error, theirs.body.field],
      body.slice(0, 60),
    )
    assert.equal(ours.body.code, code)
    assert.equal(ours.body.field, field)
  }
  assert.deepEqual([(await show(id)).outcome, (await show(id)).mended_by], ['rejected', null])
  assert.equal((await replay(id, { email: 'maya@example.com' })).status, 200)
})

test('an external_id that came through in the meantime is answered, not stored twice', async () => {
  const id = await refused({ email: 'x@', external_id: 'known' })
  const first = await app.post({ email: 'x@example.com', external_id: 'known' }, key.text)
  const again = await replay(id, { email: 'x@example.com', external_id: 'known' })
  assert.deepEqual([again.body.lead_id, again.body.deduplicated], [first.body.lead_id, true])
  assert.equal((await show(id)).mended_by, again.body.delivery_id)
})

test('a replay and requests with the same external_id at the same moment make one lead', async () => {
  for (let round = 0; round < 10; round++) {
    const id = await refused({ email: 'x@', external_id: `race-${round}` })
    const lead = { email: `race${round}@example.com`, external_id: `race-${round}` }
    const answers = await Promise.all([
      replay(id, lead),
      ...Array.from({ length: 8 }, () => app.post(lead, key.text)),
      replay(id, lead),
    ])
    const ids = new Set(answers.filter((answer) => answer.status === 200).map((answer) => answer.body.lead_id))
    assert.equal(ids.size, 1, JSON.stringify(answers.map((answer) => [answer.status, answer.body.code])))
    assert.equal((await leads()).filter((row) => row.external_id === `race-${round}`).length, 1)
  }
})

test('a check says what would happen and stores nothing', async () => {
  const id = await refused({ email: 'new@' })
  const before = (await leads()).length
  const fresh = await replay(id, { email: 'foreseen@example.com' }, { dryRun: true })
  assert.deepEqual(fresh.body, { lead_id: null, contact_id: null, deduplicated: false, delivery_id: null, unused_fields: [] })
  const wrong = await replay(id, { email: 'still@' }, { dryRun: true })
  assert.deepEqual([wrong.status, wrong.body.code], [400, 'email_malformed'])
  assert.equal((await leads()).length, before)
  assert.equal((await show(id)).mended_by, null)
})

test('a body that never arrived can be sent along; without it there is nothing to replay', async () => {
  const slow = await app.given.key(app.owner.orgId, { ratePerMinute: 1 })
  await app.post({ email: 'first@example.com' }, slow.text)
  // 429 is answered before the body is read.
  const limited = await refused({ email: 'second@example.com' }, slow)
  assert.deepEqual([(await show(limited)).status, (await show(limited)).body], [429, null])
  assert.equal((await replay(limited)).body.code, 'delivery_body_missing')
  assert.equal((await replay(limited, { email: 'second@example.com' })).status, 200)
})

test('only a refused delivery of one’s own workspace can be replayed', async () => {
  const taken = await app.post({ email: 'fine@example.com' }, key.text)
  assert.equal((await replay(taken.headers.get('X-Request-Id') ?? '')).body.code, 'delivery_not_rejected')
  const id = await refused({ email: 'mine@' })
  const stranger = await app.given.organization()
  const member = await app.given.person(app.owner.orgId, 'member')
  const body = JSON.stringify({ email: 'a@example.com' })
  assert.equal((await app.call('replay-delivery', { deliveryId: id, body }, stranger)).body.code, 'delivery_not_found')
  assert.equal((await app.call('replay-delivery', { deliveryId: id, body }, member)).status, 403)
  assert.equal((await app.call('show-delivery', { deliveryId: id }, stranger)).body.code, 'delivery_not_found')
  assert.deepEqual((await app.call('list-deliveries', {}, stranger)).body.deliveries, [])
})

test('the monthly quota applies to replays; once it is raised, rejected leads are accepted unchanged', async () => {
  const tight = await app.given.organization('Tight', { quota: 1 })
  const sender = await app.given.key(tight.orgId)
  await app.post({ email: 'a@example.com' }, sender.text)
  const over = await app.post({ email: 'b@example.com' }, sender.text)
  assert.equal(over.body.code, 'quota_exceeded')
  const deliveryId = over.headers.get('X-Request-Id')
  await until('the delivery', async () => (await app.call('show-delivery', { deliveryId }, tight)).status === 200)
  const early = await app.call('replay-delivery', { deliveryId }, tight)
  assert.deepEqual([early.status, early.body.code], [429, 'quota_exceeded'])
  await app.call('update-workspace', { leadQuotaPerMonth: 2 }, tight)
  assert.equal((await app.call('replay-delivery', { deliveryId }, tight)).status, 200)
})

test('a replay leaves no address in the log', async () => {
  const id = await refused({ email: 'canary.address@' })
  await replay(id, { email: 'canary.address@example.com', note: 'canary note' })
  assert.ok(!/canary/.test(app.logged()))
})
