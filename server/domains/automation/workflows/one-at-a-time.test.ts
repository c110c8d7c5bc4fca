import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#core/ids.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'
import { passTime, publish, runsOf, showRun, start, untilRun } from '#test/support/workflows.ts'
import { beginWaitingRuns } from './runs.ts'
import { requestStart, startRuns, withKey } from './starts.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ alone: true })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

type Others = 'queue' | 'skip' | 'cancel_older'
const trigger = { kind: 'request', input: [{ name: 'contact', label: 'Contact', type: 'text' }], open_to: 'member' }
const hour = { kind: 'duration', duration: { amount: 1, unit: 'hours' } }
const waits = [
  { id: 'pause', kind: 'wait', for: hour, next: { done: 'end' } },
  { id: 'end', kind: 'stop', reason: 'Waited' },
]
/** One run a contact. */
const onePerContact = (as: Someone, others: Others, nodes: readonly object[] = waits) =>
  publish(app, as, { trigger, nodes, settings: { concurrency: { key: 'trigger.input.contact', others } } })
const maya = { contact: 'Maya' }
const stateOf = async (as: Someone, runId: string): Promise<string> => (await showRun(app, as, runId)).run.state
const statesOf = async (as: Someone, workflowId: string): Promise<string[]> =>
  (await runsOf(app, as, workflowId)).map(({ state }) => state)

/** A transaction that has started a run, and is not over until it is told so. */
const openStart = async (as: Someone, workflowId: string) => {
  const runId = newId()
  let commit: () => void = () => {}
  const told = new Promise<void>((done) => (commit = done))
  let written: () => void = () => {}
  const isWritten = new Promise<void>((done) => (written = done))
  const ended = app.database.inOrg(as.orgId, async (db) => {
    const start = requestStart({ workflowId, version: 1 }, { input: maya, at: new Date() })
    await startRuns(db, as.orgId, [await withKey(db, as.orgId, { ...start, id: runId })])
    written()
    await told
  })
  await Promise.race([isWritten, ended])
  return {
    runId,
    commit: (): Promise<void> => {
      commit()
      return ended
    },
  }
}

const isLockWaitedFor = async (): Promise<boolean> => {
  const { rows } = await app.database.pool.query(
    "select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())",
  )
  return rows.length > 0
}

test('a run that is started while the one before it ends has its turn', async () => {
  const as = await app.given.organization()
  const { id } = await onePerContact(as, 'queue')
  const first = await start(app, as, id, maya)
  await untilRun(app, as, first, 'waiting')
  const next = await openStart(as, id)
  await passTime(app, as, first, 3_600)
  await until(
    'the first run has ended, or waits for who starts the next',
    async () => (await isLockWaitedFor()) || (await stateOf(as, first)) === 'completed',
  )
  await next.commit()
  await untilRun(app, as, first, 'completed')
  await untilRun(app, as, next.runId, 'waiting')

  // The same where a person ends it.
  const last = await openStart(as, id)
  const cancelling = app.call('cancel-run', { runId: next.runId }, as)
  await until(
    'the run is cancelled, or waits for who starts the next',
    async () => (await isLockWaitedFor()) || (await stateOf(as, next.runId)) === 'cancelled',
  )
  await last.commit()
  assert.equal((await cancelling).body.cancelled, true)
  await untilRun(app, as, last.runId, 'waiting')
})

test('a run that waits for its turn though none of its key has begun is begun, and no other is', async () => {
  const as = await app.given.organization()
  const { id } = await onePerContact(as, 'queue')
  const first = await start(app, as, id, maya)
  await untilRun(app, as, first, 'waiting')
  const [second, third] = [await start(app, as, id, maya), await start(app, as, id, maya)]
  await beginWaitingRuns(app.database.pool)
  assert.deepEqual(await statesOf(as, id), ['waiting', 'queued', 'queued'])
  // As an older server left it, which did not see the second.
  await app.database.inOrg(as.orgId, (db) =>
    sql`update workflow_runs set state = 'completed', due_at = null, ended_at = now() where id = ${first}`.execute(db),
  )
  await beginWaitingRuns(app.database.pool)
  await untilRun(app, as, second, 'waiting')
  assert.equal(await stateOf(as, third), 'queued')
})

test('cancelling a run that waits for its turn begins no other', async () => {
  const as = await app.given.organization()
  const { id } = await onePerContact(as, 'queue')
  const first = await start(app, as, id, maya)
  await untilRun(app, as, first, 'waiting')
  const [second, third] = [await start(app, as, id, maya), await start(app, as, id, maya)]
  await app.call('cancel-run', { runId: second }, as)
  const { rows } = await app.database.inOrg(as.orgId, (db) =>
    sql<{ due_at: Date | null }>`select due_at from workflow_runs where id = ${third}`.execute(db),
  )
  assert.equal(rows[0]?.due_at, null)
  await app.call('cancel-run', { runId: first }, as)
  await untilRun(app, as, third, 'waiting')
})

test('one run a contact holds for starts by hand: the next one waits, is refused with the run that is under way, or ends the other', async () => {
  const as = await app.given.organization()
  const [queue, skip, newest] = [
    await onePerContact(as, 'queue'),
    await onePerContact(as, 'skip'),
    await onePerContact(as, 'cancel_older'),
  ]
  for (const { id } of [queue, skip, newest]) await untilRun(app, as, await start(app, as, id, maya), 'waiting')
  const waiting = await start(app, as, queue.id, maya)
  const refused = await app.call('execute-workflow', { workflowId: skip.id, input: maya }, as)
  const newer = await start(app, as, newest.id, maya)
  await start(app, as, skip.id, { contact: 'Ben' })
  assert.equal(await stateOf(as, waiting), 'queued')
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.run_id],
    [409, 'run_under_way', (await runsOf(app, as, skip.id))[0]?.id],
  )
  await untilRun(app, as, newer, 'waiting')
  assert.deepEqual(await statesOf(as, newest.id), ['cancelled', 'waiting'])
})

const starts = (workflow: string, more: object = {}) => ({
  ...{ id: 'start', kind: 'workflow', workflow, input: { contact: '{{ trigger.input.contact }}' } },
  ...{ next: { done: 'went', error: 'not' }, ...more },
})
const ends = [
  { id: 'went', kind: 'stop', reason: 'Went' },
  { id: 'not', kind: 'stop', reason: '{{ steps.start.error.code }}' },
]

test('one run a contact holds for what steps start, and a run that would wait for itself goes on by its way for errors', async () => {
  const as = await app.given.organization()
  const [skip, queue] = [await onePerContact(as, 'skip'), await onePerContact(as, 'queue')]
  const first = await start(app, as, queue.id, maya)
  for (const runId of [await start(app, as, skip.id, maya), first]) await untilRun(app, as, runId, 'waiting')
  const [skipping, queueing] = [
    await publish(app, as, { trigger, nodes: [starts(skip.id), ...ends] }),
    await publish(app, as, { trigger, nodes: [starts(queue.id), ...ends] }),
  ]
  assert.equal((await untilRun(app, as, await start(app, as, skipping.id, maya), 'completed')).run.reason, 'run_under_way')
  const parent = await start(app, as, queueing.id, maya)
  await untilRun(app, as, parent, 'waiting')
  assert.deepEqual(await statesOf(as, queue.id), ['waiting', 'queued'])
  await app.call('cancel-run', { runId: first }, as)
  const [, child] = await runsOf(app, as, queue.id)
  await untilRun(app, as, child?.id ?? '', 'waiting')
  await passTime(app, as, child?.id ?? '', 3_600)
  assert.equal((await untilRun(app, as, parent, 'completed')).run.reason, 'Went')

  const self = await onePerContact(as, 'queue', [starts('itself'), ...ends])
  await app.database.inOrg(as.orgId, (db) =>
    sql`update workflow_versions set definition = jsonb_set(definition, '{nodes,0,workflow}', to_jsonb(${self.id}::text))
      where workflow_id = ${self.id}`.execute(db),
  )
  assert.equal((await untilRun(app, as, await start(app, as, self.id, maya), 'completed')).run.reason, 'waits_for_itself')
})

test('a replay keeps to the key of its workflow', async () => {
  const as = await app.given.organization()
  const { id } = await onePerContact(as, 'queue')
  const first = await start(app, as, id, maya)
  await untilRun(app, as, first, 'waiting')
  await app.call('cancel-run', { runId: first }, as)
  // From before runs by hand had a key.
  await app.database.inOrg(as.orgId, (db) =>
    sql`update workflow_runs set concurrency_key = null where id = ${first}`.execute(db),
  )
  await untilRun(app, as, await start(app, as, id, maya), 'waiting')
  const replayed = await app.call('replay-run', { runId: first, version: 'own' }, as)
  assert.equal(replayed.status, 200, JSON.stringify(replayed.body))
  assert.deepEqual(await statesOf(as, id), ['cancelled', 'waiting', 'queued'])
})

test('sub-workflows of a branch that is not needed, and of a run that fails, end with it; who listens hears that they were cancelled', async () => {
  const as = await app.given.organization()
  const child = await publish(app, as, { trigger, nodes: waits })
  const branches = (fast: object) => [
    {
      ...{ id: 'both', kind: 'parallel', branches: [{ id: 'slow' }, { id: 'fast' }], wait_for: 'any' },
      next: { slow: 'start', fast: 'fast', done: 'end' },
    },
    { ...starts(child.id), next: {} },
    { id: 'fast', ...fast },
    { id: 'end', kind: 'wait', for: hour },
  ]
  const dropping = await publish(app, as, { trigger, nodes: branches({ kind: 'wait', for: hour }) })
  const failing = await publish(app, as, {
    trigger,
    nodes: branches({ kind: 'wait', for: hour, next: { done: 'fails' } }).concat([
      { id: 'fails', kind: 'stop', outcome: 'failed', reason: 'No' },
    ] as never),
  })
  const runs = [await start(app, as, dropping.id, maya), await start(app, as, failing.id, maya)]
  await until('both have begun', async () => (await statesOf(as, child.id)).length === 2)
  for (const runId of runs) await untilRun(app, as, runId, 'waiting')
  for (const runId of runs) await passTime(app, as, runId, 3_600)
  await untilRun(app, as, runs[1] ?? '', 'failed')
  await until('nothing of them acts any more', async () =>
    (await statesOf(as, child.id)).every((state) => state === 'cancelled'),
  )
  assert.deepEqual(
    (await runsOf(app, as, child.id)).map(({ reason_code }) => reason_code),
    ['not_awaited', 'not_awaited'],
  )
  const { rows } = await app.database.inOrg(as.orgId, (db) =>
    sql<{ state: string }>`select payload ->> 'state' as state from events
      where org_id = ${as.orgId} and type = 'workflow.run_finished' and payload ->> 'workflow_id' = ${child.id}`.execute(db),
  )
  assert.deepEqual(
    rows.map(({ state }) => state),
    ['cancelled', 'cancelled'],
  )
})
