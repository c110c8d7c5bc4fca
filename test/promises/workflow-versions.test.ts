import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { insertRuns } from '#domains/automation/workflows/runs.ts'
import { requestStart } from '#domains/automation/workflows/starts.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { type Receiver, startReceiver } from '../support/receivers.ts'
import { until } from '../support/until.ts'
import { givenContact, publish, start } from '../support/workflows.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
let receiver: Receiver
before(async () => {
  receiver = await startReceiver()
  app = await startApp({ env: { OUTGOING_ALLOWED_PRIVATE: '127.0.0.1' }, alone: true })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
  await receiver?.stop()
})

const runs = 1_000
/** Those of them that add a task: as many as the limit of a member's actions lets through in a minute. */
const withTask = 100
/** Each of them sends a request: on a crowded machine that takes its time. */
const withinMs = 240_000

test('a thousand runs that wait for 30 days end as their version says, though the server restarted, another was published, the workflow archived, its publisher removed and a secret replaced', {
  timeout: 600_000,
}, async () => {
  const as = await app.given.organization()
  const contact = await givenContact(app, as)
  const publisher = await app.given.person(as.orgId, 'admin')
  const call = async (type: string, body: object): Promise<Record<string, unknown>> => {
    const answer = await app.call(type, body, as)
    assert.equal(answer.status, 200, `${type} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const credential = { name: 'Shop', origin: receiver.origin }
  const saved = await call('save-http-credential', { ...credential, value: 'Bearer first' })
  const { id: connection } = saved.credential as { id: string }

  const trigger = {
    kind: 'request',
    input: [
      { name: 'contact', label: 'Contact', type: 'text' },
      { name: 'asks', label: 'Asks', type: 'tick' },
    ],
    open_to: 'member',
  }
  const pause = {
    ...{ id: 'pause', kind: 'wait', for: { kind: 'duration', duration: { amount: 30, unit: 'days' } } },
    next: { done: 'asks' },
  }
  // Past the editor: what tests send to has no https.
  const { id: workflowId } = await publish(app, publisher, {
    ...{ name: 'First', trigger },
    nodes: [
      pause,
      { id: 'asks', kind: 'condition', when: 'trigger.input.asks', next: { yes: 'call', no: 'order' } },
      {
        ...{ id: 'call', kind: 'action', action: 'add-task', next: { done: 'order' } },
        input: { title: 'First {{ run.id }}', contactId: '{{ trigger.input.contact }}' },
      },
      {
        ...{ id: 'order', kind: 'http', method: 'POST', url: `${receiver.origin}/orders`, connection, next: { done: 'end' } },
        body: { run: '{{ run.id }}' },
      },
      { id: 'end', kind: 'stop', reason: 'As the first version says' },
    ],
  })
  // As many as two minutes would let a member start.
  const runIds = await app.database.inOrg(as.orgId, async (db) => {
    const given = (n: number) => ({ personId: as.personId, input: { contact, asks: n < withTask }, at: new Date() })
    const starts = Array.from({ length: runs }, (_, n) => requestStart({ workflowId, version: 1 }, given(n)))
    await insertRuns(db, as.orgId, starts)
    return starts.map(({ id }) => id)
  })
  const states = async () => {
    const { rows } = await app.database.inOrg(as.orgId, (db) =>
      sql<{ state: string; reason: string | null; version: number; n: number }>`
        select state, reason, version, count(*)::int as n from workflow_runs where workflow_id = ${workflowId} group by 1, 2, 3`.execute(
        db,
      ),
    )
    return rows
  }
  await until('all of them wait', async () => (await states()).some(({ state, n }) => state === 'waiting' && n === runs), {
    withinMs,
  })

  const second = await call('save-workflow-draft', {
    ...{ workflowId, revision: 0 },
    definition: {
      ...{ foyer_workflow: 1, name: 'Second', trigger, first: 'pause' },
      nodes: [
        { ...pause, next: { done: 'end' } },
        { id: 'end', kind: 'stop', reason: 'As the second version says' },
      ],
    },
  })
  const { id: draftId, revision } = second.draft as { id: string; revision: number }
  await call('publish-workflow', { workflowId, draftId, revision, replaces: 1 })
  const ofSecond = await start(app, as, workflowId, { contact, asks: false })
  await call('save-http-credential', { ...credential, credentialId: connection, value: 'Bearer second' })
  await call('remove-member', { userId: publisher.personId })
  await until('the new one waits', async () =>
    (await states()).some(({ version, state }) => version === 2 && state === 'waiting'),
  )
  await call('archive-workflow', { workflowId, waiting: 'end' })
  await worker.stop()
  worker = await app.startWorker()
  await app.database.inOrg(as.orgId, async (db) => {
    await sql`update workflow_runs set due_at = now(), progress = jsonb_set(progress, '{threads,0,dueAt}', to_jsonb(now()))
      where workflow_id = ${workflowId} and ended_at is null`.execute(db)
  })
  await until(
    'all have ended',
    async () => (await states()).every(({ state }) => !['queued', 'running', 'waiting'].includes(state)),
    { withinMs },
  )
  assert.deepEqual(
    (await states())
      .map(({ state, reason, version, n }) => [state, reason, version, n])
      .sort((a, b) => Number(a[2]) - Number(b[2])),
    [
      ['completed', 'As the first version says', 1, runs],
      ['completed', 'As the second version says', 2, 1],
    ],
  )
  const orders = receiver.receivedAt('/orders')
  assert.deepEqual(new Set(orders.map(({ headers }) => headers.authorization)), new Set(['Bearer second']))
  const ordered = orders.map(({ body }) => (JSON.parse(body) as { run: string }).run)
  assert.deepEqual(ordered.sort(), runIds.toSorted())
  assert.ok(!ordered.includes(ofSecond))
  const { rows } = await app.database.inOrg(as.orgId, (db) =>
    sql<{ title: string }>`select title from tasks where org_id = ${as.orgId} and title like 'First %' order by title`.execute(
      db,
    ),
  )
  assert.deepEqual(
    rows.map(({ title }) => title),
    runIds
      .slice(0, withTask)
      .toSorted()
      .map((id) => `First ${id}`),
  )
})
