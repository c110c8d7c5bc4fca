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

const sync = async (crm: Crm, entities = ['contacts']) => {
  await crms.app.database.db.deleteFrom('directory.buckets').execute()
  const wish = { connectionId: crm.connectionId, userId: crm.owner.personId, entities }
  const { jobId } = await crm.call<{ jobId: string }>('crm-start-sync', wish)
  await runSync.run({ orgId: crm.owner.orgId, jobId }, jobs.context)
  const shown = await crm.show(jobId)
  assert.equal(shown.status, 'completed', JSON.stringify({ ...shown, samples: [] }))
  return shown
}
const withEmail = async (crm: Crm) => {
  const there = (await crm.records('contacts')).find(({ values }) => values.email !== null)
  assert.ok(there)
  return there
}
const contactOf = (crm: Crm, theirId: string) =>
  crms.app.database.inOrg(crm.owner.orgId, (db) =>
    db
      .selectFrom('sync_links')
      .innerJoin('contacts', (join) =>
        join.onRef('contacts.id', '=', 'sync_links.our_id').onRef('contacts.org_id', '=', 'sync_links.org_id'),
      )
      .select(['contacts.id', 'email', 'phone'])
      .where('their_id', '=', theirId)
      .executeTakeFirstOrThrow(),
  )
const phoneThere = async (crm: Crm, theirId: string) =>
  (await crm.records('contacts')).find(({ id }) => id === theirId)?.values.phone
const say = (crm: Crm, id: string, values: object) => crm.control({ edit: [{ entity: 'contacts', id, values }] })
const bothWays = (crm: Crm, conflict: string) =>
  crm.call('save-crm-mapping', {
    connectionId: crm.connectionId,
    mapping: { fields: [{ entity: 'contacts', theirs: 'phone', ours: 'phone', direction: 'both', conflict }] },
  })

for (const rule of ['ask', 'ours', 'newer'])
  test(`a number there that cannot be read is not written over under the rule ${rule}, and is noted; once readable, it is followed`, async () => {
    const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts: 6, deals: 0 })
    await bothWays(crm, rule)
    const there = await withEmail(crm)
    await say(crm, there.id, { phone: 'ask Anna, ext. 5' })
    const client = { name: 'Known', email: there.values.email, phone: '+4915112345678' }
    await crm.call('create-deal', { client, name: 'Known before' })
    const first = await sync(crm)
    assert.ok(first.error_log.some(({ record_id, code }) => record_id === there.id && code === 'phone_unreadable'))
    const { id: contactId } = await contactOf(crm, there.id)
    await crm.call('update-contact', { contactId, phone: '+4915112345679' })
    await sync(crm)
    assert.equal(await phoneThere(crm, there.id), 'ask Anna, ext. 5')
    assert.equal((await contactOf(crm, there.id)).phone, '+4915112345679')
    assert.equal((await sync(crm)).progress.contacts?.written, 0)
  })

test('an address or a number that can no longer be read there leaves ours as it was, and the next readable one is taken', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts: 6, deals: 0 })
  const there = await withEmail(crm)
  await say(crm, there.id, { phone: '+4915112345678' })
  await sync(crm)
  const before = await contactOf(crm, there.id)
  await say(crm, there.id, { email: 'not an address', phone: 'call me maybe' })
  const noted = await sync(crm)
  assert.deepEqual(noted.error_log.map(({ code }) => code).sort(), ['email_malformed', 'phone_unreadable'])
  assert.deepEqual(await contactOf(crm, there.id), before)
  await say(crm, there.id, { email: 'readable@again.example', phone: '+4915112345679' })
  const done = await sync(crm)
  assert.equal(done.progress.contacts?.conflicts, 0)
  assert.deepEqual(await contactOf(crm, there.id), {
    ...{ id: before.id, email: 'readable@again.example', phone: '+4915112345679' },
  })
  await say(crm, there.id, { phone: null })
  await sync(crm)
  assert.equal((await contactOf(crm, there.id)).phone, null, 'no value there is another thing')
})

test('an amount that can no longer be read there leaves that of the deal as it was', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts: 0, deals: 6 })
  await sync(crm, ['deals'])
  const amountOf = (name: string | null | undefined) =>
    crms.app.database.inOrg(crm.owner.orgId, (db) =>
      db
        .selectFrom('deals')
        .select(['value_minor', 'currency'])
        .where('name', '=', name ?? '')
        .executeTakeFirst(),
    )
  const there = (await crm.records('deals')).find(({ values }) => Number(values.amount) > 0)
  assert.ok(there)
  const before = await amountOf(there.values.name)
  assert.ok(before?.value_minor)
  await crm.control({ edit: [{ entity: 'deals', id: there.id, values: { amount: '-5' } }] })
  assert.ok((await sync(crm, ['deals'])).error_log.some(({ code }) => code === 'amount_negative'))
  assert.deepEqual(await amountOf(there.values.name), before)
})

test('a negative amount is left out and noted; of more errors than are kept all are counted, and the newest named', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts: 0, deals: 0 })
  const many = Array.from({ length: 1_050 }, (_, n) => ({
    ...{ entity: 'contacts', values: { firstName: 'Someone', lastName: String(n), email: `no address ${n}` } },
  }))
  const { create } = await crm.control({
    create: [...many, { entity: 'deals', values: { name: 'Refund', amount: '-50.00', stageId: 'qualified' } }],
  })
  const done = await sync(crm, ['contacts', 'deals'])
  assert.deepEqual([done.error_count, done.error_log.length], [1_051, 1_000])
  const [newest] = done.error_log
  assert.deepEqual([newest?.code, newest?.record_id, newest?.field], ['amount_negative', create.at(-1), 'amount'])
  assert.equal(done.progress.contacts?.imported, 1_050, 'each is taken without its address')
})

test('once a currency is chosen for amounts that name none, the next sync reads all deals, and they have their amounts', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts: 0, deals: 0 })
  const unnamed = { entity: 'deals', theirs: 'deal_currency_code', ours: 'currency', direction: 'off' }
  await crm.call('save-crm-mapping', { connectionId: crm.connectionId, mapping: { fields: [unnamed] } })
  await crm.control({ create: [{ entity: 'deals', values: { name: 'Roof', amount: '100.00', stageId: 'qualified' } }] })
  const done = await sync(crm, ['deals'])
  assert.deepEqual(
    done.error_log.map(({ code }) => code),
    ['currency_unknown'],
  )
  const mode = async (currency: string) => {
    await crm.call('save-crm-mapping', { connectionId: crm.connectionId, currency })
    return (await sync(crm, ['deals'])).mode
  }
  assert.equal(await mode('EUR'), 'all')
  assert.equal(await mode('EUR'), 'changes')
  const deal = await crms.app.database.inOrg(crm.owner.orgId, (db) =>
    db.selectFrom('deals').select(['value_minor', 'currency']).executeTakeFirstOrThrow(),
  )
  assert.deepEqual([Number(deal.value_minor), deal.currency], [10_000, 'EUR'])
})
