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
    assert.deepEqual([entity, done.progress[entity]?.total, done.progress[entity]?.imported], [entity, count, count])
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
})
