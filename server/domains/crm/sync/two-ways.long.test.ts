import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { connectedTo, startCrms } from '#test/support/crm-sync.ts'

let crms: Awaited<ReturnType<typeof startCrms>>
before(async () => {
  crms = await startCrms()
})
after(() => crms?.stop())
beforeEach(() => crms.sandbox.turn('hubspot'))

type Crm = Awaited<ReturnType<typeof connectedTo>>
const prepared = async (mapping: object | null) => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 2, contacts: 10, deals: 4 })
  if (mapping !== null) await crm.call('save-crm-mapping', { connectionId: crm.connectionId, mapping: { fields: [mapping] } })
  await crm.sync()
  const there = (await crm.records('contacts')).find(({ values }) => values.title !== null && values.email !== null)
  assert.ok(there)
  return { crm, there }
}
const here = async (crm: Crm, email: string | null | undefined) => {
  const row = await crms.app.database.inOrg(crm.owner.orgId, (db) =>
    db
      .selectFrom('contacts')
      .select(['id', 'job_title'])
      .where('email', '=', email ?? '')
      .executeTakeFirst(),
  )
  assert.ok(row)
  return row
}
const titleThere = async (crm: Crm, id: string) => (await crm.records('contacts')).find((each) => each.id === id)?.values.title
const title = { entity: 'contacts', theirs: 'jobtitle', ours: 'job_title' }

test('read only: what a member changed here is not written over, the other value is proposed and can be taken', async () => {
  const { crm, there } = await prepared(null)
  const contact = await here(crm, there.values.email)
  await crm.call('update-contact', { contactId: contact.id, jobTitle: 'Ours' })
  const { summary, certificate } = await crm.sync()
  assert.equal(summary.contacts?.changed, 0)
  const { sampled, differing, known_differing: known } = certificate.contacts ?? {}
  assert.deepEqual([sampled, differing, known], [10, [], 1], 'the certificate does not call both the same')
  assert.equal(await titleThere(crm, there.id), there.values.title, 'nothing is written there')
  await crm.control({ edit: [{ entity: 'contacts', id: there.id, values: { title: 'Theirs' } }] })
  const done = await crm.sync()
  assert.equal(done.progress.contacts?.conflicts, 1)
  assert.equal((await here(crm, there.values.email)).job_title, 'Ours')
  const { conflicts } = await crm.call<{ conflicts: { id: string; field: string; ours: string; theirs: string }[] }>(
    'list-crm-conflicts',
    { recordId: contact.id },
  )
  assert.deepEqual(
    conflicts.map(({ field, ours, theirs }) => [field, ours, theirs]),
    [['job_title', 'Ours', 'Theirs']],
  )
  await crm.call('decide-crm-conflict', { conflictId: conflicts[0]?.id, take: 'theirs' })
  assert.equal((await here(crm, there.values.email)).job_title, 'Theirs')
  await crm.call('decide-crm-conflict', { conflictId: conflicts[0]?.id, take: 'ours' }, 409)
  assert.equal((await crm.sync()).progress.contacts?.conflicts, 0)
})

test('both ways: a change on one side makes one write on the other, its echo none, and no loop', async () => {
  const { crm, there } = await prepared({ ...title, direction: 'both', conflict: 'ask' })
  const contact = await here(crm, there.values.email)
  await crm.call('update-contact', { contactId: contact.id, jobTitle: 'From here' })
  const out = await crm.sync()
  assert.deepEqual([out.error_log, out.progress.contacts?.written, await titleThere(crm, there.id)], [[], 1, 'From here'])
  for (let n = 0; n < 2; n++) {
    const echo = await crm.sync()
    assert.deepEqual([echo.progress.contacts?.written, echo.summary.contacts?.changed], [0, 0])
  }
  await crm.control({ edit: [{ entity: 'contacts', id: there.id, values: { title: 'From there' } }] })
  const back = await crm.sync()
  assert.deepEqual([back.progress.contacts?.written, back.summary.contacts?.changed], [0, 1])
  assert.equal((await here(crm, there.values.email)).job_title, 'From there')
})

test('a sync never writes over what a member pinned, whatever the rule and also after it was written there; unpinned, theirs is followed', async () => {
  const { crm, there } = await prepared({ ...title, direction: 'both', conflict: 'theirs' })
  const contact = await here(crm, there.values.email)
  const pin = (pinned: boolean) =>
    crm.call('pin-crm-value', { entity: 'contacts', recordId: contact.id, field: 'job_title', pinned })
  const say = (value: string) => crm.control({ edit: [{ entity: 'contacts', id: there.id, values: { title: value } }] })
  const shown = async () => {
    const { links } = await crm.call<{ links: { values: { field: string; is_pinned: boolean; can_pin: boolean }[] }[] }>(
      'show-crm-record',
      { entity: 'contacts', recordId: contact.id },
    )
    const value = links[0]?.values.find(({ field }) => field === 'job_title')
    return [value?.is_pinned, value?.can_pin]
  }
  assert.deepEqual(await shown(), [false, true])
  await pin(true)
  assert.deepEqual(await shown(), [true, true])

  await say('Theirs')
  assert.equal((await crm.sync()).progress.contacts?.conflicts, 1)
  assert.equal((await here(crm, there.values.email)).job_title, contact.job_title, 'proposed, not written')

  await crm.call('update-contact', { contactId: contact.id, jobTitle: 'Ours, changed' })
  const { conflicts } = await crm.call<{ conflicts: { id: string }[] }>('list-crm-conflicts', { recordId: contact.id })
  await crm.call('decide-crm-conflict', { conflictId: conflicts[0]?.id, take: 'ours' })
  await crm.sync()
  assert.equal(await titleThere(crm, there.id), 'Ours, changed', 'it is written there')
  await say('Theirs again')
  await crm.sync()
  assert.equal((await here(crm, there.values.email)).job_title, 'Ours, changed', 'the pin outlives the write')

  await pin(false)
  assert.deepEqual(await shown(), [false, true])
  await say('Followed')
  await crm.sync()
  assert.equal((await here(crm, there.values.email)).job_title, 'Followed')
  await crm.call('pin-crm-value', { entity: 'contacts', recordId: contact.id, field: 'nonsense', pinned: true }, 400)
  const { owner } = crm
  await crm.call('pin-crm-value', { entity: 'contacts', recordId: owner.personId, field: 'job_title', pinned: true }, 404)
})

for (const [rule, stands] of [
  ['ours', 'Ours'],
  ['theirs', 'Theirs'],
  ['newer', 'Ours'],
] as const)
  test(`both ways: where both sides changed a value, the rule ${rule} decides, and both have it`, async () => {
    const { crm, there } = await prepared({ ...title, direction: 'both', conflict: rule })
    const contact = await here(crm, there.values.email)
    await crm.control({ edit: [{ entity: 'contacts', id: there.id, values: { title: 'Theirs' } }] })
    await new Promise((done) => setTimeout(done, 50))
    await crm.call('update-contact', { contactId: contact.id, jobTitle: 'Ours' })
    await crm.sync()
    assert.deepEqual([(await here(crm, there.values.email)).job_title, await titleThere(crm, there.id)], [stands, stands])
    const after = await crm.sync()
    assert.deepEqual([after.progress.contacts?.written, after.summary.contacts?.changed], [0, 0])
  })

test('both ways: a true conflict waits for a member; ours, once decided, is written there', async () => {
  const { crm, there } = await prepared({ ...title, direction: 'both', conflict: 'ask' })
  const contact = await here(crm, there.values.email)
  await crm.control({ edit: [{ entity: 'contacts', id: there.id, values: { title: 'Theirs' } }] })
  await crm.call('update-contact', { contactId: contact.id, jobTitle: 'Ours' })
  assert.equal((await crm.sync()).progress.contacts?.conflicts, 1)
  assert.deepEqual([(await here(crm, there.values.email)).job_title, await titleThere(crm, there.id)], ['Ours', 'Theirs'])
  const { conflicts } = await crm.call<{ conflicts: { id: string }[] }>('list-crm-conflicts', {
    connectionId: crm.connectionId,
  })
  await crm.call('decide-crm-conflict', { conflictId: conflicts[0]?.id, take: 'ours' })
  await crm.sync()
  assert.equal(await titleThere(crm, there.id), 'Ours')
})

test('records that are only here are created there once, if the workspace asks for it, and none of the demo', async () => {
  const { crm } = await prepared(null)
  await crm.call('seed-demo', {})
  await crm.call('create-deal', {
    client: { name: 'Rosa Diaz', email: 'rosa@only-here.example' },
    name: 'Only here',
    valueMinor: 5000,
    currency: 'EUR',
  })
  const before = (await crm.records('contacts')).length
  assert.equal((await crm.sync()).progress.contacts?.written, 0)
  await crm.call('save-crm-mapping', { connectionId: crm.connectionId, creates: ['contacts', 'deals'] })
  const done = await crm.sync()
  assert.deepEqual([done.status, done.error_log], ['completed', done.error_log.filter(({ code }) => code !== 'not_created')])
  assert.equal((await crm.records('contacts')).length, before + 1)
  const again = await crm.sync()
  assert.deepEqual([again.progress.contacts?.written, again.progress.deals?.written, again.summary.contacts?.new], [0, 0, 0])
  assert.equal((await crm.records('contacts')).length, before + 1)
})
