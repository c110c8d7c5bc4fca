import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import type { JobContext } from '#core/context.ts'
import { connectedTo, startCrmsAndJobs } from '#test/support/crm-sync.ts'
import { heldSyncs } from './held-syncs.ts'
import { runOnSync } from './run-on-sync.ts'
import { runSync } from './run-sync.ts'
import { watchSyncs } from './watch-syncs.ts'

let jobs: Awaited<ReturnType<typeof startCrmsAndJobs>>
let crms: typeof jobs.crms
before(async () => {
  jobs = await startCrmsAndJobs()
  crms = jobs.crms
})
after(() => jobs?.stop())
beforeEach(() => crms.sandbox.turn('hubspot'))

const minute = 60_000
const begun = async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts: 250, deals: 0 })
  const wish = { connectionId: crm.connectionId, userId: crm.owner.personId, entities: ['contacts'] }
  const { jobId } = await crm.call<{ jobId: string }>('crm-start-sync', wish)
  /** Runs it as if it were so much later. */
  const at = async (laterMs: number) => {
    const context = { ...jobs.context, now: () => new Date(Date.now() + laterMs) }
    await runSync.run({ orgId: crm.owner.orgId, jobId }, context)
    return crm.show(jobId)
  }
  return { crm, jobId, at }
}
const movedBefore = (crm: Awaited<ReturnType<typeof connectedTo>>, ago: string) =>
  crms.app.database.inOrg(crm.owner.orgId, (db) =>
    db
      .updateTable('sync_jobs')
      .set({ moved_at: sql<Date>`now() - ${ago}::interval` })
      .execute(),
  )
const connectedAgain = async (crm: Awaited<ReturnType<typeof connectedTo>>) => {
  await crms.sandbox.turn('hubspot')
  const key = { provider: 'hubspot', userId: crm.owner.personId, apiKey: crm.key }
  await crm.call('crm-save-api-key', key)
}
/** Looks at the syncs as the schedule does; answers which it put into the queue again. */
const watched = async (laterMs = 0): Promise<readonly string[]> => {
  const queued: string[] = []
  const enqueueIn: JobContext['enqueueIn'] = async (_db, _job, data) => void queued.push((data as { jobId: string }).jobId)
  await watchSyncs.run({}, { ...jobs.context, enqueueIn, now: () => new Date(Date.now() + laterMs) })
  return queued
}

const failing = { kind: 'error_500', share: 1, seed: 1 }

test('a sync that waited for the limit of a day is not given up at the first bad answer after it', async () => {
  const { jobId, at } = await begun()
  await crms.sandbox.turn('hubspot', { kind: 'daily_limit' })
  assert.equal((await at(0)).condition, 'waiting_for_limit')
  await crms.sandbox.turn('hubspot', failing)
  const day = 25 * 60 * minute
  const context = { ...jobs.context, now: () => new Date(Date.now() + day) }
  await watchSyncs.run({}, context as never)
  const bad = await at(day)
  assert.deepEqual([bad.status, bad.condition], ['in_progress', 'running'], bad.reason ?? '')
  await crms.sandbox.turn('hubspot')
  assert.equal((await at(day + minute)).status, 'completed', jobId)
})

test('a sync that was paused for days until a person connected the CRM again is not given up at the first bad answer', async () => {
  const { crm, jobId, at } = await begun()
  await crms.sandbox.turn('hubspot', { kind: 'missing_scope' })
  assert.equal((await at(0)).condition, 'needs_reauth')
  await movedBefore(crm, '3 days')
  await connectedAgain(crm)
  await crms.sandbox.turn('hubspot', failing)
  const bad = await at(0)
  assert.equal(bad.status, 'in_progress', bad.reason ?? '')
  await crms.sandbox.turn('hubspot')
  assert.equal((await at(minute)).status, 'completed', jobId)
})

for (const [what, fault] of [
  ['a CRM that says for ever that there are too many requests', { kind: 'burst_limit' }],
  ['a CRM that only gives errors', failing],
] as const)
  test(`${what}: the sync is stalled after ten minutes, failed an hour later, and goes on when resumed`, async () => {
    const { crm, jobId, at } = await begun()
    await crms.sandbox.turn('hubspot', fault)
    for (const [laterMs, expected] of [
      [0, 'going on'],
      [9 * minute, 'going on'],
      [11 * minute, 'stalled'],
      [69 * minute, 'stalled'],
      [71 * minute, 'failed'],
    ] as const) {
      const { status, condition, reason } = await at(laterMs)
      const found = status === 'failed' ? 'failed' : condition === 'stalled' ? 'stalled' : 'going on'
      assert.deepEqual([laterMs / minute, found], [laterMs / minute, expected], reason ?? '')
      assert.ok(reason !== null && reason !== '')
    }
    assert.equal((await crm.show(jobId)).code, 'given_up')
    await crms.sandbox.turn('hubspot')
    await crm.call('resume-sync', { jobId })
    assert.equal((await at(0)).status, 'completed', (await crm.show(jobId)).reason ?? '')
  })

test('disconnecting in the middle of a sync ends it with its cause, asks the CRM nothing more, and keeps what was imported', async () => {
  const { crm, jobId, at } = await begun()
  await crms.sandbox.turn('hubspot', { kind: 'daily_limit', share: 1, only: 'after=' })
  assert.equal((await at(0)).condition, 'waiting_for_limit')
  const count = () =>
    crms.app.database.inOrg(crm.owner.orgId, async (db) => (await db.selectFrom('contacts').select('id').execute()).length)
  const imported = await count()
  assert.ok(imported > 0 && imported < 250, String(imported))
  await crm.call('crm-disconnect', { connectionId: crm.connectionId })
  const ended = await crm.show(jobId)
  assert.deepEqual([ended.status, ended.code], ['failed', 'disconnected'])
  await crms.sandbox.turn('hubspot')
  assert.equal((await at(25 * 60 * minute)).status, 'failed')
  assert.equal(await count(), imported)
})

test('a missing permission is named, waits for a person and is not asked for again every minute; resumed, it goes on', async () => {
  const { crm, jobId, at } = await begun()
  await crms.sandbox.turn('hubspot', { kind: 'missing_scope' })
  const paused = await at(0)
  assert.equal(paused.condition, 'needs_reauth')
  assert.match(paused.reason ?? '', /required scopes.+crm\.objects\.contacts\.read.+Allow it in HubSpot/)
  await movedBefore(crm, '1 hour')
  assert.ok(!(await watched(minute)).includes(jobId))
  await crms.sandbox.turn('hubspot')
  assert.equal((await at(minute)).condition, 'needs_reauth', 'a run too many asks nothing')
  await crm.call('resume-sync', { jobId })
  assert.equal((await at(2 * minute)).status, 'completed')
})

test('a CRM that is connected again while it refuses a call is asked again at once', async () => {
  const { crm, jobId } = await begun()
  await crms.sandbox.turn('hubspot')
  await runOnSync({ orgId: crm.owner.orgId, jobId }, jobs.context, async (run) => {
    await connectedAgain(crm)
    await crms.sandbox.turn('hubspot', { kind: 'missing_scope' })
    await run.ask((account) => account.count('contacts'))
  })
  await crms.sandbox.turn('hubspot')
  const { condition, reason } = await crm.show(jobId)
  assert.equal(condition, 'running', reason ?? '')
})

test('when the wait for a limit is over the sync runs, and one whose worker dies then is stalled and given up', async () => {
  const { crm, jobId, at } = await begun()
  await crms.sandbox.turn('hubspot', { kind: 'daily_limit' })
  assert.equal((await at(0)).condition, 'waiting_for_limit')
  await crms.sandbox.turn('hubspot')
  const day = 25 * 60 * minute
  const dying = new AbortController()
  const context = { ...jobs.context, now: () => new Date(Date.now() + day), signal: dying.signal }
  const died = runOnSync({ orgId: crm.owner.orgId, jobId }, context, async () => {
    const { condition, reason } = await crm.show(jobId)
    assert.deepEqual([condition, reason], ['running', null])
    dying.abort()
    throw new Error('the worker dies')
  })
  await assert.rejects(died, /dies/)
  await watched(day + 11 * minute)
  assert.equal((await crm.show(jobId)).condition, 'stalled')
  await watched(day + 71 * minute)
  assert.deepEqual(await crm.show(jobId).then(({ status, code }) => [status, code]), ['failed', 'given_up'])
})

test('however many syncs wait for a person or are held, one that stands still is found', async () => {
  const [paused, held, silent] = [await begun(), await begun(), await begun()]
  await crms.sandbox.turn('hubspot', { kind: 'missing_scope' })
  await paused.at(0)
  await movedBefore(paused.crm, '9 years')
  await movedBefore(held.crm, '8 years')
  await movedBefore(silent.crm, '7 years')
  const { orgId } = held.crm.owner
  await crms.app.database.inOrg(orgId, (db) => heldSyncs.postpone(db, orgId))
  const oldest = await sql<{ id: string }>`select id from silent_syncs(now() - interval '90 seconds', now(), 1)`.execute(
    crms.app.database.db,
  )
  assert.deepEqual(oldest.rows, [{ id: silent.jobId }])
  await crms.app.database.inOrg(orgId, (db) => heldSyncs.release(db, orgId, new Date()))
  assert.ok((await watched(2 * minute)).includes(held.jobId), 'what is released goes on')
})
