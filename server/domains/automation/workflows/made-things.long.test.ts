import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { recordMessage } from '#domains/conversations/inbox/messages.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { connectGoogle } from '#test/support/consent.ts'
import { ok } from '#test/support/requests.ts'
import { until } from '#test/support/until.ts'
import { givenContact, publish, start, untilRun } from '#test/support/workflows.ts'
import type { WorkflowMade } from './made-things.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on', MAIL_POLL_SECONDS: '3600' }, alone: true })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

const turn = (dial: object) =>
  fetch(`${app.url}/sandbox/faults/google`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(dial),
  })
const madeBy = async (as: Someone, runId: string): Promise<readonly WorkflowMade[]> => {
  const { steps } = ok(await app.call('show-run', { runId }, as)).body as unknown as {
    steps: { effect: { made: WorkflowMade[] } | null }[]
  }
  return steps.flatMap(({ effect }) => effect?.made ?? [])
}

/** Each run of a list, newest first, with how what it has not sent stands. */
const listed = async (as: Someone, filter: object = {}): Promise<unknown[]> => {
  const { runs } = ok(await app.call('list-runs', { limit: 50, ...filter }, as)).body as unknown as {
    runs: { id: string; unsent: string | null }[]
  }
  return runs.map(({ id, unsent }) => [id, unsent])
}

test('a run shows the state of its email after the step and in lists, with the provider’s id, and the notice about that email names the run', async () => {
  const as = await app.given.organization()
  const mailboxId = await connectGoogle(app, as)
  ok(await app.call('update-mailbox', { mailboxId, kind: 'team' }, as))
  const { id } = await publish(app, as, {
    ...{ name: 'Welcome', trigger: { kind: 'request' } },
    nodes: [
      {
        ...{ id: 'mail', kind: 'action', action: 'send-email' },
        input: { to: 'rosa@stranger.example', subject: 'Welcome', body: '<p>Hello</p>', userEmail: 'mira@sandbox.example' },
      },
    ],
  })
  const sent = await start(app, as, id)
  const [left] = await until('it has left', async () => {
    const made = await madeBy(as, sent)
    return made[0]?.standing === 'done' ? made : undefined
  })
  assert.deepEqual([left?.kind, left?.state, left?.mailbox], ['email', 'sent', 'mira@sandbox.example'])
  assert.match(left?.provider_id ?? '', /@/)
  assert.deepEqual(await listed(as), [[sent, null]])

  await turn({ kind: 'refused', share: 1 })
  const lost = await start(app, as, id)
  const { run } = await untilRun(app, as, lost, 'completed')
  const [unknown] = await until('nobody knows', async () => {
    const made = await madeBy(as, lost)
    return made[0]?.standing === 'uncertain' || made[0]?.standing === 'failed' ? made : undefined
  })
  const { notices } = ok(await app.call('list-notices', {}, as)).body as unknown as {
    notices: { kind: string; subject_id: string; facts: Record<string, unknown> }[]
  }
  const notice = notices.find(({ kind }) => kind === 'email_not_sent')
  assert.deepEqual([notice?.subject_id, notice?.facts.run, notice?.facts.workflow], [unknown?.id, run.id, 'Welcome'])
  assert.deepEqual(await listed(as), [
    [lost, unknown?.standing],
    [sent, null],
  ])
  assert.deepEqual(await listed(as, { unsent: true }), [[lost, unknown?.standing]])
  await turn({})
})

test('of what a step makes in Foyer it shows where that stands now', async () => {
  const as = await app.given.organization()
  const { id } = await publish(app, as, {
    trigger: { kind: 'request' },
    nodes: [
      {
        ...{ id: 'bill', kind: 'action', action: 'create-invoice' },
        input: {
          ...{ clientName: 'Maya Rao', clientEmail: 'maya@example.com', currency: 'EUR' },
          lines: [{ description: 'Consulting', quantity: 1, unitMinor: 9_000, taxRate: 19 }],
        },
      },
    ],
  })
  const runId = await start(app, as, id)
  const { run } = await untilRun(app, as, runId, 'completed', 'failed')
  assert.equal(run.state, 'completed', run.reason ?? '')
  const [made] = await madeBy(as, runId)
  assert.deepEqual([made?.kind, made?.state, made?.standing, made?.opens], ['invoice', 'draft', 'done', made?.id])
})

test('a list says of a run that its message or email waits, failed, or may not have left, and of no other', async () => {
  const as = await app.given.organization()
  const { id } = await publish(app, as, { trigger: { kind: 'request' }, nodes: [{ id: 'end', kind: 'stop' }] })
  const [waits, fails, doubts, other] = await Promise.all([1, 2, 3, 4].map(() => start(app, as, id)))
  const contactId = await givenContact(app, as)
  const write = (run: string | undefined, state: 'queued' | 'failed' | 'uncertain' | 'sent') =>
    app.database.inOrg(as.orgId, async (db) => {
      await sql`select set_config('foyer.cause', ${JSON.stringify({ run, workflow: id, depth: 0 })}, true)`.execute(db)
      await recordMessage(db, as.orgId, {
        contactId,
        channel: 'whatsapp',
        direction: 'out',
        kind: 'text',
        body: 'Hello',
        state,
      })
    })
  await write(waits, 'queued')
  for (const state of ['sent', 'failed', 'uncertain', 'queued'] as const) await write(fails, state)
  for (const state of ['queued', 'uncertain'] as const) await write(doubts, state)
  await write(other, 'sent')
  assert.deepEqual(
    new Map((await listed(as)) as [string, unknown][]),
    new Map<unknown, unknown>([
      [waits, 'waiting'],
      [fails, 'failed'],
      [doubts, 'uncertain'],
      [other, null],
    ]),
  )
  assert.deepEqual(new Set((await listed(as, { unsent: true })).flat()), new Set([fails, 'failed', doubts, 'uncertain']))
})
