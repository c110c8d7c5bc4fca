import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { connectionOptions } from '#db/connect.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { givenContact, publish, start, untilRun } from '#test/support/workflows.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on', OUTGOING_ALLOWED_PRIVATE: '127.0.0.1' } })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

interface Trial {
  readonly state: string
  readonly input: unknown
  readonly output: unknown
  readonly outlet: string | null
  readonly error: { readonly code: string } | null
  readonly source: string | null
  readonly run_id: string | null
  readonly values: {
    readonly trigger: { readonly data?: { readonly name?: string } }
    readonly item: unknown
    readonly index: number | null
  }
  readonly sources: { readonly trigger: string; readonly steps: Readonly<Record<string, string>> }
}

const ask = async <Body>(type: string, body: object, as: Someone, status = 200): Promise<Body> => {
  const answer = await app.call(type, body, as)
  assert.equal(answer.status, status, JSON.stringify(answer.body))
  return answer.body as never
}

const onLeads = (nodes: readonly object[]) => ({
  ...{ foyer_workflow: 1, name: 'Welcome', first: (nodes[0] as { id: string }).id, nodes },
  trigger: { kind: 'event', event: 'lead.received' },
})

const given = async (definition: object) => {
  const as = await app.given.organization()
  const { workflow } = await ask<{ workflow: { id: string } }>('create-workflow', { name: 'Welcome', definition }, as)
  const tried = async (node: string, more: object = {}): Promise<Trial> =>
    (await ask<{ trial: Trial }>('try-workflow-step', { workflowId: workflow.id, node, ...more }, as)).trial
  return { as, workflowId: workflow.id, tried }
}

const isHot = { id: 'is_hot', kind: 'condition', when: "trigger.data.source == 'fair'", next: { yes: 'call' } }
const call = {
  ...{ id: 'call', kind: 'action', action: 'add-task' },
  input: { title: "Call {{ default(trigger.data.name, 'them') }}", contactId: '{{ trigger.data.contact_id }}' },
}

/** All rows of what a run, or an action, would write. */
const written = async (): Promise<string> => {
  const owner = new pg.Client(connectionOptions(app.target, { application: 'foyer test', role: null }))
  await owner.connect()
  try {
    const { rows } = await owner.query<{ n: string }>(
      `select (select count(*) from workflow_runs) || ' ' || (select count(*) from workflow_effects) || ' ' || (select count(*) from tasks)
        || ' ' || (select count(*) from events) || ' ' || (select count(*) from audit) as n`,
    )
    return rows[0]?.n ?? ''
  } finally {
    await owner.end()
  }
}

test('a step is tried with the values that are given, and by which way it goes on', async () => {
  const { tried } = await given(onLeads([isHot, call]))
  const lead = (source: string) => ({
    given: { trigger: { kind: 'event', type: 'lead.received', data: { source, name: 'Maya' } } },
  })
  const hot = await tried('is_hot', lead('fair'))
  assert.deepEqual([hot.state, hot.outlet, hot.sources.trigger, hot.run_id], ['done', 'yes', 'given', null])
  assert.equal((await tried('is_hot', lead('web'))).outlet, 'no')
})

test('without given values it stands on the newest event, and before there is one on an example', async () => {
  const { as, tried } = await given(onLeads([isHot, call]))
  assert.equal((await tried('is_hot')).sources.trigger, 'example')
  await givenContact(app, as, 'Nils')
  const trial = await tried('call')
  assert.equal(trial.sources.trigger, 'recorded')
  assert.equal(trial.values.trigger.data?.name, 'Nils')
  assert.equal((trial.input as { title: string }).title, 'Call Nils')
  assert.deepEqual([trial.state, trial.source, trial.outlet], ['done', 'example', 'done'])
})

test('the values of the last run that came to the step are taken, those of its iteration too', async () => {
  const as = await app.given.organization()
  const contact = await givenContact(app, as)
  const { id } = await publish(app, as, {
    trigger: { kind: 'request', input: [{ name: 'contact', label: 'Contact', type: 'text' }], open_to: 'member' },
    nodes: [
      { id: 'base', kind: 'set', values: { greeting: 'Hello' }, next: { done: 'each_one' } },
      { id: 'each_one', kind: 'loop', items: "['one', 'two']", next: { each: 'note' } },
      {
        ...{ id: 'note', kind: 'action', action: 'add-task' },
        input: { title: '{{ vars.greeting }} {{ item }}', contactId: '{{ trigger.input.contact }}' },
      },
    ],
  })
  const runId = await start(app, as, id, { contact })
  await untilRun(app, as, runId, 'completed')
  const { trial } = await ask<{ trial: Trial }>('try-workflow-step', { workflowId: id, node: 'note' }, as)
  assert.deepEqual([trial.run_id, trial.sources.trigger, trial.source], [runId, 'run', 'real'])
  assert.deepEqual([trial.values.item, trial.values.index], ['two', 1])
  assert.equal((trial.input as { title: string }).title, 'Hello two')
  const other = { workflowId: id, node: 'note', given: { vars: { greeting: 'Bye' }, item: 'three', index: 7 } }
  const changed = (await ask<{ trial: Trial }>('try-workflow-step', other, as)).trial
  assert.equal((changed.input as { title: string }).title, 'Bye three')
  assert.deepEqual([changed.values.item, changed.values.index], ['three', 7])
  await ask('try-workflow-step', { workflowId: id, node: 'note', runId: id }, as, 404)
})

test('nothing leaves and nothing is written, whatever the kind of the step', async () => {
  let requests = 0
  const receiver = createServer((_, response) => {
    requests += 1
    response.end()
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  const { port } = receiver.address() as { port: number }
  const { as, tried } = await given(
    onLeads([
      {
        id: 'look',
        kind: 'action',
        action: 'show-contact',
        input: { contactId: '{{ trigger.data.contact_id }}' },
        next: { done: 'call' },
      },
      { ...call, next: { done: 'send' } },
      {
        id: 'send',
        kind: 'http',
        method: 'POST',
        url: `{{ 'http' }}://127.0.0.1:${port}/x`,
        body: 'hello',
        next: { done: 'score' },
      },
      {
        ...{ id: 'score', kind: 'ai', prompt: 'Score it', next: { done: 'approve' } },
        answer: [{ name: 'score', type: 'whole' }],
      },
      {
        ...{ id: 'approve', kind: 'person', to: { kind: 'role', role: 'admin' }, heading: 'Score {{ steps.score.score }}' },
        next: { done: 'ways' },
      },
      { id: 'ways', kind: 'parallel', branches: [{ id: 'left' }, { id: 'right' }], next: { left: 'rest', done: 'end' } },
      { id: 'rest', kind: 'wait', for: { kind: 'duration', duration: { amount: 9, unit: 'days' } }, next: { done: 'paid' } },
      {
        ...{ id: 'paid', kind: 'wait' },
        for: { kind: 'event', event: 'lead.received', about: 'trigger.data.contact_id', at_most: { amount: 1, unit: 'days' } },
      },
      { id: 'end', kind: 'stop', reason: 'Over for {{ steps.look.contact.full_name }}' },
    ]),
  )
  try {
    await givenContact(app, as, 'Maya')
    const before = await written()
    const trials = new Map<string, Trial>()
    for (const node of ['look', 'call', 'send', 'score', 'approve', 'ways', 'rest', 'paid', 'end'])
      trials.set(node, await tried(node))
    assert.equal(await written(), before)
    assert.equal(requests, 0)
    assert.equal(trials.get('look')?.source, 'today')
    assert.match(JSON.stringify(trials.get('look')?.output), /"full_name":"Maya"/)
    assert.deepEqual([trials.get('send')?.source, trials.get('send')?.outlet], ['example', 'done'])
    assert.match(JSON.stringify(trials.get('approve')?.input), /"heading":"Score 1"/)
    assert.deepEqual([trials.get('approve')?.source, trials.get('approve')?.outlet], ['chosen', 'done'])
    assert.equal((await tried('approve', { choice: 'timeout' })).outlet, 'timeout')
    assert.equal(trials.get('rest')?.state, 'waiting')
    assert.match(JSON.stringify(trials.get('paid')?.input), /"event":"lead.received"/)
    assert.equal(trials.get('end')?.output, 'Over for Maya')
  } finally {
    receiver.close()
  }
})

test('of a draft that is not finished a finished step is tried, and an unfinished one says what it lacks', async () => {
  const { as, workflowId, tried } = await given(onLeads([isHot, call]))
  const definition = onLeads([isHot, { id: 'call', kind: 'action' }])
  assert.equal((await tried('is_hot', { definition })).state, 'done')
  const answer = await ask<{ code: string }>('try-workflow-step', { workflowId, node: 'call', definition }, as, 400)
  assert.equal(answer.code, 'workflow_has_troubles')
  await ask('try-workflow-step', { workflowId, node: 'nobody' }, as, 400)
  await ask('try-workflow-step', { workflowId, node: 'call', version: 9 }, as, 404)
  const stranger = await app.given.organization()
  await ask('try-workflow-step', { workflowId, node: 'is_hot' }, stranger, 404)
})

test('a step that would be refused says so, and goes on by its outlet for errors', async () => {
  const wrong = { ...call, input: { ...call.input, contactId: '{{ trigger.data.name }}' }, next: { error: 'end' } }
  const { as, tried } = await given(onLeads([wrong, { id: 'end', kind: 'stop', reason: '{{ steps.call.error.code }}' }]))
  await givenContact(app, as, 'Maya')
  const trial = await tried('call')
  assert.deepEqual([trial.state, trial.outlet, trial.error?.code], ['failed', 'error', 'bad_request'])
  assert.equal((await tried('end')).output, 'bad_request')
})

test('a key reads by its own scopes alone: no action is asked for it', async () => {
  const { as, workflowId } = await given(
    onLeads([{ id: 'look', kind: 'action', action: 'show-contact', input: { contactId: '{{ trigger.data.contact_id }}' } }]),
  )
  await givenContact(app, as, 'Maya')
  const key = await app.given.key(as.orgId, { scopes: ['workflows:read'] })
  const { draft } = await ask<{ draft: { id: string } }>('show-workflow', { workflowId }, as)
  const body = { workflowId, node: 'look', draftId: draft.id }
  assert.equal((await ask<{ trial: Trial }>('try-workflow-step', body, as)).trial.source, 'today')
  assert.equal((await ask<{ trial: Trial }>('try-workflow-step', body, { ...as, token: key.text })).trial.source, 'example')
})
