import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Someone, startApp, type TestApp } from '../support/app.ts'
import { askStep } from '../support/human-steps.ts'
import { json, type Receiver, startReceiver } from '../support/receivers.ts'
import { until } from '../support/until.ts'
import { givenContact, publish, runsOf, showRun, start, untilRun } from '../support/workflows.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
let receiver: Receiver
before(async () => {
  receiver = await startReceiver()
  app = await startApp({ env: { OUTGOING_ALLOWED_PRIVATE: '127.0.0.1' }, alone: true })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
  await receiver?.stop()
})

const request = { kind: 'request', input: [{ name: 'contact', label: 'Contact', type: 'text' }], open_to: 'member' }

test('of 64 who approve and reject in one instant one counts, and the others learn who it was', async () => {
  const as = await app.given.organization()
  const { runId, stepId } = await askStep(app, as, { to: { kind: 'role', role: 'member' } })
  const answers = await Promise.all(
    Array.from({ length: 64 }, async (_, n) => {
      const choice = n % 2 === 0 ? 'approve' : 'reject'
      return { choice, ...(await app.call('resume-workflow', { runId, stepId, choice }, as)) }
    }),
  )
  const { run } = await untilRun(app, as, runId, 'completed', 'failed')
  const won = run.reason === 'approved' ? 'approve' : 'reject'
  for (const { choice, status, body } of answers)
    if (choice === won) assert.equal(status, 200, 'the same answer again is no other')
    else assert.deepEqual([status, body.code], [409, 'already_resumed'], JSON.stringify(body))
})

test('a run that is cancelled while its step is under way does nothing after it, and the step stays known', async () => {
  const as = await app.given.organization()
  let answer: () => void = () => {}
  const asked = new Promise<void>((begun) => {
    receiver.at('/slow', async (response) => {
      begun()
      await new Promise<void>((done) => (answer = done))
      json(response, 200, {})
    })
  })
  const { id } = await publish(app, as, {
    trigger: request,
    nodes: [
      { id: 'ask', kind: 'http', method: 'POST', url: `${receiver.origin}/slow`, body: {}, next: { done: 'call' } },
      {
        ...{ id: 'call', kind: 'action', action: 'add-task' },
        input: { title: 'Call', contactId: '{{ trigger.input.contact }}' },
      },
    ],
  })
  const runId = await start(app, as, id, { contact: await givenContact(app, as) })
  await asked
  assert.equal((await app.call('cancel-run', { runId, reason: 'The client called' }, as)).body.cancelled, true)
  answer()
  await sleep(1_000)
  const { run, steps } = await showRun(app, as, runId)
  assert.deepEqual([run.state, run.reason], ['cancelled', 'The client called'])
  assert.ok(
    steps.every(({ node, state }) => node !== 'call' && state !== 'running'),
    JSON.stringify(steps),
  )
  assert.equal(receiver.receivedAt('/slow').length, 1)
  assert.deepEqual((await app.call('list-tasks', {}, as)).body.tasks, [])
})

const stopAll = async (as: Someone, on: boolean): Promise<void> => {
  assert.equal((await app.call('stop-workflow', { workflowId: null, on }, as)).status, 200)
}

test('the stop switch, while 50 runs are about to act: nothing leaves later than a second after it, and off again each goes on once', async () => {
  const as = await app.given.organization()
  const leftAt: number[] = []
  receiver.at('/orders', async (response) => {
    leftAt.push(Date.now())
    await sleep(100)
    json(response, 200, {})
  })
  const order = (n: number) => ({
    ...{ id: `order_${n}`, kind: 'http', method: 'POST', url: `${receiver.origin}/orders`, next: { done: `order_${n + 1}` } },
    body: { run: '{{ run.id }}', n },
  })
  const { id } = await publish(app, as, {
    trigger: request,
    nodes: [order(0), order(1), { id: 'order_2', kind: 'stop' }],
  })
  const runIds = await Promise.all(Array.from({ length: 50 }, () => start(app, as, id)))
  await until('some have left', async () => leftAt.length > 5)
  await stopAll(as, true)
  const stoppedAt = Date.now()
  await sleep(3_000)
  const late = leftAt.filter((at) => at > stoppedAt + 1_000)
  assert.equal(late.length, 0)
  assert.ok(leftAt.length < 100, 'all had left before the switch')
  await stopAll(as, false)
  await until('all have ended', async () => (await runsOf(app, as, id)).every(({ state }) => state === 'completed'))
  const bodies = receiver.receivedAt('/orders').map(({ body }) => body)
  assert.equal(bodies.length, 100)
  assert.equal(new Set(bodies).size, 100)
  assert.equal(runIds.length, 50)
})
