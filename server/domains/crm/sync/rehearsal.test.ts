import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { connectedTo, startCrms } from '#test/support/crm-sync.ts'

let crms: Awaited<ReturnType<typeof startCrms>>
before(async () => {
  crms = await startCrms()
})
after(() => crms?.stop())
beforeEach(() => crms.sandbox.turn('hubspot'))

const everything = ({ orgId }: { readonly orgId: string }) =>
  crms.app.database.inOrg(orgId, async (db) => ({
    contacts: await db.selectFrom('contacts').selectAll().orderBy('id').execute(),
    companies: await db.selectFrom('companies').selectAll().orderBy('id').execute(),
    deals: await db.selectFrom('deals').selectAll().orderBy('id').execute(),
    links: await db.selectFrom('sync_links').selectAll().execute(),
  }))

test('a rehearsal writes nothing and comes to the verdict of the run after it', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 12, contacts: 130, deals: 15 })
  const [known] = (await crm.records('contacts')).filter(({ values }) => values.email !== null && values.firstName !== null)
  await crm.call('create-deal', { client: { name: 'Another Name', email: known?.values.email }, name: 'Known before' })
  const before = await everything(crm.owner)
  const rehearsed = await crm.sync({ dryRun: true })
  assert.deepEqual([rehearsed.status, rehearsed.kind], ['completed', 'rehearsal'])
  assert.deepEqual(await everything(crm.owner), before)
  const conflict = rehearsed.samples.find(({ record_id }) => record_id === known?.id)
  assert.equal(conflict?.verdict, 'conflicting')
  assert.equal(conflict?.fields.find(({ verdict }) => verdict === 'ask')?.ours, 'Another Name')
  const made = rehearsed.samples.find(({ entity, verdict }) => entity === 'companies' && verdict === 'new')
  assert.ok(made?.fields.some(({ field, theirs }) => field === 'name' && theirs !== null))
  const run = await crm.sync()
  const verdictOf = ({ summary }: typeof run) =>
    Object.fromEntries(
      Object.entries(summary).map(([entity, { gone: _gone, missing: _missing, ...counted }]) => [entity, counted]),
    )
  assert.deepEqual(verdictOf(rehearsed), verdictOf(run))
})
