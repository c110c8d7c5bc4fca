import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { holdRestored } from '#cli/hold-restored.ts'
import { openBackup, restoreBackup } from '#db/backup/restore-backup.ts'
import { writeBackup } from '#db/backup/write-backup.ts'
import type { Target } from '#db/connect.ts'
import { startScratch } from '#db/temporary-database.ts'
import { goOnAtConnection } from '#domains/automation/workflows/paused-runs.ts'
import { migrateAll, renamedQueues } from '../../server/main.ts'
import { folderFiles } from '../../server/providers/folder/files.ts'
import { type Someone, startApp, type TestApp } from '../support/app.ts'
import { asOwner } from '../support/database.ts'
import { publishStep } from '../support/human-steps.ts'
import { until } from '../support/until.ts'
import { givenContact, publish, showRun, start, untilRun } from '../support/workflows.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'foyer-held-runs-'))
const weekMs = 7 * 86_400_000
let app: TestApp
let elsewhere: Awaited<ReturnType<typeof startScratch>>
before(async () => {
  ;[app, elsewhere] = await Promise.all([startApp({ alone: true }), startScratch()])
})
after(async () => {
  await app?.stop()
  await elsewhere?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const request = { kind: 'request', input: [{ name: 'contact', label: 'Contact', type: 'text' }], open_to: 'member' }
const task = (title: string) => ({
  ...{ id: 'call', kind: 'action', action: 'add-task', input: { title, contactId: '{{ trigger.input.contact }}' } },
})
const titles = (at: TestApp, { orgId }: Someone): Promise<string[]> =>
  at.database.inOrg(orgId, async (db) =>
    (await db.selectFrom('tasks').select('title').where('org_id', '=', orgId).orderBy('title').execute()).map(
      ({ title }) => title,
    ),
  )

const isAnnounced = (at: TestApp, { orgId }: Someone, runId: string): Promise<boolean> =>
  at.database.inOrg(orgId, async (db) => {
    const { rows } = await sql`select from workflow_waits
      where run_id = ${runId} and announced_at is not null`.execute(db)
    return rows.length > 0
  })

test('a backup restored a week later: no run goes on before an owner releases it, by the clock, an answer, a connection or its turn; then each once', {
  timeout: 240_000,
}, async () => {
  const as = app.owner
  const contact = await givenContact(app, as)
  const { id: waits } = await publish(app, as, {
    trigger: request,
    nodes: [
      { id: 'pause', kind: 'wait', for: { kind: 'duration', duration: { amount: 2, unit: 'days' } }, next: { done: 'call' } },
      task('waited'),
    ],
  })
  const { id: queues } = await publish(app, as, {
    trigger: request,
    nodes: [task('queued {{ run.id }}')],
    settings: { concurrency: { key: "'one'", others: 'queue' } },
  })
  const { id: asks } = await publishStep(app, as, { to: { kind: 'role', role: 'member' } })
  const { id: lacks } = await publish(app, as, { trigger: request, nodes: [task('connected')] })
  const { id: parks } = await publish(app, as, { trigger: request, nodes: [task('parked')] })

  const worker = await app.startWorker()
  const waiting = await start(app, as, waits, { contact })
  const asked = await start(app, as, asks)
  for (const runId of [waiting, asked]) await untilRun(app, as, runId, 'waiting')
  // Those who are asked are told: else that job is held too, and counted.
  await until('the step that asks is announced', () => isAnnounced(app, as, asked))
  await worker.stop()
  await app.call('stop-workflow', { workflowId: parks, on: true }, as)
  const queued = [await start(app, as, queues, { contact }), await start(app, as, queues, { contact })]
  const [paused, parked] = [await start(app, as, lacks, { contact }), await start(app, as, parks, { contact })]
  await app.database.inOrg(as.orgId, async (db) => {
    await sql`update workflow_runs set state = 'paused', reason_code = 'mailbox_not_connected', due_at = null where id = ${paused}`.execute(
      db,
    )
    await sql`update workflow_runs set parked_at = due_at, due_at = null where id = ${parked}`.execute(db)
    // It is overdue by the time of the restore.
    await sql`update workflow_runs set due_at = now() where id = ${waiting}`.execute(db)
    await sql`update workflow_runs set progress = jsonb_set(progress, '{threads,0,dueAt}', to_jsonb(now())) where id = ${waiting}`.execute(
      db,
    )
  })
  const file = path.join(folder, 'backup.tar')
  const manifest = await writeBackup({
    ...{ owner: app.target, file, files: folderFiles(path.join(folder, 'files')), key: null, foyer: '0.0.0' },
    now: () => new Date(),
    say: () => {},
  })

  await asOwner(elsewhere.target, (owner) => owner.query('create database week_later'))
  const restored: Target = { ...elsewhere.target, database: 'week_later' }
  const stateOf = new Date(manifest.started_at)
  await restoreBackup(await openBackup(file), {
    ...{ owner: restored, filesDir: null, migrateAll, renamedQueues, say: () => {} },
    afterwards: () => holdRestored(restored, { stateOf, now: new Date(stateOf.getTime() + weekMs), released: [] }),
  })
  const copy = await startApp({ target: restored })
  const theirs = await copy.given.person(as.orgId, 'owner')
  const later = await copy.startWorker()
  try {
    const heldWork = async () => {
      const { held } = (await copy.call('list-held-work', {}, theirs)).body as unknown as { held: object[] }
      return held.find((each) => (each as { kind: string }).kind === 'workflows') as { count: number } | undefined
    }
    assert.equal((await heldWork())?.count, 6)
    assert.equal((await copy.call('resume-workflow', { runId: asked, choice: 'approve' }, theirs)).status, 200)
    await copy.database.inOrg(as.orgId, (db) => goOnAtConnection(db, as.orgId))
    assert.equal((await copy.call('resume-run', { runId: paused }, theirs)).status, 200)
    assert.equal((await copy.call('stop-workflow', { workflowId: parks, on: false }, theirs)).status, 200)
    const fresh = await start(copy, theirs, lacks, { contact })
    await untilRun(copy, theirs, fresh, 'completed')
    await sleep(2_000)
    assert.deepEqual(await titles(copy, theirs), ['connected'], 'what is new goes on, and nothing that was there before')
    assert.notEqual((await showRun(copy, theirs, asked)).run.state, 'completed')

    const released = await copy.call('release-held-work', { kinds: ['workflows'] }, theirs)
    assert.deepEqual(released.body.released, [{ kind: 'workflows', count: 6 }])
    for (const runId of [waiting, asked, paused, parked, ...queued]) await untilRun(copy, theirs, runId, 'completed')
    assert.equal((await showRun(copy, theirs, asked)).run.reason, 'approved')
    assert.deepEqual(
      await titles(copy, theirs),
      ['connected', 'connected', 'parked', ...queued.map((id) => `queued ${id}`), 'waited'].sort(),
    )
    assert.equal(await heldWork(), undefined)
  } finally {
    await later.stop()
    await copy.stop()
  }
})
