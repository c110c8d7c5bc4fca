import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Someone, startApp, type TestApp } from '../support/app.ts'
import { givenContact, publish, start, untilRun } from '../support/workflows.ts'
import { type OwnStore, startOwnStore } from './stores.ts'

/* Workers that are killed, or frozen beyond their lease, in the middle of runs. */

let store: OwnStore
let app: TestApp
const workers = new Set<ChildProcess>()
before(async () => {
  store = await startOwnStore()
  app = await startApp({ target: store.target, env: { SANDBOX: 'on' } })
})
after(async () => {
  for (const worker of workers) worker.kill('SIGKILL')
  await app?.stop()
  await store?.stop()
})

const startWorkerProcess = async (): Promise<ChildProcess> => {
  const env = { FOYER_DATA: app.dataDir, FOYER_KEY: Buffer.alloc(32, 7).toString('base64'), SANDBOX: 'on' }
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('../crash/worker-process.ts', import.meta.url)), JSON.stringify({ target: store.target, env })],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  workers.add(child)
  child.once('exit', () => workers.delete(child))
  await once(child.stdout as NodeJS.ReadableStream, 'data')
  return child
}

const titles = async (as: Someone): Promise<Map<string, number>> => {
  const { rows } = await store.query(`select title, count(*)::int as n from tasks where org_id = '${as.orgId}' group by title`)
  return new Map((rows as { title: string; n: number }[]).map(({ title, n }) => [title, n]))
}

const task = (id: string, next: object = {}) => ({
  ...{ id, kind: 'action', action: 'add-task', next },
  input: { title: `${id} {{ run.id }}`, contactId: '{{ trigger.input.contact }}' },
})

/** Steps of each kind that needs no other system: in a loop, in branches, after a wait, in another workflow. */
const given = async () => {
  const as = await app.given.organization()
  const contact = await givenContact(app, as)
  const input = [{ name: 'contact', label: 'Contact', type: 'text' }]
  const inner = await publish(app, as, {
    trigger: { kind: 'request', input, open_to: 'member' },
    nodes: [task('inner')],
  })
  const { id } = await publish(app, as, {
    trigger: { kind: 'request', input, open_to: 'member' },
    nodes: [
      task('first', { done: 'each_one' }),
      { id: 'each_one', kind: 'loop', items: '[1, 2]', next: { each: 'in_loop', done: 'ways' } },
      {
        ...{ id: 'in_loop', kind: 'action', action: 'add-task' },
        input: { title: 'in_loop {{ index }} {{ run.id }}', contactId: '{{ trigger.input.contact }}' },
      },
      {
        ...{ id: 'ways', kind: 'parallel', branches: [{ id: 'left' }, { id: 'right' }] },
        next: { left: 'on_left', right: 'pause', done: 'other' },
      },
      task('on_left'),
      { id: 'pause', kind: 'wait', for: { kind: 'until', at: 'now + minutes(0)' }, next: { done: 'on_right' } },
      task('on_right'),
      {
        ...{ id: 'other', kind: 'workflow', workflow: inner.id, input: { contact: '{{ trigger.input.contact }}' } },
        next: { done: 'is_done' },
      },
      { id: 'is_done', kind: 'condition', when: "steps.other.state == 'completed'", next: { yes: 'last' } },
      task('last'),
    ],
  })
  return { as, contact, id }
}
const perRun = ['first', 'in_loop 0', 'in_loop 1', 'on_left', 'on_right', 'last']

const assertOnce = async (as: Someone, runIds: readonly string[]): Promise<void> => {
  const found = await titles(as)
  for (const runId of runIds) for (const name of perRun) assert.equal(found.get(`${name} ${runId}`), 1, `${name} of ${runId}`)
  assert.ok([...found.values()].every((n) => n === 1))
  assert.equal(found.size, runIds.length * (perRun.length + 1))
}

test('workers that are killed again and again lose no run and do no step twice', { timeout: 240_000 }, async () => {
  const { as, contact, id } = await given()
  const runs = 40
  const runIds = await Promise.all(Array.from({ length: runs }, () => start(app, as, id, { contact })))
  let isOver = false
  const killing = (async () => {
    while (!isOver) {
      const [one, other] = await Promise.all([startWorkerProcess(), startWorkerProcess()])
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
  for (const worker of workers) worker.kill('SIGKILL')
  const last = await startWorkerProcess()
  const begun = performance.now()
  for (const runId of runIds)
    assert.equal((await untilRun(app, as, runId, 'completed', 'failed', 'paused')).run.state, 'completed')
  assert.ok(performance.now() - begun < 60_000)
  last.kill('SIGKILL')
  await assertOnce(as, runIds)
})

test('a worker that was frozen beyond its lease writes nothing when it wakes, and its runs have gone on meanwhile', {
  timeout: 240_000,
}, async () => {
  const { as, contact, id } = await given()
  const frozen = await startWorkerProcess()
  const runIds = await Promise.all(Array.from({ length: 30 }, () => start(app, as, id, { contact })))
  await sleep(400)
  frozen.kill('SIGSTOP')
  const begun = performance.now()
  const other = await startWorkerProcess()
  await sleep(14_000)
  frozen.kill('SIGCONT')
  for (const runId of runIds)
    assert.equal((await untilRun(app, as, runId, 'completed', 'failed', 'paused')).run.state, 'completed')
  assert.ok(performance.now() - begun < 90_000)
  await sleep(2_000)
  await assertOnce(as, runIds)
  frozen.kill('SIGKILL')
  other.kill('SIGKILL')
})
