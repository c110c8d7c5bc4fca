import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { connectedTo, startCrms } from '#test/support/crm-sync.ts'

let crms: Awaited<ReturnType<typeof startCrms>>
before(async () => {
  crms = await startCrms()
})
after(() => crms?.stop())
beforeEach(() => crms.sandbox.turn('hubspot'))

test('an owner imports a CRM: every record stands here once, linked, and the certificate says so', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 20, contacts: 130, deals: 24 })
  const done = await crm.sync()
  assert.deepEqual(
    [done.status, done.mode, done.error_log.filter(({ code }) => code === 'record_not_taken')],
    ['completed', 'all', []],
  )
  for (const [entity, count] of [
    ['companies', 20],
    ['contacts', 130],
    ['deals', 24],
  ] as const) {
    const { total, expected, imported } = done.progress[entity] ?? {}
    assert.deepEqual([entity, total, expected, imported], [entity, count, count, count])
    const { theirs, ours, missing, differing, sampled } = done.certificate[entity] ?? {}
    assert.deepEqual([entity, theirs, ours, missing, differing], [entity, count, count, [], []])
    assert.ok((sampled ?? 0) > 0)
  }
  const again = await crm.sync()
  assert.equal(again.mode, 'changes')
  assert.deepEqual(
    Object.values(again.summary).map(({ new: made, changed, failed, gone }) => [made, changed, failed, gone]),
    [
      [0, 0, 0, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ],
  )
  assert.equal(again.progress.contacts?.expected, null, 'of changes it is not known how many are to come')
  const begun = new Date()
  assert.equal((await crm.sync({ mode: 'all' })).status, 'completed')
  const [first] = await crms.app.database.inOrg(crm.owner.orgId, (db) =>
    db.selectFrom('sync_links').select('seen_at').orderBy('seen_at').limit(1).execute(),
  )
  assert.ok(first && first.seen_at >= begun, 'what was read again says so, also where it is as it was')
})
