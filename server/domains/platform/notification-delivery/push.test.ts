import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#core/ids.ts'
import { inboxNotices } from '#domains/conversations/inbox/notices.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { followEvents, react } from '#test/support/reactions.ts'
import { raiseNotice } from '../notifications/notices.ts'
import { sendPush } from './send-push.ts'

let app: TestApp
let jobs: Awaited<ReturnType<typeof openJobContext>>
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' } })
  jobs = await openJobContext(app, { SANDBOX: 'on' })
  await react(app, 'deliver-notices')
})
after(async () => {
  await jobs.close()
  await app.stop()
})

interface Subscription {
  readonly id: string
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}
const ask = async (path: string, method: string, body?: object) => {
  const sent = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const answer = await fetch(`${app.url}/sandbox/push${path}`, { method, ...sent })
  return answer.status === 204 ? {} : ((await answer.json()) as Record<string, unknown>)
}
/** A browser of a person, as the sandbox plays it. */
const subscribe = async (person: Someone): Promise<Subscription> => {
  const { body } = await app.call('subscribe-push', {}, person)
  const browser = (await ask('/browsers', 'POST', { applicationServerKey: body.key })) as unknown as Subscription
  const given = await app.call('subscribe-push', { subscription: { endpoint: browser.endpoint, keys: browser.keys } }, person)
  assert.equal(given.status, 200, JSON.stringify(given.body))
  return browser
}
type Pushed = Readonly<Record<string, unknown>> & { readonly topic: string }
const received = async ({ id }: Subscription): Promise<Pushed[]> =>
  ((await ask(`/browsers/${id}/messages`, 'GET')).messages as { payload: string | null; topic: string }[]).map(
    ({ payload, topic }) => ({ ...(JSON.parse(payload ?? 'null') as Record<string, unknown>), topic }),
  )
const raise = async (to: Someone, subjectId = newId()): Promise<string> => {
  await app.database.inOrg(to.orgId, (db) =>
    raiseNotice(db, to.orgId, {
      ...{ notice: inboxNotices.mentioned, subjectId, personId: to.personId },
      facts: { by: 'Ada', name: 'Maya Rao', deal_id: subjectId },
    }),
  )
  await followEvents(app, to.orgId, 'deliver-notices')
  return subjectId
}
const pushesOf = (person: Someone) =>
  app.database.inOrg(person.orgId, (db) =>
    db.selectFrom('push_messages').selectAll().where('org_id', '=', person.orgId).orderBy('next_try_at').execute(),
  )
/** The jobs of all that waits, as they would run so much later. */
const runAll = async (person: Someone, laterMs = 0): Promise<void> => {
  const context = { ...jobs.context, now: () => new Date(Date.now() + laterMs) }
  for (const { id } of await pushesOf(person)) await sendPush.run({ orgId: person.orgId, pushId: id }, context)
}
const devices = async (person: Someone) =>
  (
    (await app.call('show-notification-settings', {}, person)).body.settings as unknown as {
      devices: { last_error: string | null; last_sent_at: string | null }[]
    }
  ).devices
const fault = async (dial: object): Promise<void> => {
  const body = JSON.stringify(dial)
  await fetch(`${app.url}/sandbox/faults/push`, { method: 'PUT', headers: { 'content-type': 'application/json' }, body })
}

test('a mention reaches each browser of the person once, encrypted, with names and a link and no text', async () => {
  const owner = await app.given.organization('Northwind')
  const [first, second] = [await subscribe(owner), await subscribe(owner)]
  const subjectId = await raise(owner)
  await Promise.all([runAll(owner), runAll(owner), runAll(owner)])
  await runAll(owner)
  for (const browser of [first, second]) {
    const [message, ...others] = await received(browser)
    assert.deepEqual(others, [])
    assert.ok(message)
    const { tag, topic, ...said } = message
    assert.equal(tag, topic)
    assert.deepEqual(said, {
      ...{ title: 'Ada mentioned you in a note about Maya Rao', body: 'Northwind', path: `/inbox/${subjectId}`, unread: 1 },
    })
  }
  assert.ok((await devices(owner)).every(({ last_sent_at, last_error }) => last_sent_at !== null && last_error === null))
})

test('a push speaks the language of the person, whatever the browser speaks', async () => {
  const owner = await app.given.organization('उत्तर')
  const browser = await subscribe(owner)
  await app.call('update-profile', { language: 'hi' }, owner)
  await raise(owner)
  await runAll(owner)
  const [message] = await received(browser)
  assert.equal(message?.title, 'Ada ने Maya Rao के बारे में एक नोट में आपका ज़िक्र किया')
})

test('a push is not sent about what was read in the app first, and a burst about one thing is one push', async () => {
  const owner = await app.given.organization()
  const browser = await subscribe(owner)
  const subjectId = await raise(owner)
  const { body } = await app.call('list-notices', {}, owner)
  await app.call('mark-notices-read', { noticeId: (body.notices as unknown as { id: string }[])[0]?.id }, owner)
  await runAll(owner)
  assert.deepEqual(await received(browser), [])
  for (let n = 0; n < 3; n++) await raise(owner, subjectId)
  await runAll(owner)
  assert.equal((await received(browser)).length, 1)
})

test('quiet hours hold a push, and a test is pushed in them all the same', async () => {
  const owner = await app.given.organization()
  const browser = await subscribe(owner)
  const clock = (ms: number) => new Date(Date.now() + ms).toISOString().slice(11, 16)
  await app.call('save-notification-settings', { quiet: { from: clock(-300_000), to: clock(3_600_000) } }, owner)
  await raise(owner)
  await runAll(owner)
  assert.deepEqual(await received(browser), [])
  assert.equal((await app.call('send-test-notification', { channel: 'push' }, owner)).status, 200)
  await runAll(owner)
  assert.deepEqual(
    (await received(browser)).map(({ title }) => title),
    ['This is a test notification'],
  )
  await runAll(owner, 3_700_000)
  assert.equal((await received(browser)).length, 2)
})

test('a browser that is no longer subscribed is removed, with what waits for it', async () => {
  const owner = await app.given.organization()
  const browser = await subscribe(owner)
  await ask(`/browsers/${browser.id}`, 'DELETE')
  await raise(owner)
  await runAll(owner)
  assert.deepEqual([await devices(owner), await pushesOf(owner)], [[], []])
})

test('an address in a private network, or without TLS, is no push service', async () => {
  const owner = await app.given.organization()
  const { keys } = await subscribe(owner)
  const port = new URL(app.url).port
  for (const endpoint of [
    'https://10.0.0.7/push/x',
    'https://localhost/push/x',
    'https://169.254.169.254/latest',
    'http://push.example.com/x',
    `http://127.0.0.1:${port}/sandbox/resend/emails`,
    `http://127.0.0.1:${port}/sandbox/push/../resend/emails`,
  ]) {
    const { status, body } = await app.call('subscribe-push', { subscription: { endpoint, keys } }, owner)
    assert.deepEqual([status, body.code], [422, 'push_address_refused'], endpoint)
  }
  const short = await app.call(
    'subscribe-push',
    { subscription: { endpoint: 'https://push.example.com/x', keys: { ...keys, auth: 'AAAA' } } },
    owner,
  )
  assert.equal(short.status, 400)
})

test('a browser at which another member signs in is theirs alone', async () => {
  const owner = await app.given.organization()
  const colleague = await app.given.person(owner.orgId, 'member')
  const browser = await subscribe(owner)
  const { endpoint, keys } = browser
  await app.call('subscribe-push', { subscription: { endpoint, keys } }, colleague)
  assert.deepEqual([(await devices(owner)).length, (await devices(colleague)).length], [0, 1])
  const refused = await app.call('unsubscribe-push', { endpoint }, owner)
  assert.deepEqual([refused.status, refused.body.code], [404, 'push_device_not_found'])
  assert.equal((await app.call('unsubscribe-push', { endpoint }, colleague)).status, 200)
})

test('a push service that is rate limiting is asked later, as it says, and one that refuses is not asked again', async () => {
  const owner = await app.given.organization()
  const browser = await subscribe(owner)
  await fault({ kind: 'busy' })
  await raise(owner)
  await runAll(owner)
  const [held] = await pushesOf(owner)
  assert.deepEqual([held?.state, held?.last_error], ['waiting', 'the push service responded with 429'])
  const waitMs = (held?.next_try_at.getTime() ?? 0) - Date.now()
  assert.ok(waitMs > 25_000 && waitMs < 40_000, String(waitMs))
  await fault({ kind: 'error_503' })
  await runAll(owner, 60_000)
  assert.equal((await pushesOf(owner))[0]?.tries, 2)
  await fault({ kind: 'too_large' })
  await runAll(owner, 3_600_000)
  assert.deepEqual(
    (await pushesOf(owner)).map(({ state }) => state),
    ['failed'],
  )
  assert.equal((await devices(owner))[0]?.last_error, 'the push service responded with 413')
  await fault({ kind: 'none' })
  await raise(owner)
  await runAll(owner)
  assert.equal((await received(browser)).length, 1)
})
