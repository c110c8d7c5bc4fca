import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { crmProviderNames } from '#ports/providers.ts'
import { connectedTo, startCrms } from '#test/support/crm-sync.ts'

let crms: Awaited<ReturnType<typeof startCrms>>
before(async () => {
  crms = await startCrms()
})
after(() => crms?.stop())
beforeEach(async () => {
  for (const provider of crmProviderNames) await crms.sandbox.turn(provider)
})

for (const provider of crmProviderNames)
  test(`${provider}: everything is read, certified, followed by its changes and deletions, and undone`, async () => {
    const crm = await connectedTo(crms, provider, { companies: 8, contacts: 60, deals: 11 })
    const done = await crm.sync()
    assert.deepEqual([done.status, done.reason], ['completed', null])
    for (const [entity, count] of [
      ['companies', 8],
      ['contacts', 60],
      ['deals', 11],
    ] as const) {
      assert.deepEqual([entity, done.progress[entity]?.imported, done.progress[entity]?.failed], [entity, count, 0])
      const { ours, theirs, missing, differing } = done.certificate[entity] ?? {}
      assert.deepEqual([entity, ours, missing, differing], [entity, count, [], []])
      assert.ok(theirs === null || theirs === count)
    }
    const [edited, removed] = (await crm.records('contacts')).filter(({ values }) => values.email !== null)
    assert.ok(edited && removed)
    await crm.control({
      edit: [{ entity: 'contacts', id: edited.id, values: { lastName: 'Changed' } }],
      remove: [{ entity: 'contacts', id: removed.id }],
      create: [{ entity: 'contacts', values: { firstName: 'Fresh', lastName: 'Person', email: 'fresh@new.example' } }],
    })
    const next = await crm.sync()
    assert.deepEqual([next.status, next.mode, next.summary.contacts?.new], ['completed', 'changes', 1])
    const names = await crms.app.database.inOrg(crm.owner.orgId, (db) =>
      db
        .selectFrom('contacts')
        .select('full_name')
        .where('email', 'in', [edited.values.email ?? '', 'fresh@new.example'])
        .execute(),
    )
    assert.deepEqual(
      names.map(({ full_name }) => full_name).sort(),
      [`${edited.values.firstName} Changed`, 'Fresh Person'].sort(),
    )
    assert.equal(next.certificate.contacts?.missing_count, 0)
    for (const { jobId } of [next, done]) {
      const undo = await crm.call<{ jobId: string }>('undo-sync', { jobId })
      assert.equal((await crm.ended(undo.jobId)).status, 'completed')
    }
    const left = await crms.app.database.inOrg(crm.owner.orgId, async (db) => [
      ...(await db.selectFrom('contacts').select('id').execute()),
      ...(await db.selectFrom('companies').select('id').execute()),
      ...(await db.selectFrom('deals').select('id').execute()),
    ])
    assert.deepEqual(left, [])
  })
