import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { crmProviderNames } from '#ports/providers.ts'
import { connectedTo, startCrmsAndJobs } from '#test/support/crm-sync.ts'
import { runSync } from './run-sync.ts'

let jobs: Awaited<ReturnType<typeof startCrmsAndJobs>>
let crms: typeof jobs.crms
before(async () => {
  jobs = await startCrmsAndJobs()
  crms = jobs.crms
})
after(() => jobs?.stop())
beforeEach(async () => {
  for (const provider of crmProviderNames) await crms.sandbox.turn(provider)
})

type Crm = Awaited<ReturnType<typeof connectedTo>>

const sync = async (crm: Crm, entities = ['contacts']) => {
  await crms.app.database.db.deleteFrom('directory.buckets').execute()
  const wish = { connectionId: crm.connectionId, userId: crm.owner.personId, entities }
  const { jobId } = await crm.call<{ jobId: string }>('crm-start-sync', wish)
  await runSync.run({ orgId: crm.owner.orgId, jobId }, jobs.context)
  const shown = await crm.show(jobId)
  assert.equal(shown.status, 'completed', JSON.stringify({ ...shown, samples: [] }))
  return shown
}
const inOrg = <T>(crm: Crm, work: Parameters<typeof crms.app.database.inOrg<T>>[1]) =>
  crms.app.database.inOrg(crm.owner.orgId, work)
const idsOf = async (crm: Crm): Promise<string[]> => (await crm.records('contacts')).map(({ id }) => id)
const stateOf = async (crm: Crm, id: string | undefined) =>
  (
    await inOrg(crm, (db) =>
      db
        .selectFrom('sync_links')
        .select('state')
        .where('their_id', '=', id ?? '')
        .executeTakeFirst(),
    )
  )?.state
const certified = ({ certificate }: Awaited<ReturnType<typeof sync>>) => {
  const { theirs, ours, missing } = certificate.contacts ?? {}
  return { theirs, ours, missing }
}

test('one that is missing here and one that was deleted there do not make up for each other: both are found', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts: 20, deals: 0 })
  await sync(crm)
  const [lost, deleted] = await idsOf(crm)
  await inOrg(crm, (db) =>
    db
      .deleteFrom('sync_links')
      .where('their_id', '=', lost ?? '')
      .execute(),
  )
  await crm.control({ remove: [{ entity: 'contacts', id: deleted }] })
  assert.deepEqual(certified(await sync(crm)), { theirs: 19, ours: 18, missing: [lost] })
  assert.equal(await stateOf(crm, deleted), 'gone')
  assert.deepEqual(certified(await sync(crm)), { theirs: 19, ours: 19, missing: [] })
})

test('while a record is known to be missing, equal counts are no proof: a deletion there is looked for', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts: 40, deals: 0 })
  await crms.sandbox.turn('hubspot', { kind: 'withhold' })
  const first = await sync(crm)
  assert.equal(first.certificate.contacts?.missing_count, 3)
  const missing = first.certificate.contacts?.missing ?? []
  const others = (await idsOf(crm)).filter((id) => !missing.includes(id)).slice(0, 3)
  await crm.control({ remove: others.map((id) => ({ entity: 'contacts', id })) })
  await crms.sandbox.turn('hubspot')
  const done = await sync(crm)
  assert.deepEqual(certified(done), { theirs: 37, ours: 37, missing: [] })
  for (const id of others) assert.equal(await stateOf(crm, id), 'gone')
  for (const id of missing) assert.equal(await stateOf(crm, id), 'linked')
})

test('a sync of one kind between two others forgets nothing of what was missing of another', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 3, contacts: 40, deals: 0 })
  await crms.sandbox.turn('hubspot', { kind: 'withhold' })
  assert.equal((await sync(crm)).certificate.contacts?.missing_count, 3)
  await crms.sandbox.turn('hubspot')
  await sync(crm, ['companies'])
  assert.deepEqual(certified(await sync(crm)), { theirs: 40, ours: 40, missing: [] })
})

/** Calls that were noted so far: they are written a moment after they were made, several at once. */
const callsOf = async (crm: Crm): Promise<number> => {
  for (let before = -1; ; await sleep(1_500)) {
    const { rows } = await inOrg(crm, (db) =>
      sql<{ count: number }>`select count(*)::int as count from provider_calls`.execute(db),
    )
    const count = rows[0]?.count ?? 0
    if (count === before) return count
    before = count
  }
}

for (const provider of crmProviderNames)
  test(`${provider}: a sync of which nothing changed asks the CRM at most 20 times, also for what is gone`, async () => {
    const crm = await connectedTo(crms, provider, { companies: 0, contacts: 120, deals: 0 })
    await sync(crm)
    await sync(crm)
    const before = await callsOf(crm)
    await sync(crm)
    const asked = (await callsOf(crm)) - before
    assert.ok(asked > 0 && asked <= 20, String(asked))
    const [deleted] = await idsOf(crm)
    await crm.control({ remove: [{ entity: 'contacts', id: deleted }] })
    await sync(crm)
    assert.equal(await stateOf(crm, deleted), 'gone')
  })
