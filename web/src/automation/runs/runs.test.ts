import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#core/ids.ts'
import { connectGoogle } from '#test/support/consent.ts'
import { isRead, startPages } from '#test/support/page.ts'
import { until } from '#test/support/until.ts'
import { givenContact, publish, runsOf, start, untilRun } from '#test/support/workflows.ts'

let pages: Awaited<ReturnType<typeof startPages>>
let worker: { stop(): Promise<void> }
before(async () => {
  pages = await startPages({ env: { SANDBOX: 'on' } })
  worker = await pages.app.startWorker()
})
after(async () => {
  await worker?.stop()
  await pages?.stop()
})

const ask = {
  ...{ id: 'ask', kind: 'person', to: { kind: 'role', role: 'member' }, heading: 'Shall it go out?' },
  choices: [{ id: 'approve', label: 'Approve' }],
  next: { approve: 'end' },
}
const call = {
  ...{ id: 'call', kind: 'action', title: 'Plan a call', action: 'add-task' },
  input: { title: 'Call {{ trigger.input.topic }}', contactId: '{{ trigger.input.contact }}' },
}
const field = (name: string, more: object = {}) => ({
  name,
  label: name === 'topic' ? 'Topic' : 'Contact',
  type: 'text',
  ...more,
})
const request = { kind: 'request', input: [field('topic'), field('contact')], open_to: 'member' }

test('a run is watched live: its steps over the outline and the graph, each with what it took, gave and left', async () => {
  const as = await pages.app.given.organization('Nordlicht')
  const { id } = await publish(pages.app, as, {
    ...{ name: 'Plan calls', trigger: request },
    nodes: [
      { id: 'each_one', kind: 'loop', title: 'Each topic', items: "['roof', 'door']", next: { each: 'name', done: 'call' } },
      { id: 'name', kind: 'set', title: 'Keep it', values: { last: '{{ item }}' } },
      { ...call, next: { done: 'ask', error: 'sorry' } },
      ask,
      { id: 'end', kind: 'stop', reason: 'All done' },
      { id: 'sorry', kind: 'stop', outcome: 'failed', reason: 'No call' },
    ],
  })
  const runId = await start(pages.app, as, id, { topic: 'Maya', contact: await givenContact(pages.app, as) })
  await untilRun(pages.app, as, runId, 'waiting')
  const { page, errors, keeps, close } = await pages.open(`/workflows/runs/${runId}`, { as })
  await page.getByRole('heading', { name: 'Plan calls', level: 1 }).waitFor()
  const steps = page.getByRole('region', { name: 'Steps' })
  await steps.getByRole('button', { name: /Plan a call.*Done/ }).click()
  const panel = page.getByRole('region', { name: 'Step', exact: true })
  await panel.getByText('Add task', { exact: true }).waitFor()
  await panel.getByRole('region', { name: 'Input' }).getByText('Call Maya').waitFor()
  await panel.getByText('task.id').waitFor()
  await keeps('a step of a run')
  await steps.getByRole('button', { name: /Keep it/ }).click()
  await panel.getByRole('combobox', { name: 'Iteration' }).waitFor()
  await page.getByRole('button', { name: 'Canvas' }).click()
  await page.locator('.react-flow__node').getByText('Waiting').waitFor()
  await keeps('the graph of a run')
  // The page of a run belongs to that of all runs, and not to the workflows above it.
  const marked = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]')
  assert.deepEqual(await marked.allInnerTexts(), ['Workflow runs'])
  await page.getByRole('button', { name: 'Outline' }).click()
  await pages.app.call('resume-workflow', { runId, choice: 'approve' }, as)
  // Without loading the page again.
  await page.getByText('All done').first().waitFor()
  await steps.getByRole('button', { name: /Stop.*Done/ }).waitFor()
  // What started it is read without knowing JSON, which stands behind it.
  await page.locator('dt', { hasText: 'Topic' }).waitFor()
  await page.getByText('As JSON').click()
  await page.getByText('"topic": "Maya"').waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('a failed run is retried, cancelled and replayed in the app; the window names what stays done', async () => {
  const as = await pages.app.given.organization('Nordlicht')
  const { id } = await publish(pages.app, as, {
    ...{ name: 'Call back', trigger: request },
    nodes: [
      { ...call, next: { done: 'second' } },
      { ...call, id: 'second', title: 'Plan another', input: { title: 'Again', contactId: newId() } },
    ],
  })
  const runId = await start(pages.app, as, id, { topic: 'Noor', contact: await givenContact(pages.app, as) })
  await untilRun(pages.app, as, runId, 'failed')
  const { page, errors, keeps, close } = await pages.open(`/workflows/runs/${runId}`, { as })
  await page.getByText('This run failed').waitFor()
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByText('The run continues').waitFor()
  await page.getByText('This run failed').waitFor()
  await page.getByRole('button', { name: 'Replay', exact: true }).click()
  const window = page.getByRole('dialog')
  await window.getByRole('checkbox', { name: /Plan a call/ }).waitFor()
  await keeps('a replay')
  await window.getByRole('checkbox', { name: /Plan a call/ }).check()
  await window.getByRole('button', { name: 'Start replay' }).click()
  await window.getByText('Enter why this is done again.').waitFor()
  await window.getByLabel('Reason').fill('The first was lost')
  await window.getByRole('button', { name: 'Start replay' }).click()
  await page.getByText('The first was lost').waitFor()
  await page.getByRole('link', { name: 'an earlier run' }).waitFor()
  // The page shows the run before a worker has done its first step.
  await until('the call is planned again', async () => {
    const { tasks } = (await pages.app.call('list-tasks', {}, as)).body as unknown as { tasks: { title: string }[] }
    return tasks.filter(({ title }) => title === 'Call Noor').length === 2
  })
  assert.deepEqual(errors, [])
  await close()
})

test('where it is not known whether a step was done, an admin says so and the run continues', async () => {
  const as = await pages.app.given.organization('Nordlicht')
  const { id } = await publish(pages.app, as, {
    ...{ name: 'Order', trigger: request },
    nodes: [
      { ...call, input: { title: 'Never', contactId: newId() }, next: { done: 'end' } },
      { id: 'end', kind: 'stop', reason: 'Settled' },
    ],
  })
  const runId = await start(pages.app, as, id)
  await untilRun(pages.app, as, runId, 'failed')
  // As a request that left and was not answered leaves it.
  await pages.app.database.inOrg(as.orgId, async (db) => {
    const progress = { threads: [{ path: '', node: 'call', state: 'running' }], frames: {}, vars: {}, place: 1 }
    await sql`update workflow_runs set state = 'paused', reason_code = 'uncertain', reason = 'No answer came', ended_at = null,
      progress = ${JSON.stringify(progress)}::jsonb where id = ${runId}`.execute(db)
    await sql`update workflow_steps set state = 'uncertain' where run_id = ${runId}`.execute(db)
    await sql`update workflow_effects set state = 'uncertain', left_at = now() where run_id = ${runId}`.execute(db)
  })
  // Without a step chosen: on a phone that is below the fold.
  const { page, errors, keeps, close } = await pages.open(`/workflows/runs/${runId}`, { as })
  await page.getByText('This run is paused').waitFor()
  await page.getByRole('button', { name: 'Decide' }).click()
  const window = page.getByRole('dialog')
  await window.getByRole('radio', { name: 'It was done' }).waitFor()
  await keeps('a decision about a step')
  await window.getByRole('button', { name: 'Save decision' }).click()
  await window.getByText('Enter how you know.').waitFor()
  await window.getByLabel('How you know').fill('The shop has it')
  await window.getByRole('button', { name: 'Save decision' }).click()
  await untilRun(pages.app, as, runId, 'completed')
  await page.getByText('Settled', { exact: true }).first().waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('a run of a stopped workflow says so, and turning it on asks what becomes of what was kept', async () => {
  const as = await pages.app.given.organization('Nordlicht')
  const { id } = await publish(pages.app, as, { name: 'Held', trigger: request, nodes: [{ id: 'end', kind: 'stop' }] })
  await pages.app.database.inOrg(as.orgId, (db) =>
    sql`update workflows set stopped_at = now(), stop_reason = 'loop', stop_chain = 'Other → Held' where id = ${id}`.execute(
      db,
    ),
  )
  const runId = await start(pages.app, as, id)
  const { page, errors, keeps, go, close } = await pages.open(`/workflows/runs/${runId}`, { as })
  await page.getByText('This run is kept: its workflow is stopped').waitFor()
  await keeps('a run of a stopped workflow')
  await go('/workflows/runs')
  await page.getByRole('table', { name: 'Runs' }).getByText('Stopped').waitFor()
  await go(`/workflows/${id}`)
  await page.getByText('Workflows started one another in a circle').waitFor()
  await page.getByText('Other → Held').waitFor()
  await page.getByText('1 start is kept that has not begun.').waitFor()
  await page.getByRole('button', { name: 'Turn on again' }).click()
  const window = page.getByRole('dialog')
  await window.getByRole('radio', { name: 'Cancel them' }).check()
  await keeps('what becomes of what was kept')
  await window.getByRole('button', { name: 'Turn on again' }).click()
  await page.getByText('Turned on, 1 start cancelled').waitFor()
  await untilRun(pages.app, as, runId, 'cancelled')
  assert.deepEqual(errors, [])
  await close()
})

test('a run whose email did not leave, as far as is known, says so with the way to it', async () => {
  const as = await pages.app.given.organization('Nordlicht')
  const mailboxId = await connectGoogle(pages.app, as)
  await pages.app.call('update-mailbox', { mailboxId, kind: 'team' }, as)
  const { id } = await publish(pages.app, as, {
    ...{ name: 'Write', trigger: request },
    nodes: [
      {
        ...{ id: 'mail', kind: 'action', title: 'Welcome them', action: 'send-email' },
        input: { to: 'rosa@stranger.example', subject: 'Welcome', body: '<p>Hello</p>', userEmail: 'mira@sandbox.example' },
      },
    ],
  })
  const runId = await start(pages.app, as, id)
  await untilRun(pages.app, as, runId, 'completed')
  await until('it was sent', () =>
    pages.app.database.inOrg(as.orgId, async (db) => {
      const { rows } = await sql`update mailbox_mails set state = 'uncertain', error = 'No answer came'
        where state = 'sent' and (cause ->> 'run') = ${runId} returning id`.execute(db)
      return rows.length === 1
    }),
  )
  const { page, errors, keeps, go, close } = await pages.open(`/workflows/runs/${runId}`, { as })
  await page.getByText('It is not known whether everything of this run was sent').waitFor()
  await page
    .getByRole('region', { name: 'Steps' })
    .getByRole('button', { name: /Welcome them.*Uncertain/ })
    .click()
  await page.getByText('Perhaps not sent').first().waitFor()
  await keeps('an email that may not have left')
  await page.getByRole('region', { name: 'Step', exact: true }).getByRole('link', { name: 'Open' }).click()
  await page.waitForURL(/\/mail\/.*box=mira/)
  // The lists say it too, and find it.
  const table = page.getByRole('table', { name: 'Runs' })
  await go('/workflows/runs?state=unsent')
  await table.getByText('Perhaps not sent').waitFor()
  assert.equal(await table.getByText('Completed').count(), 0)
  await keeps('a list with an email that may not have left')
  assert.deepEqual(errors, [])
  await close()
})

test('runs are listed, narrowed by status and workflow, and shown on the page of their workflow', async () => {
  const as = await pages.app.given.organization('Nordlicht')
  const { page, errors, keeps, go, close } = await pages.open('/workflows/runs', { as })
  await page.getByText('No runs yet').waitFor()
  await keeps('no runs')
  const good = await publish(pages.app, as, { name: 'Goes well', trigger: request, nodes: [{ id: 'end', kind: 'stop' }] })
  const bad = await publish(pages.app, as, {
    ...{ name: 'Goes wrong', trigger: request },
    nodes: [{ id: 'end', kind: 'stop', outcome: 'failed', reason: 'So be it' }],
  })
  await untilRun(pages.app, as, await start(pages.app, as, good.id), 'completed')
  await untilRun(pages.app, as, await start(pages.app, as, bad.id), 'failed')
  const table = page.getByRole('table', { name: 'Runs' })
  await table.getByText('Goes wrong').waitFor()
  await keeps('runs')
  await go('/workflows/runs?state=troubled')
  await table.getByText('Goes wrong').waitFor()
  assert.equal(await table.getByText('Goes well').count(), 0)
  await go(`/workflows/${bad.id}?tab=runs`)
  await table.getByText('Goes wrong').waitFor()
  await isRead(page)
  assert.deepEqual(errors, [])
  await close()
})

test('on a contact a workflow is started by hand, its run stands on the timeline, and it is said why another did not run', async () => {
  const as = await pages.app.given.organization('Nordlicht')
  await publish(pages.app, as, {
    ...{ name: 'Welcome', trigger: { ...request, subject: 'contact', input: [field('topic', { required: true })] } },
    nodes: [{ id: 'end', kind: 'stop', reason: '{{ trigger.input.topic }}' }],
  })
  await publish(pages.app, as, {
    ...{ name: 'Only fairs', trigger: { kind: 'event', event: 'lead.received', filter: "trigger.data.source == 'fair'" } },
  })
  const contactId = await givenContact(pages.app, as)
  const { page, errors, keeps, go, close } = await pages.open(`/contacts/${contactId}`, { as })
  await page.getByRole('button', { name: 'Workflows' }).click()
  const window = page.getByRole('dialog')
  await window.getByText('No workflow has run for this record yet.').waitFor()
  await window.getByRole('button', { name: 'Why not?' }).click()
  await window.getByText('Filter said no').waitFor()
  await window.getByText('trigger.data.source', { exact: true }).waitFor()
  await keeps('why a workflow did not run')
  await window.getByRole('button', { name: 'Start a workflow' }).click()
  await window.getByLabel('Topic').fill('Kitchen')
  await keeps('a start by hand')
  await window.getByRole('button', { name: 'Start', exact: true }).click()
  await page.getByRole('heading', { name: 'Welcome', level: 1 }).waitFor()
  await page.getByText('Kitchen', { exact: true }).first().waitFor()
  await go(`/contacts/${contactId}`)
  await page.getByRole('link', { name: 'Workflow: Welcome' }).waitFor()
  const greets = await publish(pages.app, as, { name: 'Greets', trigger: { kind: 'event', event: 'deal.created' } })
  await pages.app.call('create-deal', { name: 'Kitchen', contactId }, as)
  await until('it ran', async () => (await runsOf(pages.app, as, greets.id)).some(({ state }) => state === 'completed'))
  await go(`/contacts/${contactId}`)
  const run = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Workflow: Greets' }) })
  await run.first().waitFor()
  // The title names what brought it about: not a second time, and not without a name.
  assert.equal((await run.first().innerText()).match(/Workflow:/g)?.length, 1)
  assert.deepEqual(errors, [])
  await close()
})
