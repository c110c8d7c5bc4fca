import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectionOptions } from '#db/connect.ts'
import { ownerWithGemini } from '../support/ai.ts'
import { type Someone, startApp, type TestApp } from '../support/app.ts'
import { openMortality } from '../support/mortal-engines.ts'
import { startSandbox } from '../support/sandbox.ts'
import { givenContact, publish, start } from '../support/workflows.ts'

/* A workflow whose worker dies at each of its statements in turn, and before and after each request that leaves: another goes on. */

let vendors: Awaited<ReturnType<typeof startSandbox>>
let app: TestApp
let owner: pg.Client
let mortality: Awaited<ReturnType<typeof openMortality>>
let receiver: Awaited<ReturnType<typeof openReceiver>>
before(async () => {
  vendors = await startSandbox()
  const env = {
    ...{ GEMINI_API_BASE: vendors.address, OPENAI_API_BASE: `${vendors.address}/v1`, OUTGOING_ALLOWED_PRIVATE: '127.0.0.1' },
  }
  app = await startApp({ env, alone: true })
  owner = new pg.Client(connectionOptions(app.target, { application: 'foyer test', role: null }))
  await owner.connect()
  mortality = await openMortality(app, env)
  receiver = await openReceiver()
  await fetch(`${vendors.address}/sandbox/gemini/api/answers`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ contains: 'Rate this', json: { score: 80 }, times: 10_000 }),
  })
})
after(async () => {
  receiver?.close()
  await mortality?.close()
  await owner?.end()
  await app?.stop()
  await vendors?.stop()
})

/**
 * Each statement in turn takes about a second. A crowded machine has no time for all of them: they come in a random order, another one each night. A file
 * that is run by its name has less time than in the night.
 */
const budgetMs = Number(
  process.env.FAILPOINTS_MS ?? Math.min(480_000, Number(process.env.FOYER_TEST_TIMEOUT_MS ?? 480_000) - 120_000),
)

/** Keeps the Idempotency-Key of each request, and answers. */
const openReceiver = async () => {
  const keys: string[] = []
  const server = createServer((request, response) => {
    keys.push(String(request.headers['idempotency-key']))
    request.resume().on('end', () => response.setHeader('content-type', 'application/json').end('{"ok":true}'))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}/x`,
    of: (runId: string) => keys.filter((key) => key.includes(runId)),
    close: () => server.close(),
  }
}

const task = (id: string, next: object = {}, title = id) => ({
  ...{ id, kind: 'action', action: 'add-task', next },
  input: { title: `${title} {{ run.id }}`, contactId: '{{ trigger.input.contact }}' },
})
const input = [{ name: 'contact', label: 'Contact', type: 'text' }]
const trigger = { kind: 'request', input, open_to: 'member' }

/** Steps of each kind. */
const givenAllKinds = async (as: Someone): Promise<string> => {
  const inner = await publish(app, as, { trigger, nodes: [task('inner')] })
  const { id } = await publish(app, as, {
    trigger,
    nodes: [
      { id: 'base', kind: 'set', values: { n: 2 }, next: { done: 'which' } },
      { id: 'which', kind: 'switch', cases: [{ id: 'two', when: 'vars.n == 2' }], next: { two: 'first' } },
      task('first', { done: 'jot' }),
      {
        ...{ id: 'jot', kind: 'action', action: 'add-note', next: { done: 'heard' } },
        input: { kind: 'contact', recordId: '{{ trigger.input.contact }}', body: 'jot {{ run.id }}' },
      },
      {
        ...{ id: 'heard', kind: 'wait', next: { done: 'each_one', timeout: 'each_one' } },
        for: { kind: 'event', event: 'note.added', at_most: { amount: 1, unit: 'days' } },
      },
      { id: 'each_one', kind: 'loop', items: '[1, 2]', next: { each: 'in_loop', done: 'ways' } },
      task('in_loop', {}, 'in_loop {{ index }}'),
      {
        ...{ id: 'ways', kind: 'parallel', branches: [{ id: 'left' }, { id: 'right' }] },
        next: { left: 'on_left', right: 'pause', done: 'send' },
      },
      task('on_left'),
      { id: 'pause', kind: 'wait', for: { kind: 'until', at: 'now + minutes(0)' }, next: { done: 'on_right' } },
      task('on_right'),
      { id: 'send', kind: 'http', method: 'POST', url: receiver.url, body: 'hello', takes_keys: true, next: { done: 'rate' } },
      { id: 'rate', kind: 'ai', prompt: 'Rate this', answer: [{ name: 'score', type: 'whole' }], next: { done: 'ask' } },
      {
        id: 'ask',
        kind: 'person',
        to: { kind: 'role', role: 'admin' },
        heading: 'Score {{ steps.rate.score }}',
        next: { done: 'other' },
      },
      {
        ...{ id: 'other', kind: 'workflow', workflow: inner.id, input: { contact: '{{ trigger.input.contact }}' } },
        next: { done: 'is_done' },
      },
      { id: 'is_done', kind: 'condition', when: "steps.other.state == 'completed'", next: { yes: 'last' } },
      task('last', { done: 'end' }),
      { id: 'end', kind: 'stop', reason: 'Over' },
    ],
  })
  return id
}

interface State {
  readonly state: string
  readonly asked: string | null
}

const stateOf = async (runId: string): Promise<State> => {
  const { rows } = await owner.query<State>(
    `select state, (select id from workflow_waits w where w.run_id = r.id and w.kind = 'person' and w.state = 'open') as asked
     from workflow_runs r where r.id = $1`,
    [runId],
  )
  return rows[0] as State
}

type Mortal = Pick<ReturnType<(typeof mortality)['engine']>, 'isDead' | 'wake'>

/** Until the run has ended, is paused, or its worker is dead; answers for people meanwhile, and says to the worker that there is news. */
const untilOver = async (as: Someone, runId: string, { isDead, wake }: Mortal): Promise<State> => {
  const answered = new Set<string>()
  for (const end = Date.now() + 20_000; ; await sleep(15)) {
    const found = await stateOf(runId)
    if (['completed', 'failed', 'paused'].includes(found.state) || isDead()) return found
    wake()
    if (found.asked !== null && !answered.has(found.asked)) {
      answered.add(found.asked)
      const answer = await app.call('resume-workflow', { runId, stepId: found.asked, choice: 'done', data: {} }, as)
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
    }
    assert.ok(Date.now() < end, `still ${found.state}`)
  }
}

/** Starts a run whose worker dies at a statement, and lets another end it. Answers whether it came to die before the run was over. */
const dieAt = async (as: Someone, workflowId: string, contact: string, at: number) => {
  await owner.query('delete from directory.buckets')
  const runId = await start(app, as, workflowId, { contact })
  const mortal = mortality.engine(at)
  await untilOver(as, runId, mortal)
  const [hasDied, points] = [mortal.isDead(), mortal.passed()]
  await mortal.stop()
  // As if its lease were over.
  await owner.query('update workflow_runs set due_at = now() where org_id = $1 and ended_at is null and lease is not null', [
    as.orgId,
  ])
  const other = mortality.engine()
  const { state } = await untilOver(as, runId, other)
  await other.stop()
  return { runId, hasDied, points, state }
}

test('a worker that dies at any statement of a run of steps of every kind leaves one that goes on, and each thing is done once', {
  timeout: budgetMs + 60_000,
}, async (t) => {
  const as = await ownerWithGemini(app)
  const contact = await givenContact(app, as)
  const id = await givenAllKinds(as)
  const wanted = ['first', 'in_loop 0', 'in_loop 1', 'on_left', 'on_right', 'last']
  const { points } = await dieAt(as, id, contact, Number.POSITIVE_INFINITY)
  const left = Array.from({ length: points }, (_, n) => n + 1)
  const all = left.length
  let runs = 1
  for (const end = Date.now() + budgetMs; left.length > 0 && Date.now() < end; runs++) {
    const [at = 1] = left.splice(Math.floor(Math.random() * left.length), 1)
    const { runId, state } = await dieAt(as, id, contact, at)
    assert.equal(state, 'completed', `a death at ${at}`)
    const { rows } = await owner.query<{ title: string; n: number }>(
      'select title, count(*)::int as n from tasks where org_id = $1 and title like $2 group by title',
      [as.orgId, `%${runId}`],
    )
    const found = new Map(rows.map(({ title, n }) => [title, n]))
    assert.deepEqual(found, new Map(wanted.map((name) => [`${name} ${runId}`, 1])), `a death at ${at}`)
    assert.equal(new Set(receiver.of(runId)).size, 1, `a death at ${at}`)
  }
  const { rows } = await owner.query<{ n: number }>(
    "select count(*)::int as n from tasks where org_id = $1 and title like 'inner %'",
    [as.orgId],
  )
  assert.equal(rows[0]?.n, runs)
  t.diagnostic(`${all - left.length} of ${all} points`)
  assert.ok(all > 60, `only ${all} points`)
})

test('at a receiver without keys a request is sent once, or a person is asked: never twice', { timeout: 60_000 }, async (t) => {
  const as = await app.given.organization()
  const contact = await givenContact(app, as)
  const { id } = await publish(app, as, {
    trigger,
    nodes: [
      { id: 'send', kind: 'http', method: 'POST', url: receiver.url, body: 'hello', next: { done: 'last' } },
      task('last'),
    ],
  })
  const states = new Map<string, number>()
  let at = 1
  for (; ; at++) {
    const { runId, hasDied, state } = await dieAt(as, id, contact, at)
    states.set(state, (states.get(state) ?? 0) + 1)
    assert.ok(receiver.of(runId).length <= 1, `a death at ${at}`)
    if (state !== 'paused') assert.deepEqual([state, receiver.of(runId).length], ['completed', 1], `a death at ${at}`)
    if (!hasDied) break
  }
  t.diagnostic(`${at - 1} points: ${JSON.stringify([...states])}`)
  assert.ok((states.get('paused') ?? 0) >= 2 && (states.get('completed') ?? 0) > 10)
})
