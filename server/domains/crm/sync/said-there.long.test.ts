import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Db } from '#core/context.ts'
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

const none = { companies: 0, contacts: 0, deals: 0 }
const both = (theirs: string, ours: string) => ({ entity: 'deals', theirs, ours, direction: 'both', conflict: 'ask' })
const saved = (crm: Crm, fields: readonly object[], more: object = {}) =>
  crm.call('save-crm-mapping', { connectionId: crm.connectionId, mapping: { fields }, ...more })
const inOrg = <T>(crm: Crm, work: (db: Db) => Promise<T>) => crms.app.database.inOrg(crm.owner.orgId, work)
const deals = (crm: Crm) => inOrg(crm, (db) => db.selectFrom('deals').selectAll().orderBy('id').execute())
const codes = ({ error_log }: Awaited<ReturnType<typeof sync>>) => error_log.map(({ code }) => code)
const created = async (crm: Crm, values: object): Promise<string> =>
  (await crm.control({ create: [{ entity: 'deals', values }] })).create[0] ?? ''
const there = async (crm: Crm, id: string) => (await crm.records('deals')).find((each) => each.id === id)?.values
const addDeal = (crm: Crm, more: object = {}) =>
  crm.call('create-deal', { client: { name: 'Rosa Diaz', email: 'rosa@only.example' }, name: 'A roof', ...more })

test('a deal that was created there keeps its client, company and owner here, though the CRM has none of them', async () => {
  const crm = await connectedTo(crms, 'hubspot', none)
  await saved(crm, [], { creates: ['deals'] })
  await addDeal(crm, { valueMinor: 5_000, currency: 'EUR' })
  await inOrg(crm, (db) => db.updateTable('deals').set({ assigned_to: crm.owner.personId }).execute())
  const before = (await deals(crm))[0]
  assert.ok(before?.contact_id && before.assigned_to)
  const done = await sync(crm)
  assert.deepEqual([done.progress.deals?.written, codes(done)], [1, ['owner_not_there']])
  assert.deepEqual(
    (await crm.records('deals')).map(({ contactIds }) => contactIds),
    [[]],
  )
  for (let n = 0; n < 2; n++) {
    await sync(crm)
    const [after, ...others] = await deals(crm)
    assert.deepEqual(
      [others.length, after?.contact_id, after?.assigned_to, after?.value_minor],
      [0, before.contact_id, before.assigned_to, before.value_minor],
    )
  }
})

test('a deal that is won or lost here stays in its pipeline there; where that has no such stage, none is written, and that is noted', async () => {
  const crm = await connectedTo(crms, 'hubspot', none)
  await saved(crm, [both('dealstage', 'stage')])
  const id = await created(crm, { name: 'Renewal', stageId: '991', pipeline: '75210' })
  await sync(crm)
  const stages = await inOrg(crm, (db) => db.selectFrom('stages').selectAll().execute())
  const stage = (kind: string) => stages.find((each) => each.kind === kind)?.id
  const [deal] = await deals(crm)
  const move = (kind: string) =>
    crm.call('move-deal', { dealId: deal?.id, stageId: stage(kind), ...(kind === 'lost' && { lostReason: 'Price' }) })
  await move('won')
  assert.deepEqual(codes(await sync(crm)), [])
  const renewed = await there(crm, id)
  assert.deepEqual([renewed?.stageId, renewed?.pipeline], ['992', '75210'])
  await sync(crm)
  await move('lost')
  assert.deepEqual(codes(await sync(crm)), ['stage_not_there'])
  const still = await there(crm, id)
  assert.deepEqual([still?.stageId, still?.pipeline], ['992', '75210'])
  await sync(crm)
  assert.equal((await deals(crm))[0]?.state, 'lost', 'and ours stays, too')
})

test('an amount in a currency that the CRM cannot say is not written there, and stays what it is here', async () => {
  const crm = await connectedTo(crms, 'hubspot', none)
  const off = { entity: 'deals', theirs: 'deal_currency_code', ours: 'currency', direction: 'off', conflict: 'ask' }
  await saved(crm, [both('amount', 'amount'), both('dealname', 'name'), off], { currency: 'USD', creates: ['deals'] })
  const id = await created(crm, { name: 'Theirs', amount: '100.00', stageId: 'qualified' })
  await sync(crm)
  const [deal] = await deals(crm)
  assert.equal(deal?.currency, 'USD')
  await crm.call('update-deal', { dealId: deal.id, name: 'Ours', valueMinor: 100_000, currency: 'EUR' })
  await addDeal(crm, { valueMinor: 5_000, currency: 'EUR' })
  const noted = codes(await sync(crm)).filter((code) => code !== 'owner_not_there')
  assert.deepEqual(noted, ['currency_differs', 'currency_differs'])
  const written = await there(crm, id)
  assert.deepEqual([written?.name, written?.amount], ['Ours', '100.00'])
  assert.equal((await crm.records('deals')).find(({ values }) => values.name === 'A roof')?.values.amount ?? null, null)
  await sync(crm)
  assert.deepEqual(
    (await deals(crm)).map(({ value_minor, currency }) => `${value_minor} ${currency}`),
    ['100000 EUR', '5000 EUR'],
  )
  await crm.call('update-deal', { dealId: deal.id, valueMinor: 20_000, currency: 'USD' })
  await sync(crm)
  assert.equal((await there(crm, id))?.amount, '200.00')
})

test('a deal whose creation there had no answer is known again by all that was sent, and never taken for one that was there before', async () => {
  const crm = await connectedTo(crms, 'hubspot', none)
  await addDeal(crm)
  const [deal] = await deals(crm)
  assert.ok(deal)
  const old = await created(crm, { name: 'A roof', stageId: 'appointment' })
  const anHourAgo = Date.now() - 3_600_000
  await crm.control({ edit: [{ entity: 'deals', id: old, values: {}, at: anHourAgo }] })
  const other = await created(crm, { name: 'A roof', stageId: 'won' })
  const sent = JSON.stringify({ name: 'A roof', amount: null, stage: deal.stage_id })
  const intent = { org_id: crm.owner.orgId, connection_id: crm.connectionId, entity: 'deals', our_id: deal.id, sent }
  await inOrg(crm, (db) => db.insertInto('sync_intents').values(intent).execute())
  await sync(crm)
  const ourOf = (theirId: string) =>
    inOrg(crm, (db) => db.selectFrom('sync_links').select('our_id').where('their_id', '=', theirId).executeTakeFirst())
  assert.equal((await deals(crm)).length, 3)
  for (const id of [old, other]) assert.notEqual((await ourOf(id))?.our_id, deal.id)
  const made = await created(crm, { name: 'A roof', stageId: 'appointment' })
  await sync(crm)
  assert.equal((await ourOf(made))?.our_id, deal.id)
  assert.equal((await deals(crm)).length, 3)
})
