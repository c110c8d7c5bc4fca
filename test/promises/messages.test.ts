import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { AnyAction } from '#core/actions/action.ts'
import type { AnyInboundWebhook } from '#core/inbound/inbound-webhook.ts'
import { readInbox } from '#core/inbound/webhook-events.ts'
import type { AnyJob } from '#core/jobs/job.ts'
import { catalogue, inbound, jobs } from '#domains/catalogue.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { bodyOf, connectNumber, messageChange } from '../support/messaging.ts'
import { until } from '../support/until.ts'
import { idsOf, inOrder, insist, messagesOf } from './messages-arriving.ts'
import { type OwnStore, startOwnStore } from './stores.ts'

/** Reading is broken while this is set: a fault of ours, which is mended later. */
let isBroken = false
const whole = (hook: AnyInboundWebhook): AnyInboundWebhook => ({
  ...hook,
  read: async (data: never, context: Parameters<AnyInboundWebhook['read']>[1]) => {
    if (isBroken) throw new Error('a fault of this version')
    await hook.read(data, context)
  },
})
const breaking = (inbound as readonly AnyInboundWebhook[]).map((hook): AnyInboundWebhook => {
  const { readTogether } = hook
  if (!readTogether) return whole(hook)
  return {
    ...whole(hook),
    readTogether: async (requests, context) => {
      if (isBroken) throw new Error('a fault of this version')
      return readTogether(requests, context)
    },
  }
})

let store: OwnStore
let app: TestApp
let worker: { stop(): Promise<void> } | undefined
before(async () => {
  store = await startOwnStore()
  app = await startApp({
    target: store.target,
    product: {
      actions: catalogue as readonly AnyAction[],
      inbound,
      jobs: [...(jobs as readonly AnyJob[]).filter(({ name }) => name !== 'read-inbox'), readInbox(breaking)],
    },
  })
})
after(async () => {
  await worker?.stop()
  await app?.stop()
  await store?.stop()
})

const storedOf = async (orgId: string): Promise<number> =>
  Number((await store.query(`select count(*) from messages where org_id = '${orgId}'`)).rows[0].count)

/** Until so many are read, or none has come for a minute: what an earlier test broke is not waited for. */
const untilStored = async (orgId: string, count: number): Promise<void> => {
  for (let stored = -1, last = Date.now(); ; await sleep(200)) {
    const now = await storedOf(orgId)
    if (now > stored) last = Date.now()
    if (now >= count || Date.now() - last > 60_000) return
    stored = now
  }
}

test('the database goes away while 1,000 messages arrive: in the end each is there, once', async (t) => {
  const { orgId } = app.owner
  const number = await connectNumber(app, orgId)
  const { ids, bodies } = messagesOf(number, 1_000, 40)
  const arriving = inOrder(app, bodies, number.appSecret, 16)
  await sleep(400)
  process.kill(store.embedded.pid, 'SIGINT')
  const again = await arriving
  t.diagnostic(`${again} of 1,000 were refused at first, and sent again`)
  assert.ok(again > 0, 'some came while the database was away')
  worker = await app.startWorker()
  const begun = performance.now()
  await untilStored(orgId, ids.length)
  t.diagnostic(`read in ${Math.round(performance.now() - begun)} ms`)
  assert.deepEqual((await idsOf(app, orgId)).sort(), [...ids].sort())
})

// What is broken for one test is not broken for the next, however it ends.
afterEach(() => {
  isBroken = false
})

test('a fault in reading loses nothing: requests received meanwhile are stored, shown, replayed once it is fixed, and end as if it had not happened', async () => {
  worker ??= await app.startWorker()
  const [broken, control] = [await app.given.organization(), await app.given.organization()]
  const numbers = { broken: await connectNumber(app, broken.orgId), control: await connectNumber(app, control.orgId) }
  const { bodies } = messagesOf(numbers.broken, 8, 3)
  isBroken = true
  // One after the other, within a second or two: which is the last is by the order in which they came, for some are of one second.
  await inOrder(app, bodies, numbers.broken.appSecret, 1)
  await until('all of them have failed', async () => {
    const { rows } = await store.query(`select from inbox where org_id = '${broken.orgId}' and state = 'failed'`)
    return rows.length === bodies.length
  })
  // Those that are being tried once more at this moment do not wait.
  const failed = await until('all of them wait for their next try', async () => {
    const { body } = await app.call('list-background-work', { state: 'waiting' }, broken)
    const waiting = (body.work as unknown as { id: string; name: string }[]).filter(({ name }) => name === 'read-inbox')
    return waiting.length === bodies.length && waiting
  })
  assert.deepEqual(await idsOf(app, broken.orgId), [])
  isBroken = false
  // The newest first, several at once.
  for (const { id } of failed) assert.equal((await app.call('replay-background-work', { workId: id }, broken)).status, 200)
  const theirs = bodies.map((body) =>
    body
      .replaceAll(numbers.broken.phoneNumberId, numbers.control.phoneNumberId)
      .replaceAll(numbers.broken.businessAccountId, numbers.control.businessAccountId),
  )
  await inOrder(app, theirs, numbers.control.appSecret, 1)
  const stateOf = (orgId: string) =>
    app.database.inOrg(orgId, async (db) => ({
      messages: await db
        .selectFrom('messages')
        .select(['provider_message_id', 'body', 'at', 'address', 'kind'])
        .where('org_id', '=', orgId)
        .orderBy('provider_message_id')
        .execute(),
      threads: await db
        .selectFrom('conversations')
        .select(['last_preview', 'last_message_at', 'whatsapp_inbound_at'])
        .where('org_id', '=', orgId)
        .orderBy('last_preview')
        .execute(),
      deals: (await db.selectFrom('deals').select('name').where('org_id', '=', orgId).execute()).length,
    }))
  await until('both are read', async () =>
    (await Promise.all([broken, control].map(({ orgId }) => idsOf(app, orgId)))).every(
      ({ length }) => length === bodies.length,
    ),
  )
  assert.deepEqual(await stateOf(broken.orgId), await stateOf(control.orgId))
})

/** FOYER_TEST_MESSAGES=100000 shows the same with that many, in some ten minutes. */
const many = Number(process.env.FOYER_TEST_MESSAGES ?? 1_000)
const inOneBody = 50

/** What is still in use once everything else was thrown away. */
const heapUsed = (): number => {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  return process.memoryUsage().heapUsed
}

test(`memory does not grow with the messages that come in (${many})`, async (t) => {
  worker ??= await app.startWorker()
  const { orgId } = await app.given.organization()
  const number = await connectNumber(app, orgId)
  const third = Math.ceil(many / inOneBody / 3)
  const heaps: number[] = []
  for (let part = 1; part <= 3; part++) {
    for (let n = 0; n < third; n++) {
      const changes = Array.from({ length: inOneBody }, (_, at) =>
        messageChange(number, { waId: `49151300${10_000 + at * 7}` }),
      )
      await insist(app, bodyOf({ number, changes }), number.appSecret)
    }
    await untilStored(orgId, part * third * inOneBody)
    assert.equal(await storedOf(orgId), part * third * inOneBody)
    heaps.push(heapUsed())
  }
  t.diagnostic(heaps.map((bytes) => `${Math.round(bytes / 2 ** 20)} MB`).join(', '))
  const [, second = 0, last = 0] = heaps
  assert.ok(last - second < 15 * 2 ** 20, `${second} then ${last} bytes`)
})
