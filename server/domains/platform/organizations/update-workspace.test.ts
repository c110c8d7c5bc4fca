import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app.stop())

interface Workspace {
  name: string
  default_country: string | null
  key_rate_per_minute: number
  lead_quota_per_month: number | null
  leads_this_month: number
  month_ends_at: string
}
const show = async (as: Someone) => (await app.call('show-workspace', {}, as)).body.workspace as unknown as Workspace

test('a field left out of a change stays, and null disables it', async () => {
  const owner = await app.given.organization('Before', { defaultCountry: 'DE' })
  const changed = await app.call('update-workspace', { name: ' After ', keyRatePerMinute: 60, leadQuotaPerMonth: 5 }, owner)
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  const now = await show(owner)
  assert.deepEqual([now.name, now.default_country, now.key_rate_per_minute, now.lead_quota_per_month], ['After', 'DE', 60, 5])
  await app.call('update-workspace', { defaultCountry: null, leadQuotaPerMonth: null }, owner)
  const later = await show(owner)
  assert.deepEqual([later.name, later.default_country, later.lead_quota_per_month], ['After', null, null])
})

test('a country is one that has telephone numbers', async () => {
  for (const defaultCountry of ['XX', 'D', 'Germany', '49', 'AQ']) {
    const answer = await app.call('update-workspace', { defaultCountry })
    assert.deepEqual(
      [answer.status, answer.body.code, answer.body.field],
      [400, 'country_unknown', 'defaultCountry'],
      defaultCountry,
    )
  }
  assert.equal((await app.call('update-workspace', { defaultCountry: 'gb' })).status, 200)
  assert.equal((await show(app.owner)).default_country, 'GB')
})

test('a new default country and a new limit hold for a key in use within a second', async () => {
  const owner = await app.given.organization()
  const keyId = (await app.call('create-key', { name: 'K', scopes: ['leads:write'] }, owner)).body as unknown as {
    secret: string
  }
  assert.equal((await app.post({ phone: '0151 12345678' }, keyId.secret)).body.code, 'phone_unreadable')
  await app.call('update-workspace', { defaultCountry: 'DE', keyRatePerMinute: 777 }, owner)
  await new Promise((done) => setTimeout(done, 1_000))
  const taken = await app.post({ phone: '0151 12345678' }, keyId.secret)
  assert.equal(taken.status, 200)
  assert.equal(taken.headers.get('RateLimit-Policy'), '"default";q=777;w=60')
})

test('a quota that is enabled again counts the leads received while it was disabled', async () => {
  const owner = await app.given.organization('Counted', { quota: 3 })
  const key = await app.given.key(owner.orgId)
  assert.equal((await app.post({ email: 'a@example.com' }, key.text)).status, 200)
  assert.equal((await show(owner)).leads_this_month, 1)
  await app.call('update-workspace', { leadQuotaPerMonth: null }, owner)
  await new Promise((done) => setTimeout(done, 1_000))
  for (const name of ['b', 'c']) assert.equal((await app.post({ email: `${name}@example.com` }, key.text)).status, 200)
  await app.call('update-workspace', { leadQuotaPerMonth: 3 }, owner)
  await new Promise((done) => setTimeout(done, 1_000))
  const refused = await app.post({ email: 'd@example.com' }, key.text)
  assert.deepEqual([refused.status, refused.body.code], [429, 'quota_exceeded'])
  assert.equal((await show(owner)).leads_this_month, 3)
})

test('without a quota the leads of the month are those that are not deleted', async () => {
  const owner = await app.given.organization()
  const key = await app.given.key(owner.orgId)
  const sent = []
  for (const name of ['a', 'b', 'c']) sent.push((await app.post({ email: `${name}@example.com` }, key.text)).body.lead_id)
  assert.equal((await show(owner)).leads_this_month, 3)
  await app.call('delete-records', { kind: 'lead', ids: sent.slice(1) }, owner)
  assert.equal((await show(owner)).leads_this_month, 1)
  assert.equal((await app.call('restore-records', { kind: 'lead', ids: sent.slice(2) }, owner)).status, 200)
  assert.equal((await show(owner)).leads_this_month, 2)
})

test('members see the settings and cannot change them; those of another workspace are visible to no member', async () => {
  const owner = await app.given.organization('Ours')
  const member = await app.given.person(owner.orgId, 'member')
  assert.equal((await show(member)).name, 'Ours')
  assert.equal((await app.call('update-workspace', { name: 'Theirs' }, member)).status, 403)
  assert.equal((await app.call('update-workspace', { name: 'X', orgId: app.owner.orgId }, owner)).status, 403)
  assert.equal((await show(owner)).name, 'Ours')
})

test('members are listed with their role and whether they have a password, owners first', async () => {
  const owner = await app.given.organization()
  const member = await app.given.person(owner.orgId, 'member')
  const { members } = (await app.call('list-members', {}, member)).body as unknown as {
    members: { id: string; role: string; email: string; has_password: boolean; last_seen_at: string | null }[]
  }
  assert.deepEqual(
    members.map(({ id, role, email, has_password }) => ({ id, role, email, has_password })),
    [
      { id: owner.personId, role: 'owner', email: owner.email, has_password: false },
      { id: member.personId, role: 'member', email: member.email, has_password: false },
    ],
  )
  assert.notEqual(members[0]?.last_seen_at, null)
})
