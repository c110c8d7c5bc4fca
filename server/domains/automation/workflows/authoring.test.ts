import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#core/ids.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app.stop())

interface Trouble {
  readonly node: string | null
  readonly field: string
  readonly message: string
  readonly level: string
}
interface Draft {
  readonly id: string
  readonly revision: number
  readonly is_mine: boolean
  readonly author: { readonly id: string; readonly name: string | null }
  readonly updated_by: { readonly id: string }
  readonly definition: Record<string, unknown>
}
interface Shown {
  readonly workflow: {
    readonly id: string
    readonly name: string
    readonly state: string
    readonly version: number | null
    readonly drafts: Draft[]
  }
  readonly draft: Draft
  readonly troubles: Trouble[]
  readonly published: { readonly version: number; readonly definition: Record<string, unknown> } | null
}

const ask = async <Body = Shown>(name: string, input: object, as: Someone): Promise<Body> => {
  const { status, body } = await app.call(name, input, as)
  assert.equal(status, 200, `${name}: ${JSON.stringify(body)}`)
  return body as unknown as Body
}

const definition = (reason = 'Enough') => ({
  foyer_workflow: 1,
  name: 'Welcome',
  trigger: { kind: 'event', event: 'lead.received' },
  first: 'end',
  nodes: [{ id: 'end', kind: 'stop', reason }],
})

const made = async (as: Someone, reason?: string): Promise<Shown> =>
  ask('create-workflow', { name: 'Welcome', definition: definition(reason) }, as)

const publish = async (shown: Shown, as: Someone) =>
  ask(
    'publish-workflow',
    { workflowId: shown.workflow.id, draftId: shown.draft.id, revision: shown.draft.revision, note: 'First' },
    as,
  )

test('a draft saves itself without a version; published it is one, and the draft is gone', async () => {
  const owner = await app.given.organization()
  const first = await made(owner)
  assert.deepEqual([first.workflow.state, first.workflow.version, first.draft.revision], ['draft', null, 1])
  const workflowId = first.workflow.id
  const saved = await ask('save-workflow-draft', { workflowId, revision: 1, definition: definition('More') }, owner)
  assert.equal(saved.draft.revision, 2)
  const { versions } = await ask<{ versions: unknown[] }>('list-workflow-versions', { workflowId }, owner)
  assert.deepEqual(versions, [])
  const published = await publish({ ...first, draft: saved.draft }, owner)
  assert.deepEqual([published.workflow.state, published.workflow.version, published.workflow.drafts], ['published', 1, []])
  const shown = await ask('show-workflow', { workflowId }, owner)
  assert.equal((shown.published?.definition.nodes as { reason: string }[] | undefined)?.[0]?.reason, 'More')
  const { workflows } = await ask<{ workflows: Record<string, unknown>[] }>('list-workflows', {}, owner)
  assert.deepEqual(
    workflows.map(({ id, state, runs, waiting, trigger }) => [id, state, runs, waiting, (trigger as { event: string }).event]),
    [[workflowId, 'published', { total: 0, open: 0, completed: 0, failed: 0, cancelled: 0 }, 0, 'lead.received']],
  )
})

test('a member who saves an older revision is refused with the draft as it stands and who saved it; a colleague writes in the same draft', async () => {
  const owner = await app.given.organization()
  const colleague = await app.given.person(owner.orgId, 'member')
  const first = await made(owner)
  const workflowId = first.workflow.id
  const seen = await ask('show-workflow', { workflowId }, colleague)
  assert.equal(seen.draft, null)
  assert.deepEqual(
    seen.workflow.drafts.map(({ is_mine, author }) => [is_mine, author.id]),
    [[false, owner.personId]],
  )
  const draftId = first.draft.id
  const theirs = await ask(
    'save-workflow-draft',
    { workflowId, draftId, revision: 1, definition: definition('Hers') },
    colleague,
  )
  assert.deepEqual(
    [theirs.draft.revision, theirs.draft.updated_by.id, theirs.draft.author.id],
    [2, colleague.personId, owner.personId],
  )
  const { status, body } = await app.call(
    'save-workflow-draft',
    { workflowId, revision: 1, definition: definition('Mine') },
    owner,
  )
  assert.deepEqual([status, body.code, body.field], [409, 'draft_changed', 'revision'])
  const standing = body.draft as unknown as Draft
  assert.deepEqual([standing.revision, standing.updated_by.id], [2, colleague.personId])
  assert.equal((standing.definition.nodes as { reason: string }[])[0]?.reason, 'Hers')
  const own = await ask('save-workflow-draft', { workflowId, revision: 0, definition: definition('Own') }, colleague)
  assert.notEqual(own.draft.id, draftId)
})

test('of 32 saves of one revision at once one is kept, and the others learn of it', async () => {
  const owner = await app.given.organization()
  const { workflow } = await made(owner)
  const answers = await Promise.all(
    Array.from({ length: 32 }, (_, n) =>
      app.call('save-workflow-draft', { workflowId: workflow.id, revision: 1, definition: definition(`Save ${n}`) }, owner),
    ),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array.from({ length: 31 }, () => 409)])
})

test('a member publishes nothing, and a draft that was saved since it was looked at is not published', async () => {
  const owner = await app.given.organization()
  const member = await app.given.person(owner.orgId, 'member')
  const first = await made(member)
  const input = { workflowId: first.workflow.id, draftId: first.draft.id, revision: 1 }
  assert.equal((await app.call('publish-workflow', input, member)).status, 403)
  await ask('save-workflow-draft', { workflowId: first.workflow.id, revision: 1, definition: definition('New') }, member)
  assert.equal((await app.call('publish-workflow', input, owner)).body.code, 'draft_changed')
  const published = await ask('publish-workflow', { ...input, revision: 2 }, owner)
  assert.equal(published.workflow.version, 1)
})

test('a draft from before another version was published gives way to it unless it names that version', async () => {
  const owner = await app.given.organization()
  const colleague = await app.given.person(owner.orgId, 'admin')
  const first = await made(owner)
  const workflowId = first.workflow.id
  await publish(first, owner)
  const older = await ask('save-workflow-draft', { workflowId, revision: 0, definition: definition('Older') }, colleague)
  const newer = await ask('save-workflow-draft', { workflowId, revision: 0, definition: definition('Newer') }, owner)
  await ask('publish-workflow', { workflowId, draftId: newer.draft.id, revision: 1 }, owner)
  const input = { workflowId, draftId: older.draft.id, revision: 1 }
  const { status, body } = await app.call('publish-workflow', input, colleague)
  assert.deepEqual(
    [status, body.code, (body.published as unknown as { version: number }).version],
    [409, 'published_meanwhile', 2],
  )
  assert.equal((await ask('publish-workflow', { ...input, replaces: 2 }, colleague)).workflow.version, 3)
  const { versions } = await ask<{
    versions: { version: number; published_until: string | null; base_version: number | null }[]
  }>('list-workflow-versions', { workflowId }, owner)
  assert.deepEqual(
    versions.map(({ version, published_until, base_version }) => [version, published_until === null, base_version]),
    [
      [3, true, 1],
      [2, false, 1],
      [1, false, null],
    ],
  )
})

test('any version comes back as a draft and changes nothing that is published', async () => {
  const owner = await app.given.organization()
  const first = await made(owner, 'First')
  const workflowId = first.workflow.id
  await publish(first, owner)
  const second = await ask('save-workflow-draft', { workflowId, revision: 0, definition: definition('Second') }, owner)
  const refused = await app.call('restore-workflow-version', { workflowId, version: 1 }, owner)
  assert.deepEqual([refused.status, refused.body.code], [409, 'draft_changed'])
  const back = await ask('restore-workflow-version', { workflowId, version: 1, revision: second.draft.revision }, owner)
  assert.equal((back.draft.definition.nodes as { reason: string }[])[0]?.reason, 'First')
  assert.equal((await ask('show-workflow', { workflowId }, owner)).workflow.version, 1)
})

test('a workflow that was never published goes with its last draft; a colleague’s draft is an admin’s to discard', async () => {
  const owner = await app.given.organization()
  const member = await app.given.person(owner.orgId, 'member')
  const first = await made(owner)
  const input = { workflowId: first.workflow.id, draftId: first.draft.id, revision: 1 }
  assert.equal((await app.call('discard-workflow-draft', input, member)).status, 403)
  assert.deepEqual(await ask('discard-workflow-draft', input, owner), { success: true, removed: true })
  assert.equal((await app.call('show-workflow', { workflowId: first.workflow.id }, owner)).status, 404)
})

const addRun = async (owner: Someone, workflowId: string, more: Record<string, unknown> = {}): Promise<string> => {
  const id = newId()
  await app.database.inOrg(owner.orgId, (db) =>
    db
      .insertInto('workflow_runs')
      .values({
        org_id: owner.orgId,
        id,
        workflow_id: workflowId,
        version: 1,
        state: 'waiting',
        trigger: '{}',
        root_id: id,
        ...more,
      })
      .execute(),
  )
  return id
}
const runOf = (owner: Someone, id: string) =>
  app.database.inOrg(owner.orgId, (db) =>
    db.selectFrom('workflow_runs').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )

test('archiving lets waiting runs end, or cancels them with their waits; out of the archive it is a draft again', async () => {
  const owner = await app.given.organization()
  const first = await made(owner)
  const workflowId = first.workflow.id
  await publish(first, owner)
  const id = await addRun(owner, workflowId)
  await app.database.inOrg(owner.orgId, (db) =>
    db
      .insertInto('workflow_waits')
      .values({
        ...{ org_id: owner.orgId, id: newId(), run_id: id, workflow_id: workflowId },
        node: 'w',
        path: '',
        kind: 'time',
      })
      .execute(),
  )
  await ask('archive-workflow', { workflowId, waiting: 'end' }, owner)
  assert.equal((await runOf(owner, id)).state, 'waiting')
  const { cancelled } = await ask<{ cancelled: number }>('archive-workflow', { workflowId, waiting: 'cancel' }, owner)
  assert.equal(cancelled, 1)
  const run = await runOf(owner, id)
  assert.deepEqual([run.state, run.due_at, run.ended_at !== null, run.fence], ['cancelled', null, true, 1])
  const waits = await app.database.inOrg(owner.orgId, (db) => db.selectFrom('workflow_waits').select('state').execute())
  assert.deepEqual(waits, [{ state: 'cancelled' }])
  assert.equal(
    (await app.call('save-workflow-draft', { workflowId, revision: 0, definition: definition() }, owner)).body.code,
    'workflow_archived',
  )
  const out = await ask('archive-workflow', { workflowId, archived: false }, owner)
  assert.equal(out.workflow.state, 'draft')
})

test('the stop switch puts a workflow aside, and off again what was put aside is due at its time', async () => {
  const owner = await app.given.organization()
  const first = await made(owner)
  const workflowId = first.workflow.id
  await publish(first, owner)
  const stopped = await ask('stop-workflow', { workflowId, on: true }, owner)
  assert.equal(stopped.workflow.state, 'stopped')
  const due = new Date('2026-11-21T10:00:00.000Z')
  const id = await addRun(owner, workflowId, { parked_at: due, due_at: null })
  await ask('stop-workflow', { workflowId: null, on: true }, owner)
  const held = await ask<{ resumed: number }>('stop-workflow', { workflowId, on: false }, owner)
  assert.equal(held.resumed, 0, 'the switch of the workspace is on')
  const { resumed } = await ask<{ resumed: number }>('stop-workflow', { workflowId: null, on: false }, owner)
  assert.equal(resumed, 1)
  const run = await runOf(owner, id)
  assert.deepEqual([run.due_at?.toISOString(), run.parked_at], [due.toISOString(), null])
})

test('a workflow that is stopped says what it kept; turned on again, what has not begun is cancelled where one says so', async () => {
  const owner = await app.given.organization()
  const first = await made(owner)
  const workflowId = first.workflow.id
  await publish(first, owner)
  const shown = async () => {
    const { kept } = await ask<{ kept: unknown }>('show-workflow', { workflowId }, owner)
    return kept
  }
  assert.equal(await shown(), null)
  await ask('stop-workflow', { workflowId, on: true }, owner)
  const due = new Date('2026-11-21T10:00:00.000Z')
  const kept = await addRun(owner, workflowId, { state: 'queued', parked_at: due, due_at: null })
  const underWay = await addRun(owner, workflowId, { state: 'running', step_count: 2, parked_at: due, due_at: null })
  assert.deepEqual(await shown(), { starts: 1, under_way: 1 })
  const { runs } = await ask<{ runs: { is_stopped: boolean }[] }>('list-runs', { workflowId }, owner)
  assert.deepEqual(
    runs.map(({ is_stopped }) => is_stopped),
    [true, true],
  )
  const on = await ask<{ resumed: number; cancelled: number }>(
    'stop-workflow',
    { workflowId, on: false, kept: 'cancel' },
    owner,
  )
  assert.deepEqual([on.resumed, on.cancelled], [1, 1])
  const [ended, goesOn] = [await runOf(owner, kept), await runOf(owner, underWay)]
  assert.deepEqual(
    [ended.state, ended.reason_code, goesOn.state, goesOn.parked_at],
    ['cancelled', 'not_wanted', 'running', null],
  )
})

test('runs are counted by state up to a thousand, and those of last month are not', async () => {
  const owner = await app.given.organization()
  const first = await made(owner)
  const workflowId = first.workflow.id
  await publish(first, owner)
  await addRun(owner, workflowId)
  await addRun(owner, workflowId, { state: 'failed', ended_at: new Date() })
  const old = newId(Date.now() - 30 * 86_400_000)
  await addRun(owner, workflowId, { id: `0190${old.slice(4)}`, state: 'failed', ended_at: new Date() })
  const { workflows } = await ask<{ workflows: Record<string, unknown>[] }>('list-workflows', {}, owner)
  assert.deepEqual(
    workflows.map(({ runs, waiting }) => [runs, waiting]),
    [[{ total: 2, open: 1, completed: 0, failed: 1, cancelled: 0 }, 1]],
  )
})

test('no draft of another workspace, and none of another workflow, is opened, written, published or discarded', async () => {
  const [owner, other] = [await app.given.organization(), await app.given.organization()]
  const [mine, second, theirs] = [await made(owner), await made(owner), await made(other)]
  const workflowId = mine.workflow.id
  for (const draftId of [theirs.draft.id, second.draft.id, newId()])
    for (const [name, more] of [
      ['show-workflow', {}],
      ['save-workflow-draft', { revision: 1, definition: definition() }],
      ['publish-workflow', { revision: 1 }],
      ['discard-workflow-draft', { revision: 1 }],
      ['export-workflow', {}],
    ] as const) {
      const { status, body } = await app.call(name, { workflowId, draftId, ...more }, owner)
      assert.deepEqual([status, body.code, body.field], [404, 'draft_not_found', 'draftId'], name)
    }
  assert.equal((await app.call('show-workflow', { workflowId: theirs.workflow.id }, owner)).body.code, 'workflow_not_found')
})

test('with a key a draft is the key’s own, and is published in the name of the admin who made the key as long as they are one', async () => {
  const owner = await app.given.organization()
  const admin = await app.given.person(owner.orgId, 'admin')
  const { body: created } = await app.call('create-key', { name: 'Deploy', scopes: ['workflows:write'] }, admin)
  const key = { ...owner, token: String(created.secret) }
  const first = await made(key)
  assert.deepEqual([first.draft.is_mine, first.draft.author.name], [true, 'Deploy'])
  const published = await publish(first, key)
  assert.equal((published.workflow as unknown as { published_by: { id: string } }).published_by.id, admin.personId)
  const second = await made(key)
  await ask('change-role', { userId: admin.personId, role: 'member' }, owner)
  const refused = await app.call(
    'publish-workflow',
    { workflowId: second.workflow.id, draftId: second.draft.id, revision: 1 },
    key,
  )
  assert.equal(refused.status, 403)
})
