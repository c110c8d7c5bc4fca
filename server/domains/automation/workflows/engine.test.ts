import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'
import { givenContact, publish, runsOf, showRun, start, untilRun } from '#test/support/workflows.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' } })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app.stop()
})

const request = {
  kind: 'request',
  input: ['topic', 'contact'].map((name) => ({ name, label: name, type: 'text' })),
  open_to: 'member',
}

test('a run goes through its steps, does what they say, and ends', async () => {
  const as = await app.given.organization()
  const { id } = await publish(app, as, {
    trigger: request,
    nodes: [
      { id: 'names', kind: 'set', values: { title: 'Call about {{ trigger.input.topic }}' }, next: { done: 'is_kitchen' } },
      { id: 'is_kitchen', kind: 'condition', when: "trigger.input.topic == 'Kitchen'", next: { yes: 'call', no: 'other' } },
      {
        id: 'call',
        kind: 'action',
        action: 'add-task',
        input: { title: '{{ vars.title }}', contactId: '{{ trigger.input.contact }}' },
        next: { done: 'end' },
      },
      { id: 'end', kind: 'stop', reason: 'Task {{ steps.call.task.id }}' },
      { id: 'other', kind: 'stop', reason: 'Not a kitchen' },
    ],
  })
  const runId = await start(app, as, id, { topic: 'Kitchen', contact: await givenContact(app, as) })
  const { run, steps } = await untilRun(app, as, runId, 'completed', 'failed', 'paused')
  assert.equal(run.state, 'completed', JSON.stringify({ run, steps }))
  assert.deepEqual(
    steps.map(({ node, state, outlet }) => [node, state, outlet]),
    [
      ['names', 'done', 'done'],
      ['is_kitchen', 'done', 'yes'],
      ['call', 'done', 'done'],
      ['end', 'done', null],
    ],
  )
  const tasks = (await app.call('list-tasks', {}, as)).body.tasks as unknown as { id: string; title: string }[]
  assert.deepEqual(
    tasks.map(({ title }) => title),
    ['Call about Kitchen'],
  )
  assert.equal(run.reason, `Task ${tasks[0]?.id}`)
  assert.equal(steps[2]?.effect?.state, 'done')
})

test('an event starts one run of each workflow that wants it', async () => {
  const as = await app.given.organization()
  const key = await app.given.key(as.orgId)
  const wants = await publish(app, as, {
    trigger: { kind: 'event', event: 'lead.received', filter: "trigger.data.source == 'website'" },
    nodes: [{ id: 'note', kind: 'set', values: { who: '{{ trigger.data.name }}' } }],
  })
  const declines = await publish(app, as, {
    trigger: { kind: 'event', event: 'lead.received', filter: "trigger.data.source == 'fair'" },
    nodes: [{ id: 'note', kind: 'set', values: {} }],
  })
  const posted = await app.post({ name: 'Maya', email: 'maya@example.com', source: 'website' }, key.text)
  assert.equal(posted.status, 200)
  await until('the run has ended', async () => (await runsOf(app, as, wants.id)).some(({ state }) => state === 'completed'))
  const [run] = await runsOf(app, as, wants.id)
  assert.deepEqual((await showRun(app, as, run?.id ?? '')).steps[0]?.output, { who: 'Maya' })
  assert.equal((await runsOf(app, as, wants.id)).length, 1)
  assert.equal((await runsOf(app, as, declines.id)).length, 0)
})

test('a step waits for a person, and their answer counts once', async () => {
  const as = await app.given.organization()
  const { id } = await publish(app, as, {
    trigger: request,
    nodes: [
      {
        ...{
          id: 'ask',
          kind: 'person',
          to: { kind: 'role', role: 'member' },
          heading: 'Shall {{ trigger.input.topic }} go out?',
        },
        form: [{ name: 'remark', label: 'Remark', type: 'text' }],
        choices: [
          { id: 'approve', label: 'Approve' },
          { id: 'reject', label: 'Reject' },
        ],
        next: { approve: 'yes', reject: 'no' },
      },
      { id: 'yes', kind: 'stop', reason: 'Approved: {{ steps.ask.remark }}' },
      { id: 'no', kind: 'stop', reason: 'Rejected' },
    ],
  })
  const runId = await start(app, as, id, { topic: 'the offer' })
  const { steps } = await untilRun(app, as, runId, 'waiting')
  assert.equal(steps[0]?.wait?.state, 'open')
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, n) =>
      app.call('resume-workflow', { runId, choice: n % 2 === 0 ? 'approve' : 'reject', data: { remark: `${n}` } }, as),
    ),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.ok(answers.every(({ status, body }) => status === 200 || body.code === 'already_resumed'))
  const { run } = await untilRun(app, as, runId, 'completed')
  assert.match(run.reason ?? '', /^(Approved: \d+|Rejected)$/)
})

test('a loop and a parallel go through each of their bodies', async () => {
  const as = await app.given.organization()
  const { id } = await publish(app, as, {
    trigger: request,
    nodes: [
      { id: 'each_one', kind: 'loop', items: "['a', 'b', 'c']", next: { each: 'keep', done: 'ways' } },
      { id: 'keep', kind: 'set', values: { last: '{{ item }}{{ index }}' } },
      {
        ...{ id: 'ways', kind: 'parallel', branches: [{ id: 'left' }, { id: 'right' }] },
        next: { left: 'on_left', right: 'on_right', done: 'end' },
      },
      {
        id: 'on_left',
        kind: 'action',
        action: 'add-task',
        input: { title: 'Left {{ vars.last }}', contactId: '{{ trigger.input.contact }}' },
      },
      { id: 'on_right', kind: 'wait', for: { kind: 'until', at: 'now' } },
      { id: 'end', kind: 'stop', reason: '{{ vars.last }}' },
    ],
  })
  const { run, steps } = await untilRun(
    app,
    as,
    await start(app, as, id, { contact: await givenContact(app, as) }),
    'completed',
    'failed',
    'paused',
  )
  assert.equal(run.reason, 'c2', JSON.stringify({ run, steps }))
  assert.deepEqual(
    steps.filter(({ node }) => node === 'keep').map(({ path }) => path),
    ['/each_one.0', '/each_one.1', '/each_one.2'],
  )
})
