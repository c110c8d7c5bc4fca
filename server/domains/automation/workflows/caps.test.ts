import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { BadConfig, readConfig } from '#config'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'
import { givenContact, publish, runsOf, start, untilRun } from '#test/support/workflows.ts'

/* The caps of workflows are the operator's. */

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({
    alone: true,
    env: {
      ...{
        SANDBOX: 'on',
        WORKFLOW_MAX_NODES: '4',
        WORKFLOW_MAX_BYTES: '4096',
        WORKFLOW_MAX_STEPS: '5',
        WORKFLOW_MAX_ITEMS: '3',
      },
      ...{
        WORKFLOW_MAX_BRANCHES: '2',
        WORKFLOW_MAX_OUTPUT_BYTES: '1024',
        WORKFLOW_MAX_DEPTH: '1',
        WORKFLOW_MAX_RUNS_PER_MONTH: '8',
      },
    },
  })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

const whole = (nodes: readonly { id: string }[]) => ({
  ...{ foyer_workflow: 1, name: 'Small', trigger: { kind: 'request' }, first: nodes[0]?.id ?? null, nodes },
})
const stop = (id: string, more: object = {}) => ({ id, kind: 'stop', ...more })
const checked = async (nodes: readonly { id: string }[]) => app.call('check-workflow', { definition: whole(nodes) })
const fieldsOf = (answer: { body: Record<string, unknown> }) =>
  (answer.body.troubles as { field: string; level: string }[])
    .filter(({ level }) => level === 'error')
    .map(({ field }) => field)

test('a workflow beyond the caps of the operator is refused when it is saved or published, with the field', async () => {
  const many = await checked([1, 2, 3, 4, 5].map((n) => stop(`s${n}`)))
  assert.deepEqual([many.status, many.body.code, many.body.field], [400, 'workflow_malformed', 'definition.nodes'])
  const large = await checked([
    stop('a', { reason: 'x'.repeat(900) }),
    ...['b', 'c', 'd'].map((id) => stop(id, { title: 'y'.repeat(119) })),
  ])
  assert.equal(large.status, 200)
  const larger = await checked([{ id: 'a', kind: 'set', values: { text: 'x'.repeat(5_000) } } as never])
  assert.deepEqual([larger.status, larger.body.code], [400, 'workflow_too_large'])
  const loop = { id: 'a', kind: 'loop', items: '[1]', most: 4, next: { each: 'b' } }
  assert.deepEqual(fieldsOf(await checked([loop, stop('b')])), ['most'])
  assert.deepEqual(fieldsOf(await checked([{ ...loop, most: 3 } as never, stop('b')])), [])
  const ways = { id: 'a', kind: 'parallel', branches: [{ id: 'x' }, { id: 'y' }, { id: 'z' }], next: { x: 'b' } }
  assert.deepEqual(fieldsOf(await checked([ways, stop('b')])), ['branches'])
})

const givenRun = async (as: Someone, nodes: readonly object[]) => {
  const { id } = await publish(app, as, { trigger: { kind: 'request', open_to: 'member' }, nodes })
  const shown = await untilRun(app, as, await start(app, as, id), 'completed', 'failed')
  return [shown.run.state, shown.run.reason_code]
}

test('a run that comes to more fails with the name of the cap', async () => {
  const as = await app.given.organization()
  const loop = { id: 'a', kind: 'loop', items: '[1, 2, 3, 4, 5, 6]', next: { each: 'b' } }
  const set = { id: 'b', kind: 'set', values: { n: '{{ item }}' } }
  assert.deepEqual(await givenRun(as, [loop, set]), ['failed', 'too_many_steps'])
  assert.deepEqual(await givenRun(as, [{ ...loop, items: '[1, 2]' }, set]), ['completed', null])
  assert.deepEqual(await givenRun(as, [{ id: 'a', kind: 'set', values: { n: 'x'.repeat(2_000) } }]), [
    'failed',
    'output_too_large',
  ])
})

test('a loop with more items than it takes fails by name, and leaves out the rest only where its author said so', async () => {
  const as = await app.given.organization()
  const loop = { id: 'a', kind: 'loop', items: "split('1,2,3', ',')", most: 2, next: { each: 'b' } }
  const nodes = [loop, { id: 'b', kind: 'set', values: { n: '{{ item }}' } }]
  const { id } = await publish(app, as, { trigger: { kind: 'request' }, nodes })
  const { run, steps } = await untilRun(app, as, await start(app, as, id), 'failed')
  assert.equal(run.reason_code, 'too_many_items')
  assert.match(run.reason ?? '', /3 items, and the loop takes 2 at most/)
  assert.deepEqual(
    steps.map(({ node, state }) => [node, state]),
    [['a', 'failed']],
  )
  const ticked = await publish(app, as, {
    trigger: { kind: 'request' },
    nodes: [{ ...loop, leave_out: true }, nodes[1] as object],
  })
  const shown = await untilRun(app, as, await start(app, as, ticked.id), 'completed')
  assert.deepEqual(shown.steps[0]?.output, { count: 2, left_out: 1 })
  assert.equal(shown.steps.length, 3)
})

test('beyond the runs of a month a start gets 429, and what events bring stops the workflow and is kept', async () => {
  const as = await app.given.organization()
  const { id } = await publish(app, as, { trigger: { kind: 'request', open_to: 'member' }, nodes: [stop('a')] })
  const onLead = await publish(app, as, { trigger: { kind: 'event', event: 'lead.received' }, nodes: [stop('a')] })
  for (let n = 0; n < 8; n++) await start(app, as, id)
  const ninth = await app.call('execute-workflow', { workflowId: id, input: {} }, as)
  assert.deepEqual([ninth.status, ninth.body.code], [429, 'too_many_runs_this_month'])
  await givenContact(app, as)
  await until('the workflow has stopped itself', async () => {
    const { workflow } = (await app.call('show-workflow', { workflowId: onLead.id }, as)).body as unknown as {
      workflow: { state: string }
    }
    return workflow.state === 'stopped'
  })
  const [kept] = await runsOf(app, as, onLead.id)
  assert.ok(kept && !['completed', 'failed', 'cancelled'].includes(kept.state), JSON.stringify(kept))
})

test('caps that make no sense stop the start, and are named', () => {
  const wrong = (env: Record<string, string>) => assert.throws(() => readConfig({ PORT: '0', ...env }), BadConfig)
  for (const env of [{ WORKFLOW_MAX_NODES: '0' }, { WORKFLOW_MAX_STEPS: 'many' }, { WORKFLOW_MAX_DEPTH: '99' }]) wrong(env)
  assert.throws(
    () => readConfig({ WORKFLOW_MAX_RUN_BYTES: '2048' }),
    /WORKFLOW_MAX_RUN_BYTES: must be at least WORKFLOW_MAX_OUTPUT_BYTES/,
  )
  assert.equal(readConfig({}).WORKFLOW_MAX_NODES, 200)
})
