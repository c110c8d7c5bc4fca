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
interface Conflict {
  readonly id: string
  readonly field: string
  readonly ours: string | null
  readonly theirs: string | null
}

const sync = async (crm: Crm, connectionId = crm.connectionId) => {
  await crms.app.database.db.deleteFrom('directory.buckets').execute()
  const wish = { connectionId, userId: crm.owner.personId, entities: ['contacts'] }
  const { jobId } = await crm.call<{ jobId: string }>('crm-start-sync', wish)
  await runSync.run({ orgId: crm.owner.orgId, jobId }, jobs.context)
  const shown = await crm.show(jobId)
  assert.equal(shown.status, 'completed', JSON.stringify({ ...shown, samples: [] }))
  return shown
}
const titleOf = { entity: 'contacts', theirs: 'jobtitle', ours: 'job_title' }
const emailOf = { entity: 'contacts', theirs: 'email', ours: 'email' }
/** A CRM with six contacts that were read once, and one of them on both sides. */
const begun = async (...fields: object[]) => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts: 6, deals: 0 })
  if (fields.length > 0) await crm.call('save-crm-mapping', { connectionId: crm.connectionId, mapping: { fields } })
  await sync(crm)
  const there = (await crm.records('contacts')).find(({ values }) => values.email !== null)
  assert.ok(there)
  const link = await crms.app.database.inOrg(crm.owner.orgId, (db) =>
    db.selectFrom('sync_links').select('our_id').where('their_id', '=', there.id).executeTakeFirstOrThrow(),
  )
  return { crm, theirId: there.id, contactId: link.our_id }
}
const say = (crm: Crm, id: string, values: object) => crm.control({ edit: [{ entity: 'contacts', id, values }] })
const thereOf = async (crm: Crm, id: string) => (await crm.records('contacts')).find((each) => each.id === id)?.values
const hereOf = (crm: Crm, id: string) =>
  crms.app.database.inOrg(crm.owner.orgId, (db) =>
    db.selectFrom('contacts').select(['email', 'job_title']).where('id', '=', id).executeTakeFirst(),
  )
const byEmail = (crm: Crm, email: string) =>
  crms.app.database.inOrg(crm.owner.orgId, (db) =>
    db.selectFrom('contacts').select('id').where('email', '=', email).executeTakeFirstOrThrow(),
  )
const conflictsOf = async (crm: Crm, recordId: string) =>
  (await crm.call<{ conflicts: Conflict[] }>('list-crm-conflicts', { recordId })).conflicts

test('a conflict ends where a reading finds both sides the same, and it is listed with the values of now', async () => {
  const { crm, theirId, contactId } = await begun({ ...titleOf, direction: 'both', conflict: 'ask' })
  await crm.call('update-contact', { contactId, jobTitle: 'A' })
  await say(crm, theirId, { title: 'B' })
  await sync(crm)
  const [open] = await conflictsOf(crm, contactId)
  assert.deepEqual([open?.ours, open?.theirs], ['A', 'B'])
  await crm.call('update-contact', { contactId, jobTitle: 'A2' })
  const [now] = await conflictsOf(crm, contactId)
  assert.deepEqual([now?.id, now?.ours, now?.theirs], [open?.id, 'A2', 'B'])
  const shown = { ours: 'A', theirs: 'B' }
  await crm.call('decide-crm-conflict', { conflictId: open?.id, take: 'theirs', shown }, 409)
  assert.equal((await hereOf(crm, contactId))?.job_title, 'A2')

  await say(crm, theirId, { title: 'A2' })
  await sync(crm)
  assert.deepEqual(await conflictsOf(crm, contactId), [])
  await crm.call('decide-crm-conflict', { conflictId: open?.id, take: 'theirs' }, 409)
  assert.deepEqual([(await hereOf(crm, contactId))?.job_title, (await thereOf(crm, theirId))?.title], ['A2', 'A2'])
})

test('a value that Foyer decides is written back over an edit there, though nothing changed here; and once', async () => {
  const { crm, theirId, contactId } = await begun({ ...titleOf, direction: 'out', conflict: 'ask' })
  await crm.call('update-contact', { contactId, jobTitle: 'Ours' })
  await sync(crm)
  assert.equal((await thereOf(crm, theirId))?.title, 'Ours')
  await say(crm, theirId, { title: 'Edited there' })
  assert.equal((await sync(crm)).progress.contacts?.written, 1)
  assert.equal((await thereOf(crm, theirId))?.title, 'Ours')
  assert.equal((await sync(crm)).progress.contacts?.written, 0)
})

test('a pinned value that was never edited is written there once a member decides for ours', async () => {
  const { crm, theirId, contactId } = await begun({ ...titleOf, direction: 'both', conflict: 'ask' })
  const before = (await hereOf(crm, contactId))?.job_title
  await crm.call('pin-crm-value', { entity: 'contacts', recordId: contactId, field: 'job_title', pinned: true })
  await say(crm, theirId, { title: 'Theirs' })
  await sync(crm)
  const [open] = await conflictsOf(crm, contactId)
  await crm.call('decide-crm-conflict', { conflictId: open?.id, take: 'ours', shown: { ours: before, theirs: 'Theirs' } })
  await sync(crm)
  assert.equal((await thereOf(crm, theirId))?.title ?? null, before)
  assert.equal((await sync(crm)).progress.contacts?.written, 0)
})

test('an address that another contact has is tried again with each sync, and taken once it is free', async () => {
  const { crm, theirId, contactId } = await begun()
  const before = (await hereOf(crm, contactId))?.email
  const client = { name: 'Someone', email: 'taken@else.example' }
  await crm.call('create-deal', { client, name: 'x' })
  await say(crm, theirId, { email: client.email, title: 'Taken too' })
  for (let n = 0; n < 2; n++) {
    const { error_log: errors, summary } = await sync(crm)
    assert.deepEqual(
      errors.map(({ record_id, code }) => [record_id, code]),
      [[theirId, 'email_taken']],
    )
    assert.deepEqual(await hereOf(crm, contactId), { email: before, job_title: 'Taken too' })
    assert.equal(summary.contacts?.changed, n === 0 ? 1 : 0, 'with its title it changed once')
  }
  const other = await byEmail(crm, client.email)
  await crm.call('update-contact', { contactId: other.id, email: 'elsewhere@else.example' })
  assert.deepEqual((await sync(crm)).error_log, [])
  assert.equal((await hereOf(crm, contactId))?.email, client.email)
})

test('a contact whose only new value is another contact’s is matched and unchanged, in a rehearsal, in the run and here', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts: 0, deals: 0 })
  const [phone, email] = ['+4930901820', 'kim@both.example']
  await crm.call('create-deal', { client: { name: 'Kim', email }, name: 'x' })
  await crm.call('create-deal', { client: { name: 'Lee', email: 'lee@here.example', phone }, name: 'x' })
  const values = { firstName: 'Kim', email, phone }
  const { create } = await crm.control({ create: [{ entity: 'contacts', values }] })
  const known = () =>
    crms.app.database.inOrg(crm.owner.orgId, (db) =>
      db.selectFrom('contacts').select(['id', 'email', 'phone', 'updated_at']).orderBy('id').execute(),
    )
  const before = await known()
  const shownBy = async (dryRun: boolean) => {
    await crms.app.database.db.deleteFrom('directory.buckets').execute()
    const wish = { connectionId: crm.connectionId, userId: crm.owner.personId, entities: ['contacts'], dryRun }
    const { jobId } = await crm.call<{ jobId: string }>('crm-start-sync', wish)
    await runSync.run({ orgId: crm.owner.orgId, jobId }, jobs.context)
    return crm.show(jobId)
  }
  for (const dryRun of [true, false]) {
    const { status, summary, error_log: errors } = await shownBy(dryRun)
    const { contacts } = summary as { contacts?: Record<string, number> }
    assert.deepEqual([status, contacts?.matched, contacts?.changed, contacts?.unchanged], ['completed', 1, 0, 1])
    assert.deepEqual(
      errors.map(({ record_id, field, code }) => [record_id, field, code]),
      [[create[0], 'phone', 'phone_taken']],
    )
    assert.deepEqual(await known(), before)
  }
  const { certificate, progress } = await shownBy(false)
  assert.deepEqual([certificate.contacts?.theirs, certificate.contacts?.ours, progress.contacts?.total], [1, 1, 1])
})

test('a rehearsal knows which number a record before would have, and which one it would have left', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts: 0, deals: 0 })
  const [given, freed] = ['+4930901821', '+4930901822']
  for (const [name, phone] of [
    ['ada', null],
    ['bea', null],
    ['cem', freed],
  ] as const)
    await crm.call('create-deal', { client: { name, email: `${name}@both.example`, ...(phone && { phone }) }, name: 'x' })
  const contact = (name: string, phone: string | null) => ({
    entity: 'contacts',
    values: { firstName: name, email: `${name}@both.example`, phone },
  })
  // In the order of their ids: a new one takes a number that Ada would get, and Bea one that Cem has.
  await crm.control({ create: [contact('new', given), contact('ada', given), contact('bea', freed), contact('cem', freed)] })
  const verdicts: unknown[] = []
  for (const dryRun of [true, false]) {
    await crms.app.database.db.deleteFrom('directory.buckets').execute()
    const wish = { connectionId: crm.connectionId, userId: crm.owner.personId, entities: ['contacts'], dryRun }
    const { jobId } = await crm.call<{ jobId: string }>('crm-start-sync', wish)
    await runSync.run({ orgId: crm.owner.orgId, jobId }, jobs.context)
    const { summary, error_log: errors } = await crm.show(jobId)
    verdicts.push([summary.contacts, errors.map(({ record_id, code }) => [record_id, code]).sort()])
  }
  assert.deepEqual(verdicts[0], verdicts[1])
  assert.equal((verdicts[1] as [{ changed: number }])[0].changed, 0)
})

test('a value that the CRM refuses keeps no other from it, and is tried again with the next sync', async () => {
  const { crm, theirId, contactId } = await begun(
    { ...titleOf, direction: 'both', conflict: 'ask' },
    { ...emailOf, direction: 'both', conflict: 'ask' },
  )
  const before = (await thereOf(crm, theirId))?.email
  await crm.call('update-contact', { contactId, email: 'new@ours.example', jobTitle: 'Written alone' })
  const { create } = await crm.control({ create: [{ entity: 'contacts', values: { email: 'new@ours.example' } }] })
  for (let n = 0; n < 2; n++) {
    const { error_log: errors } = await sync(crm)
    assert.deepEqual(
      errors.filter(({ code }) => code === 'not_written').map(({ record_id, field }) => [record_id, field]),
      [[theirId, 'email']],
    )
    const there = await thereOf(crm, theirId)
    assert.deepEqual([there?.email, there?.title], [before, 'Written alone'])
  }
  await crm.control({ remove: [{ entity: 'contacts', id: create[0] ?? '' }] })
  assert.deepEqual((await sync(crm)).error_log, [])
  assert.equal((await thereOf(crm, theirId))?.email, 'new@ours.example')
})

test('a linked contact who was merged into one that is not: edits are written there, conflicts show on the one page, and no contact is made twice', async () => {
  const { crm, theirId, contactId } = await begun({ ...titleOf, direction: 'both', conflict: 'ask' })
  await crm.call('create-deal', { client: { name: 'Rosa', email: 'rosa@here.example' }, name: 'x' })
  const { id: targetId } = await byEmail(crm, 'rosa@here.example')
  await crm.call('update-contact', { contactId, jobTitle: 'A' })
  await say(crm, theirId, { title: 'B' })
  await sync(crm)
  await crm.call('merge-contacts', { sourceId: contactId, targetId })
  const [open] = await conflictsOf(crm, targetId)
  assert.equal(open?.theirs, 'B')
  const record = await crm.call<{ conflicts: Conflict[] }>('show-crm-record', { entity: 'contacts', recordId: targetId })
  assert.deepEqual(record.conflicts, [open])
  await crm.call('decide-crm-conflict', { conflictId: open?.id, take: 'theirs' })

  await crm.call('save-crm-mapping', { connectionId: crm.connectionId, creates: ['contacts'] })
  const count = (await crm.records('contacts')).length
  await crm.call('update-contact', { contactId: targetId, jobTitle: 'Of both' })
  await sync(crm)
  assert.equal((await crm.records('contacts')).length, count)
  assert.equal((await thereOf(crm, theirId))?.title, 'Of both')
  assert.equal((await sync(crm)).progress.contacts?.written, 0)
})

test('after a field is mapped anew, the next sync reads all records of its kind once', async () => {
  const { crm, theirId, contactId } = await begun({ ...titleOf, direction: 'off', conflict: 'ask' })
  await crm.call('update-contact', { contactId, jobTitle: null })
  const there = (await thereOf(crm, theirId))?.title ?? null
  assert.equal((await sync(crm)).mode, 'changes')
  const map = (direction: string) =>
    crm.call('save-crm-mapping', {
      connectionId: crm.connectionId,
      mapping: { fields: [{ ...titleOf, direction, conflict: 'ask' }] },
    })
  await map('in')
  assert.equal((await sync(crm)).mode, 'all')
  assert.equal((await hereOf(crm, contactId))?.job_title, there)
  await map('in')
  assert.equal((await sync(crm)).mode, 'changes', 'a mapping that stays as it was')
})

test('after a field of deals is mapped anew, contacts are followed by their changes as before', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts: 30, deals: 4 })
  const both = async () => {
    await crms.app.database.db.deleteFrom('directory.buckets').execute()
    const wish = { connectionId: crm.connectionId, userId: crm.owner.personId, entities: ['contacts', 'deals'] }
    const { jobId } = await crm.call<{ jobId: string }>('crm-start-sync', wish)
    await runSync.run({ orgId: crm.owner.orgId, jobId }, jobs.context)
    return crm.show(jobId)
  }
  assert.equal((await both()).progress.contacts?.total, 30)
  const name = { entity: 'deals', theirs: 'dealname', ours: 'name', direction: 'off' }
  await crm.call('save-crm-mapping', { connectionId: crm.connectionId, mapping: { fields: [name] } })
  const named = { fields: [{ ...name, direction: 'in' }] }
  await both()
  await crm.call('save-crm-mapping', { connectionId: crm.connectionId, mapping: named })
  const after = await both()
  assert.deepEqual([after.progress.deals?.expected, after.progress.contacts?.expected], [4, null])
  assert.equal(after.progress.deals?.total, 4)
})
