import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { startApp, type TestApp } from '#test/support/app.ts'
import { json, type Receiver, startReceiver } from '#test/support/receivers.ts'
import { until } from '#test/support/until.ts'
import { publish, showRun, start, untilRun } from '#test/support/workflows.ts'

let app: TestApp
let receiver: Receiver
let worker: { stop(): Promise<void> } | undefined
before(async () => {
  receiver = await startReceiver()
  app = await startApp({ env: { OUTGOING_ALLOWED_PRIVATE: '127.0.0.1' }, alone: true })
})
after(async () => {
  await worker?.stop()
  await app?.stop()
  await receiver?.stop()
})

const trigger = { kind: 'request', open_to: 'member' }
const days = { amount: 9, unit: 'days' }

test('a run is cancelled in each of its states, with what it waits for, and stays cancelled', async () => {
  const as = await app.given.organization()
  let answer: () => void = () => {}
  receiver.at('/slow', async (response) => {
    await new Promise<void>((done) => (answer = done))
    json(response, 200, {})
  })
  receiver.at('/gone', (response) => void response.destroy())
  const post = (path: string) => ({
    id: 'post',
    kind: 'http',
    method: 'POST',
    url: `${receiver.origin}${path}`,
    next: { done: 'end' },
  })
  const end = { id: 'end', kind: 'stop', reason: 'Went on' }
  const made = async (node: object, more: object = {}): Promise<string> =>
    (await publish(app, as, { trigger, nodes: [node, end], ...more })).id
  const [pause, hear] = [
    { id: 'wait', kind: 'wait', for: { kind: 'duration', duration: days }, next: { done: 'end' } },
    {
      ...{ id: 'wait', kind: 'wait', next: { done: 'end' } },
      for: { kind: 'event', event: 'lead.received', where: 'event.subject_id == trigger.input.lead', at_most: days },
    },
  ]
  const waiting = await made(pause)
  const kinds: Readonly<Record<string, { readonly id: string; readonly state: string }>> = {
    queued: { id: await made(end), state: 'queued' },
    'waits for a time': { id: waiting, state: 'waiting' },
    'waits for an event': { id: await made(hear), state: 'waiting' },
    'waits for a person': {
      ...{
        id: await made({
          id: 'ask',
          kind: 'person',
          to: { kind: 'role', role: 'member' },
          heading: 'Go?',
          next: { done: 'end' },
        }),
      },
      state: 'waiting',
    },
    'waits for another run': {
      ...{ id: await made({ id: 'other', kind: 'workflow', workflow: waiting, next: { done: 'end' } }), state: 'waiting' },
    },
    'waits for its turn': {
      ...{ id: await made(pause, { settings: { concurrency: { key: "'one'", others: 'queue' } } }), state: 'queued' },
    },
    running: { id: await made(post('/slow')), state: 'running' },
    paused: { id: await made(post('/gone')), state: 'paused' },
    'put aside': { id: await made(pause), state: 'waiting' },
  }
  const runs = new Map<string, string>()
  const queued = await start(app, as, kinds.queued?.id ?? '')
  assert.equal((await app.call('cancel-run', { runId: queued }, as)).body.cancelled, true)
  runs.set('queued', queued)
  worker = await app.startWorker()
  for (const [kind, { id, state }] of Object.entries(kinds)) {
    if (kind === 'queued') continue
    if (kind === 'waits for its turn') await untilRun(app, as, await start(app, as, id), 'waiting')
    const runId = await start(app, as, id)
    if (kind !== 'waits for its turn') await untilRun(app, as, runId, state)
    if (kind === 'put aside') {
      assert.equal((await app.call('stop-workflow', { workflowId: id, on: true }, as)).status, 200)
      await app.database.inOrg(as.orgId, (db) => sql`update workflow_runs set due_at = now() where id = ${runId}`.execute(db))
      await until('it is put aside', async () => (await dueOf(as.orgId, runId)) === null)
    }
    const cancelled = await app.call('cancel-run', { runId, reason: kind }, as)
    assert.deepEqual([cancelled.status, cancelled.body.cancelled], [200, true], kind)
    runs.set(kind, runId)
  }
  answer()
  await app.call('stop-workflow', { workflowId: kinds['put aside']?.id, on: false }, as)
  // Whatever was under way has had the time to write over it.
  await new Promise((done) => setTimeout(done, 1_500))
  for (const [kind, runId] of runs) {
    const { run, steps } = await showRun(app, as, runId)
    assert.equal(run.state, 'cancelled', kind)
    assert.ok(
      steps.every(({ node, wait }) => node !== 'end' && wait?.state !== 'open'),
      `${kind} ${JSON.stringify(steps)}`,
    )
    assert.equal(await dueOf(as.orgId, runId), null, kind)
    assert.equal((await app.call('cancel-run', { runId }, as)).body.cancelled, false, kind)
  }
})

const dueOf = (orgId: string, runId: string): Promise<Date | null> =>
  app.database.inOrg(orgId, async (db) => {
    const { rows } = await sql<{ due_at: Date | null }>`select due_at from workflow_runs where id = ${runId}`.execute(db)
    return rows[0]?.due_at ?? null
  })
