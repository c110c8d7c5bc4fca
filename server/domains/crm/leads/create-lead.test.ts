import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
let key: string
before(async () => {
  app = await startApp()
  key = (await app.given.key(app.owner.orgId)).text
})
after(() => app.stop())

const lead = (n: number, more: object = {}) => ({ email: `lead${n}@example.com`, name: `Lead ${n}`, ...more })

test('a lead is answered 200 with exactly the four fields of the contract', async () => {
  const reply = await app.post(lead(1, { company: 'Rao', external_id: 'x-1' }), key)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  assert.deepEqual(Object.keys(reply.body).sort(), ['contact_id', 'deduplicated', 'lead_id', 'ok'])
  assert.equal(reply.body.deduplicated, false)
  const shown = await app.call('show-lead', { leadId: reply.body.lead_id })
  assert.equal(shown.status, 200, JSON.stringify(shown.body))
})

test('a repeat of an external_id is the original lead, deduplicated, and no second record', async () => {
  const first = await app.post(lead(2, { external_id: 'x-2' }), key)
  const again = await app.post(lead(3, { external_id: 'x-2' }), key)
  assert.equal(again.status, 200)
  assert.equal(again.body.lead_id, first.body.lead_id)
  assert.equal(again.body.deduplicated, true)
})
