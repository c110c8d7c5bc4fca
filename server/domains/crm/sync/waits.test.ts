import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { connectedTo, startCrmsAndJobs } from '#test/support/crm-sync.ts'
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
  const { orgId } = crm.owner
  const settled = { status: 'in_progress', condition: 'needs_reauth', waits_as_told: true, resumes_at: null } as const
  await crms.app.database.inOrg(orgId, (db) =>
    db
      .updateTable('sync_jobs')
      .set({ ...settled, moved_at: sql<Date>`now() - interval '3 days'` })
      .where('id', '=', jobId)
      .execute(),
  )
  await crms.sandbox.turn('hubspot', failing)
  await watchSyncs.run({}, jobs.context as never)
  const bad = await at(0)
  assert.equal(bad.status, 'in_progress', bad.reason ?? '')
  await crms.sandbox.turn('hubspot')
  assert.equal((await at(minute)).status, 'completed')
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
    assert.equal((await at(0)).status, 'completed')
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
