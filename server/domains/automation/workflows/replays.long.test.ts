import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#core/ids.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'
import { phonesAt } from '#test/support/whatsapp.ts'
import { givenContact, publish, type ShownRun, showRun, start, untilRun } from '#test/support/workflows.ts'
import { Definition } from './definition.ts'

/** A worker, a number of the sandbox, and phones that count what reaches them. */
let app: TestApp
let worker: { stop(): Promise<void> }
let phones: ReturnType<typeof phonesAt>
let next = 4915550002000

before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' } })
  worker = await app.startWorker()
  assert.equal((await app.call('connect-sandbox', { provider: 'whatsapp' })).body.success, true)
  const number = await until('the number is known', () =>
    app.database.db
      .selectFrom('directory.whatsapp_numbers')
      .select('phone_number_id')
      .where('org_id', '=', app.owner.orgId)
      .executeTakeFirst(),
  )
  await until('its templates are read', async () => {
    const { body } = await app.call('list-whatsapp-templates')
    return (body.templates as unknown as object[]).length > 0
  })
  phones = phonesAt(app.url, number.phone_number_id)
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

const request = {
  kind: 'request',
  input: ['phone', 'text', 'contact'].map((name) => ({ name, label: name, type: 'text' })),
  open_to: 'member',
}
const greet = {
  ...{ id: 'greet', kind: 'action', action: 'send-whatsapp' },
  input: { to: '{{ trigger.input.phone }}', message: '{{ trigger.input.text }}' },
}
const addTask = (id: string, title: string) => ({
  ...{ id, kind: 'action', action: 'add-task', input: { title, contactId: '{{ trigger.input.contact }}' } },
})

/** A phone whose owner has just written, or never has. */
const givenPhone = async (hasWritten = true): Promise<{ id: string; number: string }> => {
  const number = String(next++)
  const phone = await phones.add({ name: `Phone ${number}`, number })
  if (hasWritten) await write(phone.id, number)
  return { id: phone.id, number: `+${number}` }
}
const write = async (phone: string, name: string): Promise<void> => {
  await phones.write(phone, { text: 'Hello' })
  await until('the message has come', async () => {
    const { conversations } = (await app.call('fetch-admin-chats')).body as unknown as {
      conversations: { client_name: string }[]
    }
    return conversations.some(({ client_name }) => client_name === `Phone ${name}`)
  })
}
const countOf = async (phone: string, text: string): Promise<number> =>
  (await phones.messages(phone)).filter((each) => each.from === 'business' && each.text === text).length
const tasks = async (title: string): Promise<number> =>
  ((await app.call('list-tasks', {})).body.tasks as unknown as { title: string }[]).filter((task) => task.title === title)
    .length
const ended = (runId: string): Promise<ShownRun> => untilRun(app, app.owner, runId, 'completed', 'failed', 'paused')
/** The next version of a workflow, past the editor. */
const publishNext = (workflowId: string, nodes: readonly object[]): Promise<void> =>
  app.database.inOrg(app.owner.orgId, async (db) => {
    const { rows } = await sql<{ version: number; definition: object }>`
      update workflow_versions set published_until = now() where workflow_id = ${workflowId} and published_until is null
      returning version, definition`.execute(db)
    const [before] = rows
    const first = (nodes[0] as { id: string }).id
    const definition = Definition.parse({ ...before?.definition, first, nodes })
    await sql`
      insert into workflow_versions (org_id, workflow_id, version, definition, trigger_kind, role, publisher_id)
      values (${app.owner.orgId}, ${workflowId}, ${(before?.version ?? 0) + 1}, ${JSON.stringify(definition)}::jsonb, 'request', 'member', ${app.owner.personId})`.execute(
      db,
    )
  })
const replay = async (runId: string, more: object = {}): Promise<string> => {
  const answer = await app.call('replay-run', { runId, ...more })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return String(answer.body.runId)
}

test('a replay keeps what had left: a message reaches the phone once, and twice only where a person says so and why', async () => {
  const phone = await givenPhone()
  const { id } = await publish(app, app.owner, {
    trigger: request,
    nodes: [{ ...greet, next: { done: 'call' } }, addTask('call', 'Call back')],
  })
  const first = await start(app, app.owner, id, { phone: phone.number, text: 'Welcome', contact: newId() })
  assert.equal((await ended(first)).run.state, 'failed')
  await phones.received(phone.id, 'Welcome')

  const preview = await app.call('preview-replay', { runId: first })
  assert.deepEqual(
    (preview.body.left as unknown as { node: string; what: string; state: string }[]).map(({ node, what, state }) => [
      node,
      what,
      state,
    ]),
    [['greet', 'send-whatsapp', 'done']],
    JSON.stringify(preview.body),
  )
  const second = await replay(first)
  const shown = await ended(second)
  assert.equal(shown.run.state, 'failed')
  const [was] = (await showRun(app, app.owner, first)).steps
  const [greeted] = shown.steps
  assert.deepEqual([greeted?.state, greeted?.output], ['done', was?.output])
  assert.equal(greeted?.effect?.key, was?.effect?.key)
  const third = await replay(second, { from: { node: 'greet' }, anew: [{ node: 'greet', reason: 'They lost their phone' }] })
  const anew = await ended(third)
  assert.match(anew.steps[0]?.effect?.key ?? '', /:greet:~1$/)
  await until('it has reached the phone once more', async () => (await countOf(phone.id, 'Welcome')) === 2)
  // What leaves after it has reached its phone: by then a third message would have come too.
  await ended(await replay(third))
  const mark = await givenPhone()
  const other = await publish(app, app.owner, { trigger: request, nodes: [greet] })
  await ended(await start(app, app.owner, other.id, { phone: mark.number, text: 'Mark' }))
  await phones.received(mark.id, 'Mark')
  assert.equal(await countOf(phone.id, 'Welcome'), 2)
  const { anew: reasons } = (await app.call('show-run', { runId: third })).body as unknown as { anew: object[] }
  assert.deepEqual(reasons, [{ node: 'greet', path: '', count: 1, reason: 'They lost their phone' }])
})

test('a run that failed goes on from the failed step once its cause is gone, and repeats nothing of what it did', async () => {
  const phone = await givenPhone(false)
  const { id } = await publish(app, app.owner, {
    trigger: request,
    nodes: [
      { id: 'each_one', kind: 'loop', items: "['a', 'b']", next: { each: 'keep', done: 'greet' } },
      { ...addTask('keep', 'Prepare {{ item }}'), next: { done: 'name' } },
      { id: 'name', kind: 'set', values: { last: '{{ item }}' } },
      { ...greet, input: { to: '{{ trigger.input.phone }}', message: 'Ready: {{ vars.last }}' } },
    ],
  })
  const runId = await start(app, app.owner, id, { phone: phone.number, contact: await givenContact(app, app.owner) })
  const failed = await ended(runId)
  assert.equal(failed.run.state, 'failed', JSON.stringify(failed.run))
  await write(phone.id, phone.number.slice(1))
  const answers = await Promise.all(Array.from({ length: 4 }, () => app.call('retry-run', { runId })))
  assert.ok(
    answers.some(({ status }) => status === 200),
    JSON.stringify(answers.map(({ body }) => body)),
  )
  const { run, steps } = await untilRun(app, app.owner, runId, 'completed')
  assert.equal(run.state, 'completed')
  await phones.received(phone.id, 'Ready: b')
  assert.equal(await countOf(phone.id, 'Ready: b'), 1)
  assert.deepEqual([await tasks('Prepare a'), await tasks('Prepare b')], [1, 1])
  assert.equal(steps.find(({ node }) => node === 'greet')?.error, null)
  const again = await app.call('retry-run', { runId })
  assert.deepEqual([again.status, again.body.code], [409, 'run_not_failed'])
})

test('a replay begins in the chosen iteration of a loop, with the steps before it as they were', async () => {
  const { id } = await publish(app, app.owner, {
    trigger: request,
    nodes: [
      { id: 'each_one', kind: 'loop', items: "['x', 'y', 'z']", next: { each: 'note', done: 'end' } },
      { id: 'note', kind: 'set', values: { last: '{{ item }}' }, next: { done: 'keep' } },
      addTask('keep', 'Loop {{ vars.last }}'),
      { id: 'end', kind: 'stop', reason: '{{ vars.last }}' },
    ],
  })
  const first = await start(app, app.owner, id, { contact: await givenContact(app, app.owner) })
  assert.equal((await ended(first)).run.reason, 'z')
  const second = await replay(first, { from: { node: 'note', path: '/each_one.1' } })
  const { run, steps } = await ended(second)
  assert.equal(run.reason, 'z')
  const kept = steps as unknown as { node: string; path: string; kept: boolean }[]
  assert.deepEqual(
    kept.filter((step) => step.kept && step.node !== 'each_one').map(({ node, path }) => `${node}${path}`),
    ['note/each_one.0', 'keep/each_one.0'],
  )
  assert.deepEqual([await tasks('Loop x'), await tasks('Loop y'), await tasks('Loop z')], [1, 1, 1])
  const nowhere = await app.call('replay-run', { runId: first, from: { node: 'note', path: '/each_one.7' } })
  assert.deepEqual([nowhere.status, nowhere.body.code, nowhere.body.field], [409, 'step_not_reached', 'from'])
})

test('a replay repeats nothing of what branches and workflows that it started did, unless a person has a workflow started anew', async () => {
  const child = await publish(app, app.owner, {
    trigger: { ...request, input: [{ name: 'contact', label: 'Contact', type: 'text' }] },
    nodes: [addTask('inner', 'Of the child')],
  })
  const { id } = await publish(app, app.owner, {
    trigger: request,
    nodes: [
      {
        ...{ id: 'ways', kind: 'parallel', branches: [{ id: 'left' }, { id: 'right' }] },
        next: { left: 'beside', right: 'sub', done: 'bad' },
      },
      addTask('beside', 'Of the branch'),
      { id: 'sub', kind: 'workflow', workflow: child.id, input: { contact: '{{ trigger.input.contact }}' } },
      { ...addTask('bad', 'Never'), input: { title: 'Never', contactId: newId() } },
    ],
  })
  const first = await start(app, app.owner, id, { contact: await givenContact(app, app.owner) })
  assert.equal((await ended(first)).run.state, 'failed')
  const again = await replay(first)
  assert.equal((await ended(again)).run.state, 'failed')
  assert.deepEqual([await tasks('Of the branch'), await tasks('Of the child')], [1, 1])
  const fromBranch = await replay(again, { from: { node: 'beside', path: '/ways.left' } })
  assert.equal((await ended(fromBranch)).run.state, 'failed')
  assert.deepEqual([await tasks('Of the branch'), await tasks('Of the child')], [1, 1])
  const anew = await replay(fromBranch, { anew: [{ node: 'sub', path: '/ways.right', reason: 'It was undone' }] })
  assert.equal((await ended(anew)).run.state, 'failed')
  assert.deepEqual([await tasks('Of the branch'), await tasks('Of the child')], [1, 2])
})

test('a replay on the published version begins where its steps lead to, and says where they do not', async () => {
  const nodes = [
    { id: 'one', kind: 'set', values: { a: '1' }, next: { done: 'two' } },
    { id: 'two', kind: 'stop', reason: 'Old' },
  ]
  const { id } = await publish(app, app.owner, { trigger: request, nodes })
  const first = await start(app, app.owner, id)
  await ended(first)
  await publishNext(id, [nodes[0] as object, { id: 'two', kind: 'stop', reason: 'New' }])
  const second = await replay(first, { from: { node: 'two' }, version: 'published' })
  assert.equal((await ended(second)).run.reason, 'New')
  assert.equal((await ended(await replay(first, { from: { node: 'two' } }))).run.reason, 'Old')
  await publishNext(id, [
    { id: 'zero', kind: 'set', values: {}, next: { done: 'one' } },
    { ...(nodes[0] as object) },
    { id: 'two', kind: 'stop', reason: 'Newer' },
  ])
  const nowhere = await app.call('replay-run', { runId: first, from: { node: 'two' }, version: 'published' })
  assert.deepEqual([nowhere.status, nowhere.body.code], [409, 'step_not_reached'])
  assert.match(String(nowhere.body.error), /lead to zero/)
})

test('while a run or a replay of it goes on, no other replay begins', async () => {
  const { id } = await publish(app, app.owner, {
    trigger: request,
    nodes: [{ id: 'rest', kind: 'wait', for: { kind: 'duration', duration: { amount: 1, unit: 'days' } } }],
  })
  const runId = await start(app, app.owner, id)
  await untilRun(app, app.owner, runId, 'waiting')
  const early = await app.call('replay-run', { runId })
  assert.deepEqual([early.status, early.body.code], [409, 'run_not_ended'])
  assert.equal((await app.call('cancel-run', { runId })).body.cancelled, true)
  const answers = await Promise.all(Array.from({ length: 8 }, () => app.call('replay-run', { runId })))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.ok(answers.every(({ status, body }) => status === 200 || body.code === 'run_not_ended'))
})

test('an event that started nothing is explained by the filter that said no, with the values it saw', async () => {
  const as = await app.given.organization()
  const key = await app.given.key(as.orgId)
  const declines = await publish(app, as, {
    ...{ name: 'Only fairs', trigger: { kind: 'event', event: 'lead.received', filter: "trigger.data.source == 'fair'" } },
    nodes: [{ id: 'note', kind: 'set', values: {} }],
  })
  const wants = await publish(app, as, { name: 'All', trigger: { kind: 'event', event: 'lead.received' } })
  const posted = await app.post({ name: 'Noor', email: 'noor@example.com', source: 'website' }, key.text)
  assert.equal(posted.status, 200)
  await until('the other has run', async () => {
    const { runs } = (await app.call('list-runs', { workflowId: wants.id }, as)).body as unknown as { runs: object[] }
    return runs.length === 1
  })
  const { contacts } = (await app.call('list-contacts', { limit: 1 }, as)).body as unknown as { contacts: { id: string }[] }
  const { status, body } = await app.call('explain-run', { subjectId: contacts[0]?.id }, as)
  assert.equal(status, 200, JSON.stringify(body))
  const [event] = body.events as unknown as {
    type: string
    workflows: { workflow: { id: string }; outcome: string; saw: object[]; run_id: string | null }[]
  }[]
  assert.equal(event?.type, 'lead.received')
  assert.deepEqual(
    event?.workflows.map(({ workflow, outcome, saw }) => [workflow.id, outcome, saw]),
    [
      [wants.id, 'started', []],
      [declines.id, 'filter_said_no', [{ name: 'trigger.data.source', value: 'website' }]],
    ],
  )
  const ofWorkflow = await app.call('explain-run', { workflowId: declines.id }, as)
  assert.equal((ofWorkflow.body.events as unknown as object[]).length, 1)
  const stranger = await app.call('explain-run', { subjectId: contacts[0]?.id })
  assert.deepEqual([stranger.status, stranger.body.code], [404, 'subject_not_found'])
  const entries = (await app.call('list-timeline', { contactId: contacts[0]?.id }, as)).body.entries as unknown as {
    kind: string
  }[]
  assert.ok(entries.some(({ kind }) => kind === 'workflow'))
})

test('a member is offered the workflows that they may start for a contact, with what each asks for', async () => {
  const as = await app.given.organization()
  const member = await app.given.person(as.orgId, 'member')
  const forContact = { ...request, subject: 'contact' }
  const open = await publish(app, as, { name: 'Open', trigger: forContact })
  const closed = await publish(app, as, { name: 'Closed', trigger: { ...forContact, open_to: 'admin' } })
  await publish(app, as, { name: 'For none', trigger: request })
  const offered = async (someone: typeof as) =>
    (
      (await app.call('list-startable-workflows', { subject: 'contact' }, someone)).body.workflows as unknown as {
        id: string
      }[]
    ).map(({ id }) => id)
  assert.deepEqual(await offered(member), [open.id])
  assert.deepEqual(await offered(as), [closed.id, open.id])
})
