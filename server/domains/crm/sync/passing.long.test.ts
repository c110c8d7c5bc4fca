import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectedTo, startCrmsAndJobs } from '#test/support/crm-sync.ts'
import { runSync } from './run-sync.ts'
import { findJob } from './sync-jobs.ts'

let jobs: Awaited<ReturnType<typeof startCrmsAndJobs>>
let crms: typeof jobs.crms
before(async () => {
  jobs = await startCrmsAndJobs()
  crms = jobs.crms
})
after(() => jobs?.stop())

const contacts = 105_000

test('a place that is lost behind 100,000 records is found again, page by page, and the rest is read', async () => {
  const crm = await connectedTo(crms, 'pipedrive', { companies: 0, contacts, deals: 0 })
  const { orgId, personId } = crm.owner
  const wish = { connectionId: crm.connectionId, userId: personId, entities: ['contacts'] }
  const { jobId } = await crm.call<{ jobId: string }>('crm-start-sync', wish)
  const inOrg = crms.app.database.inOrg
  const { steps } = await inOrg(orgId, (db) => findJob(db, orgId, jobId))
  const cursor = JSON.stringify({
    ...{ part: 'live', token: 'of another day', id: contacts - 200, from: null, at: null, isPassing: false },
  })
  const read = { ...steps, contacts: { ...steps.contacts, step: 'read', cursor } }
  await inOrg(orgId, (db) =>
    db
      .updateTable('sync_jobs')
      .set({ steps: JSON.stringify(read) })
      .where('id', '=', jobId)
      .execute(),
  )
  await runSync.run({ orgId, jobId }, jobs.context)
  const { status, reason, progress, certificate } = await crm.show(jobId)
  assert.equal(status, 'completed', reason ?? '')
  assert.equal(progress.contacts?.imported, 200)
  assert.equal(certificate.contacts?.missing_count, contacts - 200)
})
