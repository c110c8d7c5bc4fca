import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { isRole } from '#core/actions/caller.ts'
import { workflowActions } from '#core/actions/workflow-actions.ts'
import { newId } from '#core/ids.ts'
import { connectionOptions } from '#db/connect.ts'
import { foyer } from '#domains/catalogue.ts'
import { describe } from '#reference/api-model.ts'
import { guide } from '#reference/guide.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { keptOf } from '../support/failpoints.ts'
import { openWorkflowCalls, type WorkflowCaller, workflowOf } from '../support/workflow-calls.ts'
import { openWorkspace, type Workspace } from '../support/workflow-fixtures.ts'

/** What holds for every action of the product that is open to workflows. Its own server: the sandbox's reviews are emptied. */
let app: TestApp
let owner: pg.Client
let workspace: Workspace
let calls: Awaited<ReturnType<typeof openWorkflowCalls>>
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' }, alone: true })
  owner = new pg.Client(connectionOptions(app.target, { application: 'foyer test', role: null }))
  await owner.connect()
  const worker = await app.startWorker()
  workspace = await openWorkspace(app)
  // Without one from here on: what is counted below is what the calls did.
  await worker.stop()
  calls = await openWorkflowCalls(app, { env: { SANDBOX: 'on' } })
})
after(async () => {
  await calls?.close()
  await owner?.end()
  await app?.stop()
})

const open = [...workflowActions().values()]
const writes = open.filter(({ effect }) => effect === 'write')
const caller = (more: Partial<WorkflowCaller> = {}): WorkflowCaller =>
  workflowOf(app, { orgId: workspace.owner.orgId, publisherId: workspace.owner.personId, ...more })
const inputOf = async (name: string): Promise<object> => {
  const give = workspace.inputs[name]
  assert.ok(give, `${name} is open to workflows, and has nothing to act on in test/support/workflow-fixtures.ts`)
  return give()
}

/** All rows but those that count what a caller may still ask, and what is written of a provider’s answer a moment after it. */
const everything = async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables where schemaname in ('foyer', 'directory', 'jobs')
       and tablename !~ 'bucket|rate|limit|token|worker|^connections$|^provider_calls$'`,
  )
  return keptOf(
    owner,
    rows.map(({ name }) => name),
  )
}

test('each read that is open to workflows answers a workflow of the least role, with no person', async () => {
  const as = caller()
  for (const { name } of open.filter(({ effect }) => effect === 'read')) {
    const { status, body, failure } = await calls.call(as, name, await inputOf(name))
    assert.equal(status, 200, `${name}: ${failure?.code} ${failure?.message} ${JSON.stringify(body)}`)
  }
})

test('each write that is open to workflows is done once under its key: a repeat gets the kept answer, and nothing changes', async () => {
  const as = caller()
  for (const { name } of writes) {
    const [input, key] = [await inputOf(name), { idempotencyKey: `wf:${as.runId}:${name}:0` }]
    const first = await calls.call(as, name, input, key)
    assert.equal(first.status, 200, `${name}: ${first.failure?.code} ${first.failure?.message}`)
    assert.equal(first.replayed, false, name)
    const kept = await everything()
    const again = await calls.call({ ...as, runId: newId() }, name, input, key)
    assert.deepEqual([again.status, again.replayed, again.body], [200, true, first.body], name)
    const now = await everything()
    const changed = [...kept.keys()].filter((table) => kept.get(table) !== now.get(table))
    assert.deepEqual(changed, [], `${name} changed something when it was repeated`)
  }
})

test('an action for admins is refused to a workflow of a member', async () => {
  const who = open.map(({ who }) => who)
  assert.ok(who.every(isRole))
  for (const action of open.filter(({ who }) => who !== 'member')) {
    const { failure } = await calls.call(caller(), action.name, await inputOf(action.name))
    assert.equal(failure?.code, 'forbidden', action.name)
  }
})

test('a write whose end was lost goes on under its key: what was asked of a provider is there once', async () => {
  const asked = writes.filter(({ callsProvider }) => callsProvider).map(({ name }) => name)
  assert.deepEqual(asked, ['create-payment', 'generate-contract'])
  const lost = new Error('the process is gone')
  const counts = { 'create-payment': 'checkouts', 'generate-contract': 'documents' } as const
  for (const name of ['create-payment', 'generate-contract'] as const) {
    const [as, input] = [caller(), await inputOf(name)]
    const key = { idempotencyKey: `wf:${as.runId}:${name}:0` }
    const count = async (): Promise<number> =>
      app.database.inOrg(workspace.owner.orgId, async (db) => (await db.selectFrom(counts[name]).select('id').execute()).length)
    const before = await count()
    const alongside = async (): Promise<void> => {
      throw lost
    }
    await assert.rejects(calls.call(as, name, input, { ...key, alongside }), lost)
    assert.equal((await calls.call(as, name, input, key)).status, 200, name)
    assert.equal(await count(), before + 1, name)
  }
})

test('a workflow stands as the author of what it wrote, and no person does', async () => {
  const { call, contactId, companyId } = workspace
  const as = caller({ name: "Jo's “night” watch \\ 1" })
  const done = async (type: string, input: object) => {
    const reply = await calls.call(as, type, input)
    assert.equal(reply.status, 200, `${type}: ${reply.failure?.message}`)
    return reply.body as Record<string, unknown>
  }
  const dealId = await workspace.deal()
  const { stageId } = (await inputOf('move-deal')) as { stageId: string }
  await done('move-deal', { dealId, stageId })
  await done('assign-deal', { dealId, userId: workspace.member.personId })
  const shown = (await call('show-deal', { dealId })) as Record<string, { workflow: string | null; person: unknown }[]>
  assert.deepEqual([shown.moves?.[0]?.workflow, shown.moves?.[0]?.person], [as.name, null])
  assert.equal(shown.moves?.[1]?.workflow, null)
  assert.equal(shown.assignments?.[0]?.workflow, as.name)

  const { task } = await done('add-task', { dealId, title: 'Call' })
  assert.equal((task as { workflow: string }).workflow, as.name)
  await done('complete-task', { taskId: (task as { id: string }).id })
  const { message } = await done('reply-chat', { projectId: workspace.projectId, message: 'Look at it', note: true })
  const { author, author_id, workflow } = message as Record<string, unknown>
  assert.deepEqual([author, author_id, workflow], [null, null, as.name])
  const { invoice } = await done('create-invoice', { ...(await inputOf('create-invoice')), contactId })
  const { facts } = await done('set-fact', { subjectKind: 'company', subjectId: companyId, field: 'founded', value: '1987' })
  const found = (facts as { field: string; workflow: string; source: string; state: string }[]).find(
    ({ field }) => field === 'founded',
  )
  assert.deepEqual([found?.workflow, found?.source, found?.state], [as.name, 'workflow', 'current'])

  const { entries } = (await call('list-timeline', { contactId, limit: 50 })) as {
    entries: { kind: string; subject_id: string; cause: object; person: unknown }[]
  }
  const cause = { kind: 'workflow', id: null, words: as.name }
  for (const [kind, id] of [
    ['stage', dealId],
    ['assignment', dealId],
    ['task', (task as { id: string }).id],
    ['invoice', (invoice as { id: string }).id],
  ] as const) {
    const entry = entries.find((each) => each.kind === kind && each.subject_id === id)
    assert.deepEqual([entry?.cause, entry?.person], [cause, null], kind)
  }
})

test('a mail of a workflow is no answer of a person: the deal still waits for one, and a member’s mail is it', async () => {
  const { call, sender } = workspace
  const dealId = await workspace.deal()
  const respondedAt = async () =>
    ((await call('show-deal', { dealId })) as { deal: { response: { responded_at: string | null } } }).deal.response
      .responded_at
  const mail = { to: 'ida@example.com', subject: 'Hello', body: '<p>Welcome.</p>', userEmail: sender }
  assert.equal((await calls.call(caller(), 'send-email', mail)).status, 200)
  assert.equal(await respondedAt(), null)
  await call('send-email', mail)
  assert.notEqual(await respondedAt(), null)
})

test('a workflow sends from mailboxes of the team alone, in the name of the workspace, and no file or draft of a member', async () => {
  const { call, sender, owner: who } = workspace
  const mail = { to: 'ida@example.com', subject: 'Hello', body: '<p>Welcome.</p>', userEmail: sender }
  const { body } = await calls.call(caller(), 'send-email', mail)
  const { mail: shown } = (await call('show-email', { id: (body as { messageId: string }).messageId, userEmail: sender })) as {
    mail: { from: { name: string } }
  }
  assert.equal(shown.from.name, 'Nordlicht')
  const codeOf = async (more: object) => (await calls.call(caller(), 'send-email', { ...mail, ...more })).failure?.code
  assert.equal(await codeOf({ draftId: newId() }), 'email_draft_not_found')
  assert.equal(await codeOf({ files: [newId()] }), 'email_file_not_found')
  assert.equal(await codeOf({ userEmail: who.email }), 'foreign_mailbox')
  const { mailboxes } = (await call('list-mailboxes')) as { mailboxes: { id: string }[] }
  await call('update-mailbox', { mailboxId: mailboxes[0]?.id, kind: 'personal' })
  assert.equal(await codeOf({}), 'foreign_mailbox')
  await call('update-mailbox', { mailboxId: mailboxes[0]?.id, kind: 'team' })
})

test('a workflow only proposes beside what a member pinned, and takes nothing pinned away', async () => {
  const { call, companyId } = workspace
  const about = { subjectKind: 'company', subjectId: companyId, field: 'employees' }
  await call('set-fact', { ...about, value: '12' })
  const factsAfter = async (value: string | null) => {
    const { status, body } = await calls.call(caller(), 'set-fact', { ...about, value })
    assert.equal(status, 200)
    return (body as { facts: { field: string; state: string; value: string }[] }).facts
      .filter(({ field }) => field === about.field)
      .map(({ state, value }) => [state, value])
  }
  assert.deepEqual(await factsAfter('40'), [
    ['pinned', '12'],
    ['proposed', '40'],
  ])
  assert.deepEqual((await factsAfter(null))[0], ['pinned', '12'])
})

test('a contract that a workflow makes is signed by the client of the deal, and by no member unless it is said', async () => {
  const { body } = await calls.call(caller(), 'generate-contract', await inputOf('generate-contract'))
  const documentId = (body as { document: { id: string } }).document.id
  const { document } = (await workspace.call('show-document', { documentId })) as { document: { signers: { role: string }[] } }
  assert.deepEqual(
    document.signers.map(({ role }) => role),
    ['client'],
  )
  const named = { ...(await inputOf('generate-contract')), userId: workspace.owner.personId }
  assert.equal((await calls.call(caller(), 'generate-contract', named)).failure?.code, 'forbidden')
})

test('the guide, the reference and list-workflow-steps name the same actions as open to workflows', async () => {
  const { actions } = (await workspace.call('list-workflow-steps')) as { actions: { name: string }[] }
  const names = open.map(({ name }) => name).sort()
  assert.deepEqual(actions.map(({ name }) => name).sort(), names)
  const described = foyer.actions.map((action) => describe(action, app.url))
  const section = guide(described, app.url).find(({ title }) => title === 'Workflows')
  for (const name of names) assert.ok(section?.text.includes(`(/docs/${name})`), name)
  assert.deepEqual(described.flatMap(({ name, transports }) => (transports.includes('workflow') ? [name] : [])).sort(), names)
})
