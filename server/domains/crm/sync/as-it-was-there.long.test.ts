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

const created = async (crm: Crm, entity: string, values: object, links: object = {}): Promise<string> =>
  (await crm.control({ create: [{ entity, values, ...links }] })).create[0] ?? ''
const edit = (crm: Crm, entity: string, id: string, values: object, links: object = {}) =>
  crm.control({ edit: [{ entity, id, values, ...links }] })
const mapped = (crm: Crm, ...fields: readonly object[]) =>
  crm.call('save-crm-mapping', { connectionId: crm.connectionId, mapping: { fields } })
const there = async (crm: Crm, entity: 'companies' | 'contacts' | 'deals', id: string) =>
  (await crm.records(entity)).find((each) => each.id === id)?.values
const linked = (crm: Crm, theirId: string) =>
  crms.app.database.inOrg(crm.owner.orgId, (db) =>
    db.selectFrom('sync_links').selectAll().where('their_id', '=', theirId).executeTakeFirstOrThrow(),
  )
const deal = async (crm: Crm, theirId: string) => {
  const { our_id: id } = await linked(crm, theirId)
  return crms.app.database.inOrg(crm.owner.orgId, (db) =>
    db.selectFrom('deals').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
}
const codes = ({ error_log }: Awaited<ReturnType<typeof sync>>) => error_log.map(({ code }) => code)
const title = { entity: 'contacts', theirs: 'jobtitle', ours: 'job_title', direction: 'both', conflict: 'ask' }
const none = { companies: 0, contacts: 0, deals: 0 }

for (const direction of ['both', 'out'])
  test(`a number that two people share there is not erased there by an edit of the second here (${direction})`, async () => {
    const crm = await connectedTo(crms, 'hubspot', none)
    await mapped(crm, title, { entity: 'contacts', theirs: 'phone', ours: 'phone', direction, conflict: 'ask' })
    const phone = '+493012345678'
    await created(crm, 'contacts', { firstName: 'Ann', email: 'ann@shared.example', phone })
    const bob = await created(crm, 'contacts', { firstName: 'Bob', email: 'bob@shared.example', phone })
    const first = await sync(crm)
    assert.deepEqual([codes(first), first.progress.contacts?.conflicts], [['phone_taken'], direction === 'both' ? 1 : 0])
    for (const jobTitle of ['Buyer', 'Owner']) {
      await crm.call('update-contact', { contactId: (await linked(crm, bob)).our_id, jobTitle })
      await sync(crm)
      const { phone: still, title: now } = (await there(crm, 'contacts', bob)) ?? {}
      assert.deepEqual([still, now], [phone, jobTitle])
      await edit(crm, 'contacts', bob, { linkedin: `https://www.linkedin.com/in/${jobTitle}` })
      await sync(crm)
    }
  })

test('a deal without a name there gets none there by an edit here; the name that a member gives it is written there', async () => {
  const crm = await connectedTo(crms, 'hubspot', none)
  await mapped(
    crm,
    { entity: 'deals', theirs: 'dealname', ours: 'name', direction: 'both', conflict: 'ask' },
    { entity: 'deals', theirs: 'amount', ours: 'amount', direction: 'both', conflict: 'ask' },
  )
  const id = await created(crm, 'deals', { name: null, amount: '100.00', currency: 'EUR', stageId: 'qualified' })
  await sync(crm)
  const { id: dealId, name } = await deal(crm, id)
  assert.equal(name, 'Unnamed')
  await crm.call('update-deal', { dealId, valueMinor: 20_000 })
  await sync(crm)
  const { name: still, amount } = (await there(crm, 'deals', id)) ?? {}
  assert.deepEqual([still, amount], [null, '200.00'])
  await crm.call('update-deal', { dealId, name: 'A new roof' })
  await sync(crm)
  assert.equal((await there(crm, 'deals', id))?.name, 'A new roof')
})

test('a name that is blank there from now on stays here, is noted, and is no change of the run', async () => {
  const crm = await connectedTo(crms, 'hubspot', none)
  const id = await created(crm, 'deals', { name: 'A roof', stageId: 'qualified' })
  await sync(crm)
  await edit(crm, 'deals', id, { name: null })
  const blank = await sync(crm)
  assert.deepEqual([codes(blank), blank.summary.deals?.changed], [['name_blank'], 0])
  assert.equal((await deal(crm, id)).name, 'A roof')
  const changes = await crms.app.database.inOrg(crm.owner.orgId, (db) => db.selectFrom('sync_changes').selectAll().execute())
  assert.deepEqual(changes, [])
  await edit(crm, 'deals', id, { name: 'A wall' })
  await sync(crm)
  assert.equal((await deal(crm, id)).name, 'A wall', 'the next name is followed')
})

test('a deal whose stage there is none of ours any more stays where it is; a new one goes to the first stage', async () => {
  const crm = await connectedTo(crms, 'hubspot', none)
  const id = await created(crm, 'deals', { name: 'Won', stageId: 'won' })
  await sync(crm)
  const before = await deal(crm, id)
  assert.equal(before.state, 'won')
  await edit(crm, 'deals', id, { stageId: 'deleted' })
  const other = await created(crm, 'deals', { name: 'New', stageId: 'deleted' })
  assert.deepEqual(codes(await sync(crm)), ['stage_unknown', 'stage_unknown'])
  const after = await deal(crm, id)
  assert.deepEqual([after.state, after.stage_id, (await deal(crm, other)).state], ['won', before.stage_id, 'open'])
  await edit(crm, 'deals', id, { stageId: 'lost' })
  await sync(crm)
  assert.equal((await deal(crm, id)).state, 'lost')
})

test('a deal that moves to a company which is not here yet follows when that comes, and stays where it moved on to meanwhile', async () => {
  const crm = await connectedTo(crms, 'hubspot', none)
  const [one, two, three] = await Promise.all(['One', 'Two', 'Three'].map((name) => created(crm, 'companies', { name })))
  assert.ok(one && two && three)
  const moved = await created(crm, 'deals', { name: 'Moved', stageId: 'won' }, { companyIds: [one] })
  const back = await created(crm, 'deals', { name: 'Back', stageId: 'won' }, { companyIds: [one] })
  const edited = await created(crm, 'deals', { name: 'Edited', stageId: 'won' }, { companyIds: [one] })
  await sync(crm)
  const [four] = [await created(crm, 'companies', { name: 'Four' })]
  for (const id of [moved, back, edited]) await edit(crm, 'deals', id, {}, { companyIds: [four] })
  await sync(crm, ['deals'])
  const companyOf = async (id: string) => (await deal(crm, id)).company_id
  const ourOf = async (id: string) => (await linked(crm, id)).our_id
  assert.equal(await companyOf(moved), await ourOf(one), 'until then it is as it was')
  await edit(crm, 'deals', back, {}, { companyIds: [two] })
  await sync(crm, ['deals'])
  await crms.app.database.inOrg(crm.owner.orgId, async (db) => {
    const change = { company_id: await ourOf(three), updated_at: new Date() }
    await db.updateTable('deals').set(change).where('name', '=', 'Edited').execute()
  })
  await sync(crm)
  assert.equal(await companyOf(moved), await ourOf(four))
  assert.equal(await companyOf(back), await ourOf(two), 'it no longer waits for the other')
  assert.equal(await companyOf(edited), await ourOf(three), 'what a person put there stays')
  assert.deepEqual((await linked(crm, edited)).differs, ['company_id'])
  assert.equal((await sync(crm)).summary.deals?.changed, 0)
})

test('a company that a member pinned on a deal stays when the one comes that the CRM names, and is known to differ', async () => {
  const crm = await connectedTo(crms, 'hubspot', none)
  const id = await created(
    crm,
    'deals',
    { name: 'Pinned', stageId: 'won' },
    { companyIds: [await created(crm, 'companies', { name: 'One' })] },
  )
  await sync(crm, ['deals'])
  const { our_id: recordId } = await linked(crm, id)
  await crm.call('pin-crm-value', { entity: 'deals', recordId, field: 'company_id', pinned: true })
  await sync(crm)
  assert.equal((await deal(crm, id)).company_id, null)
  assert.deepEqual((await linked(crm, id)).differs, ['company_id'])
})
