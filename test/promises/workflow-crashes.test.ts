import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startApp, type TestApp } from '../support/app.ts'
import { json, startReceiver } from '../support/receivers.ts'
import { publish, start, untilRun } from '../support/workflows.ts'
import { type OwnStore, startOwnStore } from './stores.ts'
import { assertEachStepOnce, givenManySteps, openWorkers, type Workers } from './workflow-workers.ts'

/* Workers that are killed, or frozen beyond their lease, in the middle of runs. */

let store: OwnStore
let app: TestApp
let workers: Workers
before(async () => {
  store = await startOwnStore()
  app = await startApp({ target: store.target, env: { SANDBOX: 'on' } })
  workers = openWorkers(app)
})
after(async () => {
  workers?.killAll()
  await app?.stop()
  await store?.stop()
})

test('workers that are killed again and again lose no run and do no step twice', { timeout: 240_000 }, async () => {
  const { as, contact, id } = await givenManySteps(app)
  const runs = 40
  const runIds = await Promise.all(Array.from({ length: runs }, () => start(app, as, id, { contact })))
  let isOver = false
  const killing = (async () => {
    while (!isOver) {
      const [one, other] = await Promise.all([workers.start(), workers.start()])
      await sleep(300 + Math.random() * 2_000)
      one.kill('SIGKILL')
      await sleep(Math.random() * 500)
      if (!isOver) other.kill('SIGKILL')
      const { rows } = await store.query(
        `select count(*)::int as n from workflow_runs where org_id = '${as.orgId}' and ended_at is null`,
      )
      if ((rows[0] as { n: number }).n === 0) isOver = true
    }
  })()
  await Promise.race([killing, sleep(60_000).then(() => (isOver = true))])
  await killing
  workers.killAll()
  const last = await workers.start()
  const begun = performance.now()
  for (const runId of runIds)
    assert.equal((await untilRun(app, as, runId, 'completed', 'failed', 'paused')).run.state, 'completed')
  // A crowded machine takes a minute for what is some seconds of work; a lease that no one took would be waited for longer.
  assert.ok(performance.now() - begun < 120_000)
  last.kill('SIGKILL')
  await assertEachStepOnce(store, as, runIds)
})

test('another worker goes on within 15 seconds with the step that one had under way when it was killed', {
  timeout: 120_000,
}, async (t) => {
  const as = await app.given.organization()
  const receiver = await startReceiver()
  const asked = Promise.withResolvers<number>()
  const again = Promise.withResolvers<number>()
  receiver.at('/slow', (response, _, times) => {
    // The first is never answered.
    if (times === 1) return asked.resolve(performance.now())
    again.resolve(performance.now())
    json(response, 200, {})
  })
  const { id } = await publish(app, as, {
    trigger: { kind: 'request', open_to: 'member' },
    nodes: [{ id: 'ask', kind: 'http', method: 'POST', url: `${receiver.origin}/slow`, body: {}, takes_keys: true }],
  })
  const mortal = openWorkers(app, { OUTGOING_ALLOWED_PRIVATE: '127.0.0.1' })
  try {
    const first = await mortal.start()
    const runId = await start(app, as, id)
    await asked.promise
    await mortal.start()
    first.kill('SIGKILL')
    const killedAt = performance.now()
    const tookMs = (await again.promise) - killedAt
    t.diagnostic(`${Math.round(tookMs)} ms`)
    assert.ok(tookMs < 15_000, `${tookMs} ms`)
    assert.equal((await untilRun(app, as, runId, 'completed', 'failed', 'paused')).run.state, 'completed')
    assert.equal(new Set(receiver.receivedAt('/slow').map(({ headers }) => headers['idempotency-key'])).size, 1)
  } finally {
    mortal.killAll()
    await receiver.stop()
  }
})

test('a worker that was frozen beyond its lease writes nothing when it wakes, and its runs have gone on meanwhile', {
  timeout: 240_000,
}, async () => {
  const { as, contact, id } = await givenManySteps(app)
  const frozen = await workers.start()
  const runIds = await Promise.all(Array.from({ length: 30 }, () => start(app, as, id, { contact })))
  await sleep(400)
  frozen.kill('SIGSTOP')
  const begun = performance.now()
  const other = await workers.start()
  await sleep(14_000)
  frozen.kill('SIGCONT')
  for (const runId of runIds)
    assert.equal((await untilRun(app, as, runId, 'completed', 'failed', 'paused')).run.state, 'completed')
  assert.ok(performance.now() - begun < 90_000)
  await sleep(2_000)
  await assertEachStepOnce(store, as, runIds)
  frozen.kill('SIGKILL')
  other.kill('SIGKILL')
})
