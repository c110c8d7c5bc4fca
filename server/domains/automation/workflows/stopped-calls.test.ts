import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/support/app.ts'
import { json, type Receiver, startReceiver } from '#test/support/receivers.ts'
import { until } from '#test/support/until.ts'
import { publish, showRun, start, untilRun } from '#test/support/workflows.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
let receiver: Receiver
before(async () => {
  receiver = await startReceiver()
  // Of one workspace one step at once.
  app = await startApp({ env: { OUTGOING_ALLOWED_PRIVATE: '127.0.0.1', WORKFLOW_STEPS_AT_ONCE: '2' }, alone: true })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
  await receiver?.stop()
})

const trigger = { kind: 'request', open_to: 'member' }
const invoiceId = '01980000-0000-7000-8000-000000000000'

test('an action that asks a provider, and waits for a place when its workflow is stopped, does not ask', async () => {
  const as = await app.given.organization()
  let answer: () => void = () => {}
  const asked = new Promise<void>((begun) => {
    receiver.at('/slow', async (response) => {
      begun()
      await new Promise<void>((done) => (answer = done))
      json(response, 200, {})
    })
  })
  const slow = await publish(app, as, {
    trigger,
    nodes: [{ id: 'ask', kind: 'http', method: 'POST', url: `${receiver.origin}/slow`, body: {} }],
  })
  const paying = await publish(app, as, {
    trigger,
    nodes: [
      {
        ...{ id: 'pay', kind: 'action', action: 'create-payment' },
        input: { invoiceId, clientEmail: 'a@b.example', successUrl: app.url, cancelUrl: app.url, targetCurrency: 'EUR' },
      },
    ],
  })
  const first = await start(app, as, slow.id)
  await asked
  const runId = await start(app, as, paying.id)
  await until('it waits for a place', async () =>
    (await showRun(app, as, runId)).steps.some(({ state }) => state === 'running'),
  )
  await app.call('stop-workflow', { workflowId: paying.id, on: true }, as)
  answer()
  await untilRun(app, as, first, 'completed')
  await until('it is put aside', async () => {
    const rows = await app.database.inOrg(as.orgId, (db) =>
      db.selectFrom('workflow_runs').select(['parked_at', 'state']).where('id', '=', runId).execute(),
    )
    return rows[0]?.parked_at != null || rows[0]?.state === 'failed'
  })
  assert.notEqual((await showRun(app, as, runId)).run.state, 'failed', 'it was called')
  await app.call('stop-workflow', { workflowId: paying.id, on: false }, as)
  await untilRun(app, as, runId, 'failed')
})
