import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { askStep, beginStep, publishStep } from '#test/support/human-steps.ts'
import { publish, showRun, start, untilRun } from '#test/support/workflows.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' } })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

const anyone = { to: { kind: 'role', role: 'member' } }
const resume = (as: Someone | null, body: object) => app.call('resume-workflow', body, as)
const byKey = async (text: string, body: object) => {
  const answer = await fetch(`${app.url}/gateway`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${text}` },
    body: JSON.stringify({ type: 'resume-workflow', ...body }),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

test('of 64 members who approve and reject at once one counts, and the others learn whose answer it was', async () => {
  const as = await app.given.organization()
  const people = await Promise.all([1, 2, 3, 4].map(() => app.given.person(as.orgId, 'member')))
  const form = [{ name: 'remark', label: 'Remark', type: 'text' }]
  const { runId, stepId } = await askStep(app, as, { ...anyone, form })
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, n) =>
      resume(people[n % 4] as Someone, {
        ...{ runId, stepId, choice: n % 8 < 4 ? 'approve' : 'reject', data: { remark: `${n}` } },
      }),
    ),
  )
  const counted = answers.findIndex(({ status }) => status === 200)
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  const { rows } = await app.database.pool.query('select name from directory.people where id = $1', [
    people[counted % 4]?.personId,
  ])
  for (const [n, { status, body }] of answers.entries()) {
    if (n === counted) continue
    assert.deepEqual([status, body.code], [409, 'already_resumed'])
    assert.ok(JSON.stringify(body).includes(`${rows[0].name} answered this step at 20`), JSON.stringify(body))
  }
  const { run, steps } = await untilRun(app, as, runId, 'completed')
  assert.equal(run.reason, counted % 8 < 4 ? 'approved' : 'rejected')
  assert.deepEqual(steps[0]?.output, { choice: counted % 8 < 4 ? 'approve' : 'reject', remark: `${counted}` })
})

test('the same answer again is 200 and changes nothing, also without the id of the step and after the run has ended', async () => {
  const as = await app.given.organization()
  const { runId, stepId } = await askStep(app, as, anyone)
  const twice = await Promise.all([1, 2, 3, 4].map(() => resume(as, { runId, stepId, choice: 'approve' })))
  assert.deepEqual(
    twice.map(({ status }) => status),
    [200, 200, 200, 200],
  )
  await untilRun(app, as, runId, 'completed')
  assert.deepEqual((await resume(as, { runId, choice: 'approve' })).body.status, 'completed')
  assert.equal((await resume(as, { runId, choice: 'reject' })).body.code, 'already_resumed')
  assert.equal((await resume(as, { runId, choice: 'maybe' })).body.code, 'already_resumed')
})

test('each type of field is checked, and the error names the field', async () => {
  const as = await app.given.organization()
  const choices = [
    { value: 'phone', label: 'Phone' },
    { value: 'mail', label: 'Mail' },
  ]
  const field = (type: string, more: object = {}) => ({ name: `a_${type}`, label: `A ${type}`, type, ...more })
  const form = [
    ...['text', 'long_text', 'number', 'money', 'date', 'tick', 'email', 'phone'].map((type) => field(type)),
    ...[field('choice', { choices, required: true }), field('several', { choices })],
  ]
  const { runId, stepId } = await askStep(app, as, { ...anyone, form })
  const good = {
    ...{ a_text: ' Hello ', a_long_text: 'a\nb', a_number: 1.5, a_money: { amount_minor: 1200, currency: 'EUR' } },
    ...{ a_date: '2028-02-29', a_tick: false, a_email: 'maya@client.example', a_phone: '+49 30 1', a_choice: 'mail' },
    a_several: ['phone', 'mail'],
  }
  const bad: Record<string, unknown[]> = {
    a_text: [7, {}, 'x'.repeat(1_001)],
    a_number: ['7', Number.NaN, true],
    a_money: [12, { amount_minor: 1.5, currency: 'EUR' }, { amount_minor: 1, currency: 'euro' }, { amount_minor: 1 }],
    a_date: ['2027-02-29', 'tomorrow', 20270301],
    a_tick: ['yes', 1],
    a_email: ['maya', 'a@b@c'],
    a_choice: ['post', ['mail'], null, ''],
    a_several: ['phone', ['post'], [['phone']]],
  }
  for (const [name, values] of Object.entries(bad))
    for (const value of values) {
      if (Number.isNaN(value)) continue
      const { status, body } = await resume(as, { runId, stepId, choice: 'approve', data: { ...good, [name]: value } })
      assert.deepEqual([status, body.field], [400, `data.${name}`], `${name} ${JSON.stringify(value)}`)
    }
  for (const choice of [undefined, 'maybe', 'timeout'])
    assert.equal((await resume(as, { runId, stepId, choice, data: good })).body.field, 'choice')
  assert.equal((await resume(as, { runId, stepId, choice: 'approve', data: { ...good, other: 'left out' } })).status, 200)
  const { steps } = await untilRun(app, as, runId, 'completed')
  assert.deepEqual(steps[0]?.output, { ...good, a_text: 'Hello', choice: 'approve' })
})

test('an answer and the time-out in one instant: one of both counts, and the answer says which', async () => {
  const as = await app.given.organization()
  const { id } = await publishStep(app, as, { ...anyone, at_most: { amount: 1, unit: 'hours' } })
  const steps = await Promise.all(Array.from({ length: 20 }, () => beginStep(app, as, id)))
  await Promise.all(
    steps.map(async ({ runId, stepId }, n) => {
      const over = app.database.inOrg(as.orgId, (db) =>
        sql`update workflow_runs set due_at = now(), progress = jsonb_set(progress, '{threads,0,dueAt}', to_jsonb(now()))
          where org_id = ${as.orgId} and id = ${runId}`.execute(db),
      )
      await new Promise((done) => setTimeout(done, n * 3))
      const { status, body } = await resume(as, { runId, stepId, choice: 'approve' })
      await over
      const { run } = await untilRun(app, as, runId, 'completed', 'failed')
      if (status === 200) assert.equal(run.reason, 'approved')
      else assert.deepEqual([body.code, run.reason], ['wait_ended', 'late'])
      const again = await resume(as, { runId, stepId, choice: 'approve' })
      assert.equal(again.status, status)
    }),
  )
})

test('before the step opens there is nothing to answer, and after a cancel neither', async () => {
  const as = await app.given.organization()
  const { id } = await publish(app, as, {
    trigger: { kind: 'request', open_to: 'member' },
    nodes: [
      { id: 'first', kind: 'wait', for: { kind: 'duration', duration: { amount: 1, unit: 'days' } }, next: { done: 'ask' } },
      { id: 'ask', kind: 'person', ...anyone, heading: 'Go?' },
    ],
  })
  const early = await start(app, as, id)
  const other = await askStep(app, as, anyone)
  assert.equal((await resume(as, { runId: early, stepId: other.stepId, choice: 'approve' })).body.code, 'step_not_found')
  assert.equal((await resume(as, { runId: other.runId, stepId: early, choice: 'approve' })).status, 404)
  await untilRun(app, as, early, 'waiting')
  const { steps } = await showRun(app, as, early)
  const member = await app.given.person(as.orgId, 'member')
  const waitId = steps[0]?.wait?.id
  assert.equal((await resume(member, { runId: early, stepId: waitId })).status, 403, 'a wait for a time is ended by admins')
  assert.equal((await resume(as, { runId: early, stepId: waitId })).status, 200)
  const race = await Promise.all([
    app.call('cancel-run', { runId: other.runId }, as),
    ...[1, 2, 3, 4].map(() => resume(as, { runId: other.runId, stepId: other.stepId, choice: 'approve' })),
  ])
  const { run } = await untilRun(app, as, other.runId, 'cancelled', 'completed')
  const codes = new Set<unknown>(race.slice(1).map(({ status, body }) => (status === 200 ? 200 : body.code)))
  assert.equal(codes.size, 1, JSON.stringify([...codes]))
  assert.ok(codes.has(200) || codes.has('run_ended'))
  if (run.state === 'completed') assert.ok(codes.has(200))
  const ended = await askStep(app, as, anyone)
  await app.call('cancel-run', { runId: ended.runId }, as)
  for (const stepId of [ended.stepId, undefined])
    assert.equal((await resume(as, { runId: ended.runId, stepId, choice: 'approve' })).body.code, 'run_ended')
})

test('another organization, its token and its keys find nothing; a key needs the scope, and is named as who answered', async () => {
  const as = await app.given.organization()
  const foreign = await app.given.organization()
  const { runId, stepId } = await askStep(app, as, anyone)
  assert.equal((await resume(foreign, { runId, stepId, choice: 'approve' })).body.code, 'run_not_found')
  const theirs = await askStep(app, foreign, anyone)
  assert.equal((await resume(as, { runId, stepId: theirs.stepId, choice: 'approve' })).body.code, 'step_not_found')
  assert.equal((await app.call('show-human-step', { stepId }, foreign)).status, 404)
  assert.equal((await resume(null, { runId, stepId, choice: 'approve' })).status, 401)
  const key = (orgId: string, scopes: string[]) => app.given.key(orgId, { scopes })
  const body = { runId, stepId, choice: 'approve' }
  assert.equal((await byKey((await key(foreign.orgId, ['workflows:write'])).text, body)).status, 404)
  assert.equal((await byKey((await key(as.orgId, ['workflows:read', 'leads:write'])).text, body)).status, 403)
  assert.equal((await byKey((await key(as.orgId, ['workflows:write'])).text, body)).status, 200)
  const late = await resume(as, { ...body, choice: 'reject' })
  assert.match(JSON.stringify(late.body), /Test answered this step/)
})

test('a run that is paused or stopped takes the answer, and goes on with it later', async () => {
  const as = await app.given.organization()
  const { runId, workflowId } = await askStep(app, as, anyone)
  assert.equal((await app.call('stop-workflow', { workflowId, on: true }, as)).status, 200)
  assert.equal((await resume(as, { runId, choice: 'approve' })).status, 200)
  await new Promise((done) => setTimeout(done, 300))
  assert.notEqual((await showRun(app, as, runId)).run.state, 'completed')
  await app.call('stop-workflow', { workflowId, on: false }, as)
  assert.equal((await untilRun(app, as, runId, 'completed')).run.reason, 'approved')
})
