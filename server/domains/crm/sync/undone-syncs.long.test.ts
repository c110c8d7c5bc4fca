import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { connectedTo, startCrmsAndJobs } from '#test/support/crm-sync.ts'
import { runSync } from './run-sync.ts'
import { startDueSyncs } from './start-due-syncs.ts'
import { undoSyncRun } from './undo-sync-run.ts'

let jobs: Awaited<ReturnType<typeof startCrmsAndJobs>>
let crms: typeof jobs.crms
before(async () => {
  jobs = await startCrmsAndJobs()
  crms = jobs.crms
})
after(() => jobs?.stop())
beforeEach(() => crms.sandbox.turn('hubspot'))

type Crm = Awaited<ReturnType<typeof connectedTo>>

const started = async (crm: Crm, wish: object = {}): Promise<string> => {
  await crms.app.database.db.deleteFrom('directory.buckets').execute()
  const usual = { connectionId: crm.connectionId, userId: crm.owner.personId, entities: ['contacts'] }
  return (await crm.call<{ jobId: string }>('crm-start-sync', { ...usual, ...wish })).jobId
}
const run = async (crm: Crm, jobId: string) => {
  await runSync.run({ orgId: crm.owner.orgId, jobId }, jobs.context)
  return crm.show(jobId)
}
const sync = async (crm: Crm, wish: object = {}) => {
  const shown = await run(crm, await started(crm, wish))
  assert.equal(shown.status, 'completed', JSON.stringify({ ...shown, samples: [] }))
  return shown
}
const undone = async (crm: Crm, undoId: string) => {
  await undoSyncRun.run({ orgId: crm.owner.orgId, jobId: undoId }, jobs.context)
  const shown = await crm.show(undoId)
  assert.equal(shown.status, 'completed', JSON.stringify(shown))
  return shown
}
const undo = async (crm: Crm, jobId: string) => (await crm.call<{ jobId: string }>('undo-sync', { jobId })).jobId
const countContacts = (crm: Crm) =>
  crms.app.database.inOrg(crm.owner.orgId, async (db) => (await db.selectFrom('contacts').select('id').execute()).length)

test('a value of before that another contact has now is not said to be restored: it stays, and is named', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts: 20, deals: 0 })
  await sync(crm)
  const there = (await crm.records('contacts')).find(({ values }) => values.email !== null)
  assert.ok(there)
  const edited = { email: 'moved@else.example', title: 'Moved' }
  await crm.control({ edit: [{ entity: 'contacts', id: there.id, values: edited }] })
  const changed = await sync(crm)
  await crm.call('create-deal', { client: { name: 'Someone', email: there.values.email }, name: 'x' })
  const preview = await crm.call<{ restored: number; kept: object[] }>('undo-sync', { jobId: changed.jobId, dryRun: true })
  assert.deepEqual([preview.restored, preview.kept.length], [1, 1])
  const shown = await undone(crm, await undo(crm, changed.jobId))
  assert.deepEqual([shown.summary.contacts?.changed, shown.summary.contacts?.failed], [1, 1])
  assert.equal(shown.samples[0]?.record_id, there.id)
  assert.match(shown.samples[0]?.reason ?? '', /another record has it/)
  const row = await crms.app.database.inOrg(crm.owner.orgId, (db) =>
    db
      .selectFrom('contacts')
      .select(['email', 'job_title'])
      .where('id', '=', shown.samples[0]?.our_id ?? '')
      .executeTakeFirst(),
  )
  assert.deepEqual(row, { email: 'moved@else.example', job_title: there.values.title ?? null })
})

test('a schedule starts what is due once, and after an undo no more, until a person turns it on again', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts: 20, deals: 0 })
  await crm.call('save-crm-mapping', { connectionId: crm.connectionId, schedule: 'hourly', entities: ['contacts'] })
  const makeDue = () =>
    crms.app.database.inOrg(crm.owner.orgId, (db) =>
      sql`update crm_settings set next_run_at = now() - interval '1 second' where next_run_at is not null`.execute(db),
    )
  const startDue = async () => {
    await makeDue()
    await startDueSyncs.run({}, jobs.context as never)
    await startDueSyncs.run({}, jobs.context as never)
    const { jobs: all, settings } = await crm.call<{
      jobs: { jobId: string; kind: string; status: string }[]
      settings: { schedule: string; next_run_at: string | null }
    }>('crm-sync-history', { connectionId: crm.connectionId })
    return { queued: all.filter(({ status }) => status === 'queued'), settings }
  }
  const first = await startDue()
  assert.deepEqual([first.queued.length, first.settings.schedule], [1, 'hourly'])
  const imported = await run(crm, first.queued[0]?.jobId ?? '')
  assert.equal(await countContacts(crm), 20)
  await undone(crm, await undo(crm, imported.jobId))
  assert.equal(await countContacts(crm), 0)
  const after = await startDue()
  assert.deepEqual([after.queued.length, after.settings.schedule, after.settings.next_run_at], [0, 'off', null])
  await crm.call('save-crm-mapping', { connectionId: crm.connectionId, schedule: 'daily' })
  const again = await startDue()
  assert.equal(again.queued.length, 1, JSON.stringify(again))
})

test('of a sync and an undo that are started at the same moment one is begun, and the other is refused by name', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts: 3, deals: 0 })
  const done = await sync(crm)
  const { orgId, personId: userId } = crm.owner
  for (let round = 0; round < 6; round++) {
    await crms.app.database.db.deleteFrom('directory.buckets').execute()
    const start = { orgId, userId, connectionId: crm.connectionId, entities: ['contacts'] }
    const answers = await Promise.all([
      crms.app.call('undo-sync', { orgId, jobId: done.jobId }, crm.owner),
      crms.app.call('crm-start-sync', start, crm.owner),
    ])
    assert.deepEqual(
      answers.map(({ status, body }) => (status === 200 ? 'begun' : body.code)).sort(),
      ['begun', 'sync_running'],
      JSON.stringify(answers.map(({ body }) => body)),
    )
    const [undoing, starting] = answers
    if (undoing?.status === 200) {
      await undone(crm, String(undoing.body.jobId))
      return
    }
    await crm.call('cancel-sync', { jobId: starting?.body.jobId })
  }
})

test('an undo that was cancelled can be finished after other syncs, and what can be resumed is what says so', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts: 20, deals: 0 })
  const first = await sync(crm)
  const undoId = await undo(crm, first.jobId)
  await crm.call('cancel-sync', { jobId: undoId })
  const canResume = async (jobId: string) => (await crm.call<{ can_resume: boolean }>('crm-sync-status', { jobId })).can_resume
  assert.equal(await canResume(undoId), true)

  const cancelled = await started(crm)
  assert.equal(await canResume(undoId), false, 'another one is open')
  await crm.call('resume-sync', { jobId: undoId }, 409)
  await crm.call('cancel-sync', { jobId: cancelled })
  assert.equal(await canResume(cancelled), true)
  await sync(crm, { dryRun: true })
  assert.equal(await canResume(cancelled), true, 'a rehearsal is no later sync')
  await sync(crm)
  assert.equal(await canResume(cancelled), false)
  await crm.call('resume-sync', { jobId: cancelled }, 409)

  const { jobs: listed } = await crm.call<{ jobs: { jobId: string; can_resume: boolean }[] }>('crm-sync-history', {})
  assert.deepEqual(
    listed.filter(({ can_resume }) => can_resume).map(({ jobId }) => jobId),
    [undoId],
  )
  await crm.call('resume-sync', { jobId: undoId })
  await undone(crm, undoId)
  assert.equal(await countContacts(crm), 0)
  assert.equal((await sync(crm)).mode, 'all', 'the next sync reads everything')
})

class Killed extends Error {}

test('a worker that is killed between any two commits of an undo: all that the sync made is gone at its end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 5 }), async (kills) => {
      const crm = await connectedTo(crms, 'hubspot', { companies: 5, contacts: 60, deals: 12 })
      const { jobId } = await sync(crm, { entities: ['companies', 'contacts', 'deals'] })
      const undoId = await undo(crm, jobId)
      for (const kill of kills) {
        let left = kill
        const context = {
          ...jobs.context,
          inOrg: <T>(orgId: string, work: (db: never) => Promise<T>): Promise<T> => {
            if (left-- <= 0) throw new Killed()
            return jobs.context.inOrg(orgId, work as never)
          },
        }
        await undoSyncRun.run({ orgId: crm.owner.orgId, jobId: undoId }, context as never).catch((error: unknown) => {
          if (!(error instanceof Killed)) throw error
        })
        if ((await crm.show(undoId)).status === 'completed') break
        await crm.call('resume-sync', { jobId: undoId })
      }
      if ((await crm.show(undoId)).status !== 'completed') await undone(crm, undoId)
      const left = await crms.app.database.inOrg(crm.owner.orgId, async (db) => [
        ...(await db.selectFrom('contacts').select('id').execute()),
        ...(await db.selectFrom('companies').select('id').execute()),
        ...(await db.selectFrom('deals').select('id').execute()),
        ...(await db.selectFrom('sync_links').select('their_id as id').execute()),
      ])
      assert.deepEqual(left, [])
    }),
    { numRuns: 6 },
  )
})
