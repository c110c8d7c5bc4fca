import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import type { CrmEntity } from '#ports/crm.ts'
import { connectedTo, startCrmsAndJobs } from '#test/support/crm-sync.ts'
import { certify } from './certify.ts'
import { findOpen } from './open-records.ts'
import { runOnSync } from './run-on-sync.ts'
import { runSync } from './run-sync.ts'
import { findJob } from './sync-jobs.ts'
import type { Run } from './sync-runs.ts'

let jobs: Awaited<ReturnType<typeof startCrmsAndJobs>>
let crms: typeof jobs.crms
before(async () => {
  jobs = await startCrmsAndJobs()
  crms = jobs.crms
})
after(() => jobs?.stop())
beforeEach(() => crms.sandbox.turn('hubspot'))

type Crm = Awaited<ReturnType<typeof connectedTo>>

const started = async (crm: Crm, entities: readonly CrmEntity[] = ['contacts']): Promise<string> => {
  const wish = { connectionId: crm.connectionId, userId: crm.owner.personId, entities }
  return (await crm.call<{ jobId: string }>('crm-start-sync', wish)).jobId
}
const sync = async (crm: Crm, entities: readonly CrmEntity[]): Promise<string> => {
  const jobId = await started(crm, entities)
  await runSync.run({ orgId: crm.owner.orgId, jobId }, jobs.context)
  assert.equal((await crm.show(jobId)).status, 'completed')
  return jobId
}
const inOrg = <T>(crm: Crm, work: Parameters<typeof crms.app.database.inOrg<T>>[1]) =>
  crms.app.database.inOrg(crm.owner.orgId, work)

/** A sync that has read nothing and is to be certified: all that is there is missing here. Its last step was an hour ago. */
const uncertified = async (contacts: number) => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts, deals: 0 })
  const jobId = await started(crm)
  await inOrg(crm, (db) =>
    sql`update sync_jobs set steps = jsonb_set(steps, '{contacts,step}', '"certify"'), moved_at = now() - interval '1 hour'`.execute(
      db,
    ),
  )
  const job = () => inOrg(crm, (db) => findJob(db, crm.owner.orgId, jobId))
  const at = (work: (run: Run) => Promise<void>) => runOnSync({ orgId: crm.owner.orgId, jobId }, jobs.context, work)
  return { crm, jobId, job, at }
}

test('listing the ids of a CRM moves on with each page, and goes on after a crash where it was', async () => {
  const { crm, jobId, job, at } = await uncertified(1_000)
  await at(async (run) => {
    let asked = 0
    const dying: Run = {
      ...run,
      ask: (work) => {
        if (++asked > 3) throw new Error('the worker dies')
        return run.ask(work)
      },
    }
    await assert.rejects(certify(dying, 'contacts'), /dies/)
  })
  const { listing, cursor } = (await job()).steps.contacts ?? assert.fail()
  assert.deepEqual([listing?.pages, listing?.missing_count, listing?.is_done, cursor !== null], [2, 400, false, true])
  assert.ok(Date.now() - (await job()).moved_at.getTime() < 60_000, 'each page is a step forward')
  let asked = 0
  await at(async (run) => {
    const counting: Run = {
      ...run,
      ask: (work) => {
        asked++
        return run.ask(work)
      },
    }
    const certificate = await certify(counting, 'contacts')
    assert.deepEqual([certificate.theirs, certificate.ours, certificate.missing_count], [1_000, 0, 1_000])
    assert.equal(new Set(certificate.missing).size, 1_000)
  })
  assert.equal(asked, 4, 'a count, and the three pages that were left')
  await runSync.run({ orgId: crm.owner.orgId, jobId }, jobs.context)
  assert.equal((await crm.show(jobId)).certificate.contacts?.missing_count, 1_000)
})

test('a list of ids that goes round makes no step forward by it: the sync stalls, and fails like any that stands still', async () => {
  const { crm, job, at } = await uncertified(3)
  const round = async (run: Run) => {
    let page = 0
    const going: Run = {
      ...run,
      ask: (work) =>
        work({
          count: async () => 1_000,
          ids: async () => ({ ids: [`id ${page % 3}`], next: `page ${++page}`, allowance: null }),
        } as never),
    }
    await certify(going, 'contacts')
  }
  await at(round)
  assert.match((await job()).reason ?? '', /goes round/)
  const moved = (await job()).moved_at.getTime()
  await inOrg(crm, (db) => sql`update sync_jobs set resumes_at = null`.execute(db))
  await at(round)
  const { listing, cursor } = (await job()).steps.contacts ?? assert.fail()
  assert.equal((await job()).moved_at.getTime(), moved)
  assert.deepEqual([listing?.pages, listing?.missing_count, cursor], [0, 0, null])
})

test('a record whose id could not be read is not asked for by it', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts: 3, deals: 0 })
  const jobId = await started(crm)
  await inOrg(crm, async (db) => {
    const note = { org_id: crm.owner.orgId, job_id: jobId, entity: 'contacts', field: null, code: 'record_unreadable' }
    const message = 'The record has no ID.'
    await db
      .insertInto('sync_errors')
      .values([
        { ...note, record_id: '', message },
        { ...note, record_id: 'known', message },
      ])
      .execute()
  })
  await runOnSync({ orgId: crm.owner.orgId, jobId }, jobs.context, async (run) => {
    assert.deepEqual((await findOpen(run, 'contacts')).ids, ['known'])
  })
})

test('a deal that waits for a contact is joined with the one into which it was merged before it came', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts: 4, deals: 0 })
  const [winner, loser] = (await crm.records('contacts')).map(({ id }) => id)
  await crm.control({ create: [{ entity: 'deals', values: { name: 'Roof' }, contactIds: [loser] }] })
  await sync(crm, ['deals'])
  const waiting = () => inOrg(crm, (db) => db.selectFrom('sync_waiting').select('wants_id').execute())
  assert.deepEqual(await waiting(), [{ wants_id: loser }])
  const { merge } = await crm.control({ merge: [{ entity: 'contacts', winner, loser }] })
  await sync(crm, ['contacts'])
  assert.deepEqual(await waiting(), [])
  const joined = await inOrg(crm, (db) =>
    db
      .selectFrom('deals')
      .innerJoin('sync_links', 'sync_links.our_id', 'deals.contact_id')
      .select('their_id')
      .where('sync_links.state', '=', 'linked')
      .execute(),
  )
  assert.deepEqual(joined, [{ their_id: merge[0] }])
})
