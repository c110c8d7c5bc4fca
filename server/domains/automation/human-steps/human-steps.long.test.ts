import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { askAboutDeal, askStep, beginStep, mailsTo, publishStep, tokenTo } from '#test/support/human-steps.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { until } from '#test/support/until.ts'
import { givenContact, publish, start, untilRun } from '#test/support/workflows.ts'
import { remindHumanSteps } from './remind-human-steps.ts'

const env = { SANDBOX: 'on' }
let app: TestApp
let worker: { stop(): Promise<void> }
let jobs: Awaited<ReturnType<typeof openJobContext>>
before(async () => {
  app = await startApp({ env })
  worker = await app.startWorker()
  jobs = await openJobContext(app, env)
})
after(async () => {
  await jobs?.close()
  await worker?.stop()
  await app?.stop()
})

const emailOf = async ({ personId }: Someone): Promise<string> => {
  const { rows } = await app.database.pool.query('select email from directory.people where id = $1', [personId])
  return rows[0].email
}
const noticesOf = async (as: Someone, stepId: string) =>
  (
    (await app.call('list-notices', { limit: 50 }, as)).body.notices as unknown as {
      kind: string
      subject_id: string
      facts: object
    }[]
  ).filter(({ kind, subject_id }) => kind === 'human_step_waiting' && subject_id === stepId)
const mine = async (as: Someone): Promise<string[]> =>
  ((await app.call('list-human-steps', { limit: 50 }, as)).body.steps as unknown as { id: string }[]).map(({ id }) => id)
const show = async (as: Someone, stepId: string) =>
  (await app.call('show-human-step', { stepId }, as)).body.step as unknown as {
    person: { id: string } | null
    role: string | null
    client: string | null
    state: string
    answered_by: string | null
    answer: object | null
    reminded_at: string | null
    escalated_at: string | null
    about: { kind: string; id: string; name: string | null } | null
  }
const set = (as: Someone, stepId: string, what: ReturnType<typeof sql>) =>
  app.database.inOrg(as.orgId, (db) => sql`update workflow_waits set ${what} where id = ${stepId}`.execute(db))

test('the member who is asked gets a notice and an email, and colleagues get neither', async () => {
  const as = await app.given.organization()
  const [asked, colleague] = await Promise.all([app.given.person(as.orgId, 'member'), app.given.person(as.orgId, 'member')])
  const { runId, stepId } = await askStep(app, as, { to: { kind: 'person', person: asked.personId } })
  const [mail] = await mailsTo(app, await emailOf(asked), 1)
  assert.match(mail?.subject ?? '', /^To do: Shall the offer go out\?/)
  assert.match(mail?.text ?? '', new RegExp(`/to-do/${stepId}`))
  assert.equal((await noticesOf(asked, stepId)).length, 1)
  assert.equal((await noticesOf(colleague, stepId)).length, 0)
  assert.deepEqual([await mine(asked), await mine(colleague), await mine(as)], [[stepId], [], []])
  assert.equal((await app.call('show-human-step', { stepId }, colleague)).status, 403)
  assert.equal((await app.call('resume-workflow', { runId, stepId, choice: 'approve' }, colleague)).status, 403)
  assert.equal((await app.call('list-human-steps', { whose: 'all' }, colleague)).status, 403)
  const all = (await app.call('list-human-steps', { whose: 'all' }, as)).body
  assert.equal(all.open, 1)
  assert.equal((await app.call('resume-workflow', { runId, choice: 'approve' }, asked)).status, 200)
  assert.equal((await untilRun(app, as, runId, 'completed')).run.reason, 'approved')
  assert.equal((await noticesOf(asked, stepId)).length, 0)
  assert.deepEqual(await mine(asked), [])
})

test('a step for a role is for all of it and above, and one page follows another', async () => {
  const as = await app.given.organization()
  const [member, admin] = await Promise.all([app.given.person(as.orgId, 'member'), app.given.person(as.orgId, 'admin')])
  const { id } = await publishStep(app, as, { to: { kind: 'role', role: 'admin' } })
  const ids: string[] = []
  for (let n = 0; n < 3; n++) ids.push((await beginStep(app, as, id)).stepId)
  assert.deepEqual([await mine(member), await mine(admin)], [[], ids])
  const first = (await app.call('list-human-steps', { limit: 2 }, admin)).body
  const second = (await app.call('list-human-steps', { limit: 2, cursor: first.next_cursor }, admin)).body
  const idsOf = (body: unknown) => (body as { steps: { id: string }[] }).steps.map((step) => step.id)
  assert.deepEqual([...idsOf(first), ...idsOf(second)], ids)
  assert.equal(second.next_cursor, null)
  await mailsTo(app, await emailOf(admin), 3)
})

test('the owner of a deal is asked as of the moment in which the step opens; without one, the admins are', async () => {
  const as = await app.given.organization()
  const seller = await app.given.person(as.orgId, 'member')
  const contactId = await givenContact(app, as)
  const { deal } = (await app.call('create-deal', { contactId, name: 'Roof' }, as)).body as unknown as { deal: { id: string } }
  const to = { kind: 'deal_owner', deal: 'trigger.subject.id' }
  assert.equal((await app.call('assign-deal', { dealId: deal.id, userId: seller.personId }, as)).status, 200)
  const owned = await askAboutDeal(app, as, { to }, deal.id)
  const step = await show(as, owned.stepId)
  assert.equal(step.person?.id, seller.personId)
  assert.deepEqual(step.about, { kind: 'deal', id: deal.id, name: 'Roof' })
  assert.equal((await app.call('assign-deal', { dealId: deal.id, userId: null }, as)).status, 200)
  const orphan = await askAboutDeal(app, as, { to }, deal.id)
  assert.deepEqual([(await show(as, orphan.stepId)).role, (await show(as, orphan.stepId)).person], ['admin', null])
})

test('open steps of a member who leaves go to the admins, and so do those that would ask them later', async () => {
  const as = await app.given.organization()
  const leaver = await app.given.person(as.orgId, 'member')
  const { id } = await publishStep(app, as, { to: { kind: 'person', person: leaver.personId } })
  const open = await beginStep(app, as, id)
  await mailsTo(app, await emailOf(leaver), 1)
  assert.equal((await app.call('remove-member', { userId: leaver.personId }, as)).status, 200)
  await until('the step is the admins’', async () => (await show(as, open.stepId)).role === 'admin')
  const later = await beginStep(app, as, id)
  assert.equal((await show(as, later.stepId)).role, 'admin')
  const mails = await mailsTo(app, await emailOf(as), 2)
  assert.ok(mails.some(({ text }) => text.includes('has left')))
  await until('the notice', async () => (await noticesOf(as, open.stepId)).length === 1)
  assert.equal((await app.call('resume-workflow', { runId: open.runId, choice: 'reject' }, as)).status, 200)
})

test('a step is reminded of once and escalated once, however many workers look', async () => {
  const as = await app.given.organization()
  const [first, second] = await Promise.all([app.given.person(as.orgId, 'member'), app.given.person(as.orgId, 'member')])
  const { runId, stepId } = await askStep(app, as, {
    to: { kind: 'person', person: first.personId },
    remind_after: { amount: 1, unit: 'days' },
    escalate: { after: { amount: 2, unit: 'days' }, to: { kind: 'person', person: second.personId } },
  })
  await mailsTo(app, await emailOf(first), 1)
  const look = () => Promise.all([1, 2, 3].map(() => remindHumanSteps.run({}, jobs.context)))
  await look()
  assert.equal((await show(as, stepId)).reminded_at, null)
  await set(as, stepId, sql`remind_at = now()`)
  await look()
  await look()
  const reminded = await mailsTo(app, await emailOf(first), 2)
  assert.equal(reminded.filter(({ subject }) => subject.startsWith('Reminder: ')).length, 1)
  assert.notEqual((await show(as, stepId)).reminded_at, null)
  await set(as, stepId, sql`escalate_at = now()`)
  await look()
  await look()
  const step = await show(as, stepId)
  assert.equal(step.person?.id, second.personId)
  assert.notEqual(step.escalated_at, null)
  assert.equal((await mailsTo(app, await emailOf(second), 1)).length, 1)
  assert.equal((await mailsTo(app, await emailOf(first), 2)).length, 2)
  assert.deepEqual([(await noticesOf(first, stepId)).length, (await noticesOf(second, stepId)).length], [0, 1])
  assert.equal((await app.call('resume-workflow', { runId, choice: 'approve' }, first)).status, 403)
  assert.equal((await app.call('resume-workflow', { runId, choice: 'approve' }, second)).status, 200)
})

test('a member who is asked delegates a step to a colleague, and the colleague answers it', async () => {
  const as = await app.given.organization()
  const [first, second] = await Promise.all([app.given.person(as.orgId, 'member'), app.given.person(as.orgId, 'member')])
  const { runId, stepId } = await askStep(app, as, { to: { kind: 'person', person: first.personId } })
  const delegate = (to: Someone, by: Someone) => app.call('delegate-human-step', { stepId, personId: to.personId }, by)
  assert.equal((await delegate(second, second)).status, 403)
  assert.equal((await delegate(await app.given.organization(), first)).body.code, 'member_not_found')
  assert.equal((await delegate(second, first)).status, 200)
  assert.equal((await delegate(second, as)).status, 200)
  assert.deepEqual([await mine(first), await mine(second)], [[], [stepId]])
  assert.match((await mailsTo(app, await emailOf(second), 1))[0]?.text ?? '', /delegated/)
  assert.equal((await app.call('resume-workflow', { runId, choice: 'reject' }, second)).status, 200)
  assert.equal((await untilRun(app, as, runId, 'completed')).run.reason, 'rejected')
  assert.equal((await delegate(first, as)).body.code, 'already_resumed')
  assert.equal(
    (await app.call('delegate-human-step', { stepId, personId: first.personId }, await app.given.organization())).status,
    404,
  )
})

test('a branch that is not needed any more asks no longer', async () => {
  const as = await app.given.organization()
  const { id } = await publish(app, as, {
    trigger: { kind: 'request', open_to: 'member' },
    nodes: [
      {
        ...{ id: 'ways', kind: 'parallel', branches: [{ id: 'left' }, { id: 'right' }], wait_for: 'any' },
        next: { left: 'one', right: 'other', done: 'rest' },
      },
      { id: 'one', kind: 'person', to: { kind: 'role', role: 'member' }, heading: 'One' },
      { id: 'other', kind: 'person', to: { kind: 'role', role: 'member' }, heading: 'Other' },
      { id: 'rest', kind: 'wait', for: { kind: 'duration', duration: { amount: 1, unit: 'days' } } },
    ],
  })
  const runId = await start(app, as, id)
  await untilRun(app, as, runId, 'waiting')
  const [one = '', other = ''] = await mine(as)
  assert.equal((await app.call('resume-workflow', { runId }, as)).body.field, 'stepId')
  assert.equal((await app.call('resume-workflow', { runId, stepId: one }, as)).status, 200)
  await until('the other is asked no more', async () => (await mine(as)).length === 0)
  assert.equal((await show(as, other)).state, 'cancelled')
  assert.equal((await noticesOf(as, other)).length, 0)
})

test('a client without an address is no end of a run: the admins are asked', async () => {
  const as = await app.given.organization()
  const { stepId } = await askStep(app, as, { to: { kind: 'client', email: '{{ trigger.input.missing }}' } })
  const step = await show(as, stepId)
  assert.deepEqual([step.client, step.role], [null, 'admin'])
})

test('the link of a client ends when an admin delegates the step, and stays when it is escalated', async () => {
  const as = await app.given.organization()
  const email = `client${as.orgId.slice(-6)}@client.example`
  const escalate = { after: { amount: 1, unit: 'days' }, to: { kind: 'role', role: 'admin' } }
  const { id } = await publishStep(app, as, { to: { kind: 'client', email }, escalate })
  const escalated = await beginStep(app, as, id)
  const token = await tokenTo(app, email)
  await set(as, escalated.stepId, sql`escalate_at = now()`)
  await remindHumanSteps.run({}, jobs.context)
  assert.equal((await show(as, escalated.stepId)).role, 'admin')
  assert.equal((await app.call('answer-linked-step', { token, choice: 'approve' }, null)).status, 200)
  const shown = await show(as, escalated.stepId)
  assert.equal(shown.answered_by, email)
  const late = await app.call('resume-workflow', { runId: escalated.runId, stepId: escalated.stepId, choice: 'reject' }, as)
  assert.equal(late.body.code, 'already_resumed')
  assert.match(String(late.body.message ?? late.body.error), new RegExp(email))
  const delegated = await beginStep(app, as, id)
  await mailsTo(app, email, 2)
  const { rows } = await app.database.pool.query(
    'select length(token_hash) as bytes from directory.human_step_links where step_id = $1',
    [delegated.stepId],
  )
  assert.deepEqual(rows, [{ bytes: 32 }])
  await app.call('delegate-human-step', { stepId: delegated.stepId, personId: as.personId }, as)
  const left = await app.database.pool.query('select from directory.human_step_links where step_id = $1', [delegated.stepId])
  assert.equal(left.rows.length, 0)
})
