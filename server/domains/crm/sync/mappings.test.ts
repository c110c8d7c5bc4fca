import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectedTo, startCrms } from '#test/support/crm-sync.ts'

let crms: Awaited<ReturnType<typeof startCrms>>
before(async () => {
  crms = await startCrms({ hasWorker: false })
})
after(() => crms?.stop())

type Answer = { readonly code: string; readonly error: string; readonly field: string }
const contact = (theirs: string, ours: string, direction: string, conflict = 'ask') => ({
  ...{ entity: 'contacts', theirs, ours, direction, conflict },
})

test('two of their fields for one value of ours that contradict each other are refused, with their names', async () => {
  const crm = await connectedTo(crms, 'hubspot', {})
  const save = (fields: readonly object[], status = 200) =>
    crm.call<Answer>('save-crm-mapping', { connectionId: crm.connectionId, mapping: { fields } }, status)
  const refused = await save([contact('phone', 'phone', 'in'), contact('mobilephone', 'phone', 'both')], 400)
  assert.deepEqual([refused.code, refused.field], ['sync_field_unfit', 'mapping'])
  assert.match(refused.error, /phone and mobilephone|mobilephone and phone/)
  await save([contact('phone', 'phone', 'in', 'ours'), contact('mobilephone', 'phone', 'in', 'theirs')], 400)
  await save([contact('phone', 'phone', 'both')])
  await save([contact('mobilephone', 'phone', 'in')], 400)
  await save([contact('mobilephone', 'phone', 'both')])
  await save([contact('phone', 'phone', 'off'), contact('mobilephone', 'phone', 'in')])
  await save([contact('lastname', 'last_name', 'both')], 400)
  await save([contact('firstname', 'first_name', 'both'), contact('lastname', 'last_name', 'both')])
})

test('more stages than are kept are refused, also over several calls', async () => {
  const crm = await connectedTo(crms, 'hubspot', {})
  // The usual pipeline is there from now on.
  await crm.call('save-crm-mapping', { connectionId: crm.connectionId, schedule: 'daily' })
  const { own_stages: ours } = await crm.call<{ own_stages: readonly { id: string }[] }>('show-crm-mapping', {
    connectionId: crm.connectionId,
  })
  const stageId = ours[0]?.id ?? assert.fail()
  const save = (from: number, status = 200) =>
    crm.call<Answer>(
      'save-crm-mapping',
      {
        connectionId: crm.connectionId,
        mapping: { stages: Object.fromEntries(Array.from({ length: 1_500 }, (_, n) => [`stage-${from + n}`, stageId])) },
      },
      status,
    )
  await save(0)
  assert.equal((await save(1_500, 400)).code, 'sync_field_unfit')
})
