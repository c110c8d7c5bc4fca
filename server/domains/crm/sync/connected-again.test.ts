import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { connectedTo, startCrmsAndJobs } from '#test/support/crm-sync.ts'
import { runSync } from './run-sync.ts'

let jobs: Awaited<ReturnType<typeof startCrmsAndJobs>>
let crms: typeof jobs.crms
before(async () => {
  jobs = await startCrmsAndJobs()
  crms = jobs.crms
})
after(() => jobs?.stop())
beforeEach(() => crms.sandbox.turn('hubspot'))

type Crm = Awaited<ReturnType<typeof connectedTo>>

const sync = async (crm: Crm, entities = ['companies', 'contacts', 'deals'], connectionId = crm.connectionId) => {
  await crms.app.database.db.deleteFrom('directory.buckets').execute()
  const { jobId } = await crm.call<{ jobId: string }>('crm-start-sync', { connectionId, userId: crm.owner.personId, entities })
  await runSync.run({ orgId: crm.owner.orgId, jobId }, jobs.context)
  const shown = await crm.show(jobId)
  assert.equal(shown.status, 'completed', JSON.stringify({ ...shown, samples: [] }))
  return shown
}

const connections = async (crm: Crm) =>
  (await crm.call<{ connections: { id: string; status: string }[] }>('crm-connections', {})).connections
const rows = (crm: Crm) =>
  crms.app.database.inOrg(crm.owner.orgId, async (db) => ({
    companies: (await db.selectFrom('companies').select('id').execute()).length,
    contacts: (await db.selectFrom('contacts').select('id').execute()).length,
    deals: (await db.selectFrom('deals').select('id').execute()).length,
  }))
const connect = (crm: Crm, apiKey: string) =>
  crm.call('crm-save-api-key', { provider: 'hubspot', userId: crm.owner.personId, apiKey })
const keyOf = `pat-eu1-again${process.pid}`

test('an account that was disconnected and is connected again has its old connection: no record comes twice, and its mapping is remembered', async () => {
  const crm = await connectedTo(crms, 'hubspot')
  await crm.call('crm-disconnect', { connectionId: crm.connectionId })
  await connect(crm, keyOf)
  const [first] = (await connections(crm)).filter(({ status }) => status === 'connected')
  assert.ok(first && first.id !== crm.connectionId, 'another account is another connection')
  await crm.control({ account: undefined, reseed: { companies: 30, contacts: 40, deals: 12 } })
  const field = { entity: 'contacts', theirs: 'jobtitle', ours: 'job_title', direction: 'out', conflict: 'ask' }
  await crm.call('save-crm-mapping', { connectionId: first.id, mapping: { fields: [field] } })
  await sync(crm, undefined, first.id)
  const before = await rows(crm)
  assert.deepEqual([before.companies, before.deals], [30, 12])

  await crm.call('crm-disconnect', { connectionId: first.id })
  await connect(crm, `${keyOf}~renewed`)
  const again = (await connections(crm)).filter(({ status }) => status === 'connected')
  assert.deepEqual(
    again.map(({ id }) => id),
    [first.id],
  )
  const { summary } = await sync(crm, undefined, first.id)
  assert.deepEqual([summary.companies?.new, summary.contacts?.new, summary.deals?.new, await rows(crm)], [0, 0, 0, before])
  const { fields } = await crm.call<{ fields: { theirs: string; direction: string }[] }>('show-crm-mapping', {
    connectionId: first.id,
  })
  assert.equal(fields.find(({ theirs }) => theirs === 'jobtitle')?.direction, 'out')
})
