import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'
import { givenContact, passTime, publish, runsOf, showRun, start, untilRun } from '#test/support/workflows.ts'

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

const byRequest = (...names: string[]) => ({
  kind: 'request',
  input: names.map((name) => ({ name, label: name, type: 'text' })),
  open_to: 'member',
})
const task = (id: string, title: string, next: object = {}) => ({
  ...{ id, kind: 'action', action: 'add-task', input: { title, contactId: '{{ trigger.input.contact }}' }, next },
})
const tasksOf = async (as: Someone): Promise<string[]> =>
  ((await app.call('list-tasks', {}, as)).body.tasks as unknown as { title: string }[]).map(({ title }) => title).sort()

test('a run waits for its time, and then goes on', async () => {
  const as = await app.given.organization()
  const { id } = await publish(app, as, {
    trigger: byRequest(),
    nodes: [
      { id: 'pause', kind: 'wait', for: { kind: 'duration', duration: { amount: 30, unit: 'days' } }, next: { done: 'end' } },
      { id: 'end', kind: 'stop', reason: 'Waited' },
    ],
  })
  const runId = await start(app, as, id)
  await untilRun(app, as, runId, 'waiting')
  await passTime(app, as, runId, 29 * 86_400)
  assert.equal((await showRun(app, as, runId)).run.state, 'waiting')
  await passTime(app, as, runId, 86_400)
  assert.equal((await untilRun(app, as, runId, 'completed')).run.reason, 'Waited')
})

const waitsForTask = (more: object) => ({
  id: 'until_won',
  kind: 'wait',
  for: { kind: 'event', event: 'deal.closed', at_most: { amount: 1, unit: 'hours' }, ...more },
  next: { done: 'won', timeout: 'late' },
})
const endings = [
  { id: 'won', kind: 'stop', reason: 'Won {{ steps.until_won.event.subject_id }}' },
  { id: 'late', kind: 'stop', reason: 'Too late' },
]
const givenDeal = async (as: Someone, contactId: string): Promise<string> => {
  const answer = await app.call('create-deal', { name: 'Kitchen', contactId }, as)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return (answer.body.deal as unknown as { id: string }).id
}
const win = async (as: Someone, dealId: string): Promise<void> => {
  const { stages } = (await app.call('show-board', {}, as)).body as unknown as {
    stages: { id: string; outcome?: string; kind?: string }[]
  }
  const won = stages.find((stage) => Object.values(stage).includes('won'))
  const moved = await app.call('move-deal', { dealId, stageId: won?.id }, as)
  assert.equal(moved.status, 200, JSON.stringify({ moved: moved.body, stages }))
}

test('a run waits until an event about its record, hears it also where it came before the wait was stored, and no other', async () => {
  const as = await app.given.organization()
  const contact = await givenContact(app, as)
  const [mine, other] = [await givenDeal(as, contact), await givenDeal(as, contact)]
  const { id } = await publish(app, as, {
    trigger: byRequest('deal'),
    nodes: [waitsForTask({ about: 'trigger.input.deal', where: "event.data.name == 'Kitchen'" }), ...endings],
  })
  const runId = await start(app, as, id, { deal: mine })
  await untilRun(app, as, runId, 'waiting')
  await win(as, other)
  await win(as, mine)
  assert.equal((await untilRun(app, as, runId, 'completed')).run.reason, `Won ${mine}`)

  // It happened after the step before the wait, and before the wait: a run that was stopped meanwhile.
  const third = await givenDeal(as, contact)
  await app.call('stop-workflow', { workflowId: id, on: true }, as)
  const early = await start(app, as, id, { deal: third })
  await until('it is put aside', async () => {
    const rows = await app.database.inOrg(as.orgId, (db) =>
      db.selectFrom('workflow_runs').select('parked_at').where('id', '=', early).execute(),
    )
    return rows[0]?.parked_at !== null
  })
  await win(as, third)
  await app.call('stop-workflow', { workflowId: id, on: false }, as)
  assert.equal((await untilRun(app, as, early, 'completed')).run.reason, `Won ${third}`)
})

test('a wait for an event that does not come goes on by its time-out', async () => {
  const as = await app.given.organization()
  const { id } = await publish(app, as, { trigger: byRequest(), nodes: [waitsForTask({}), ...endings] })
  const runId = await start(app, as, id)
  await untilRun(app, as, runId, 'waiting')
  await until('its past was heard', async () => {
    const { rows } = await app.database.inOrg(as.orgId, (db) =>
      sql<{
        deaf: boolean
      }>`select progress::text like '%isDeaf%' as deaf from workflow_runs where id = ${runId} and lease is null`.execute(db),
    )
    return rows[0]?.deaf === false
  })
  await passTime(app, as, runId, 3_600)
  assert.equal((await untilRun(app, as, runId, 'completed')).run.reason, 'Too late')
})

test('a stopped workflow starts nothing and does nothing; what came meanwhile is done when it goes on', async () => {
  const as = await app.given.organization()
  const contact = await givenContact(app, as)
  const { id } = await publish(app, as, {
    trigger: byRequest('contact'),
    nodes: [
      { id: 'pause', kind: 'wait', for: { kind: 'duration', duration: { amount: 1, unit: 'hours' } }, next: { done: 'call' } },
      task('call', 'Call'),
    ],
  })
  const runId = await start(app, as, id, { contact })
  await untilRun(app, as, runId, 'waiting')
  await app.call('stop-workflow', { workflowId: id, on: true }, as)
  const second = await start(app, as, id, { contact })
  await passTime(app, as, runId, 3_600)
  await new Promise((done) => setTimeout(done, 1_500))
  assert.deepEqual(await tasksOf(as), [])
  await app.call('stop-workflow', { workflowId: id, on: false }, as)
  await untilRun(app, as, runId, 'completed')
  await untilRun(app, as, second, 'waiting')
  assert.deepEqual(await tasksOf(as), ['Call'])
})

test('a step starts another workflow and goes on with what it came to', async () => {
  const as = await app.given.organization()
  const contact = await givenContact(app, as)
  const inner = await publish(app, as, {
    trigger: byRequest('contact', 'word'),
    nodes: [task('call', '{{ trigger.input.word }}', { done: 'keep' }), { id: 'keep', kind: 'set', values: { answer: 42 } }],
  })
  const { id } = await publish(app, as, {
    trigger: byRequest('contact'),
    nodes: [
      {
        ...{ id: 'inner', kind: 'workflow', workflow: inner.id },
        ...{ input: { contact: '{{ trigger.input.contact }}', word: 'Inner' }, next: { done: 'end', error: 'bad' } },
      },
      { id: 'end', kind: 'stop', reason: '{{ steps.inner.vars.answer }}' },
      { id: 'bad', kind: 'stop', outcome: 'failed', reason: '{{ steps.inner.error.message }}' },
    ],
  })
  const { run } = await untilRun(app, as, await start(app, as, id, { contact }), 'completed', 'failed')
  assert.equal(run.reason, '42')
  assert.deepEqual(await tasksOf(as), ['Inner'])
})

test('workflows that start each other in a ring stop, with a notice that names the chain', async () => {
  const as = await app.given.organization()
  const contact = await givenContact(app, as)
  const { id } = await publish(app, as, {
    name: 'Echo',
    trigger: { kind: 'event', event: 'deal.created' },
    nodes: [
      {
        id: 'again',
        kind: 'action',
        action: 'create-deal',
        input: { name: 'Echo', contactId: '{{ trigger.data.contact_id }}' },
      },
    ],
  })
  await givenDeal(as, contact)
  const runs = async () => runsOf(app, as, id)
  await until('the ring is stopped', async () => {
    const { workflows } = (await app.call('list-workflows', {}, as)).body as unknown as { workflows: { state: string }[] }
    return workflows[0]?.state === 'stopped'
  })
  const ended = (await runs()).filter(({ state }) => state === 'completed').length
  assert.ok(ended <= 6, `${ended} runs`)
  const { notices } = (await app.call('list-notices', { limit: 50 }, as)).body as unknown as {
    notices: { kind: string; facts: Record<string, unknown> }[]
  }
  const notice = notices.find(({ kind }) => kind === 'workflow_stopped')
  assert.match(String(notice?.facts.chain), /^(Echo → )+Echo$/)
})
