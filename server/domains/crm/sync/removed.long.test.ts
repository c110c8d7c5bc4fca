import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { connectedTo, startCrmsAndJobs } from '#test/support/crm-sync.ts'
import { runSync } from './run-sync.ts'
import { undoSyncRun } from './undo-sync-run.ts'

let jobs: Awaited<ReturnType<typeof startCrmsAndJobs>>
let crms: typeof jobs.crms
before(async () => {
  jobs = await startCrmsAndJobs()
  crms = jobs.crms
})
after(() => jobs?.stop())
beforeEach(() => crms.sandbox.turn('hubspot'))

type Crm = Awaited<ReturnType<typeof connectedTo>>

const everything = ['companies', 'contacts', 'deals']
const sync = async (crm: Crm, wish: object = {}) => {
  await crms.app.database.db.deleteFrom('directory.buckets').execute()
  const { jobId } = await crm.call<{ jobId: string }>('crm-start-sync', {
    ...{ connectionId: crm.connectionId, userId: crm.owner.personId, entities: ['contacts'], ...wish },
  })
  await runSync.run({ orgId: crm.owner.orgId, jobId }, jobs.context)
  const shown = await crm.show(jobId)
  assert.equal(shown.status, 'completed', JSON.stringify({ ...shown, samples: [] }))
  return shown
}

const linksOf = (crm: Crm) =>
  crms.app.database.inOrg(crm.owner.orgId, (db) =>
    db.selectFrom('sync_links').select(['entity', 'their_id', 'our_id', 'state', 'seen']).orderBy('their_id').execute(),
  )
const contactOf = (crm: Crm, id: string | undefined) =>
  crms.app.database.inOrg(crm.owner.orgId, (db) =>
    db
      .selectFrom('contacts')
      .selectAll()
      .where('id', '=', id ?? '')
      .executeTakeFirst(),
  )
const standing = (crm: Crm) =>
  crms.app.database.inOrg(crm.owner.orgId, async (db) =>
    (await db.selectFrom('contacts').select('id').where('deleted_at', 'is', null).execute()).map(({ id }) => id),
  )
const bin = (crm: Crm, ids: readonly (string | undefined)[], kind = 'contact') => crm.call('delete-records', { kind, ids })
const removeForGood = async (crm: Crm, ids: readonly (string | undefined)[]) => {
  await bin(crm, ids)
  await crm.call('remove-from-bin', { kind: 'contact', ids })
}

test('a person who was removed for good stays away: after any number of syncs of either kind, an edit there, and an undo of the import', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 2, contacts: 8, deals: 6 })
  const first = await sync(crm, { entities: everything })
  const [gone] = (await linksOf(crm)).filter(({ entity }) => entity === 'contacts')
  assert.ok(gone)
  await removeForGood(crm, [gone.our_id])
  const others = await standing(crm)
  const stays = async (what: string) => {
    assert.deepEqual(new Set(await standing(crm)), new Set(others), what)
    const link = (await linksOf(crm)).find(({ their_id, entity }) => their_id === gone.their_id && entity === 'contacts')
    assert.deepEqual([what, link?.state, link?.seen], [what, 'removed', {}], 'no value of theirs is kept')
  }
  await stays('removed')
  for (const [what, wish] of [
    ['changes', {}],
    ['changes again', {}],
    ['all', { mode: 'all' }],
  ] as const) {
    await crm.control({ edit: [{ entity: 'contacts', id: gone.their_id, values: { title: `Edited: ${what}` } }] })
    const done = await sync(crm, { entities: everything, ...wish })
    const { theirs, ours, removed, missing_count } = done.certificate.contacts ?? {}
    assert.deepEqual([what, theirs, ours, removed, missing_count], [what, 8, 7, 1, 0])
    await stays(what)
  }
  const rehearsed = await sync(crm, { dryRun: true })
  assert.equal(rehearsed.summary.contacts?.new, 0)
  const deals = await crm.records('deals')
  assert.ok(
    deals.some(({ contactIds }) => contactIds.includes(gone.their_id)),
    'a deal there still names them',
  )
  const undo = await crm.call<{ jobId: string }>('undo-sync', { jobId: first.jobId })
  await undoSyncRun.run({ orgId: crm.owner.orgId, jobId: undo.jobId }, jobs.context)
  const again = await sync(crm, { entities: everything })
  assert.deepEqual([again.mode, again.certificate.contacts?.ours, again.certificate.contacts?.removed], ['all', 7, 1])
})

test('the mark of a person who was removed for good goes where they went there: merged into another, or deleted', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts: 8, deals: 0 })
  await sync(crm)
  const [one, two, three] = await linksOf(crm)
  assert.ok(one && two && three)
  await removeForGood(crm, [one.our_id, two.our_id])
  await crm.control({ merge: [{ entity: 'contacts', winner: three.their_id, loser: one.their_id }] })
  await crm.control({ remove: [{ entity: 'contacts', id: two.their_id }] })
  const done = await sync(crm)
  const { theirs, ours, removed, missing_count } = done.certificate.contacts ?? {}
  assert.deepEqual([theirs, ours, removed, missing_count], [6, 6, 0, 0])
  assert.equal((await standing(crm)).length, 6)
})

test('a contact in the bin is left as it is, and what changed there meanwhile is taken when it comes out', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts: 6, deals: 0 })
  await crm.call('save-crm-mapping', {
    connectionId: crm.connectionId,
    mapping: {
      fields: [{ entity: 'contacts', theirs: 'jobtitle', ours: 'job_title', direction: 'both', conflict: 'ask' }],
    },
  })
  await sync(crm)
  const [link] = await linksOf(crm)
  assert.ok(link)
  await bin(crm, [link.our_id])
  const binned = await contactOf(crm, link.our_id)
  await crm.control({ edit: [{ entity: 'contacts', id: link.their_id, values: { title: 'Edited there' } }] })
  for (const wish of [{}, { mode: 'all' }, {}]) {
    const done = await sync(crm, wish)
    assert.deepEqual(await contactOf(crm, link.our_id), binned)
    assert.deepEqual([done.progress.contacts?.written, done.progress.contacts?.conflicts], [0, 0])
    assert.deepEqual(done.certificate.contacts?.differing, [])
  }
  await crm.call('restore-records', { kind: 'contact', ids: [link.our_id] })
  await sync(crm)
  assert.equal((await contactOf(crm, link.our_id))?.job_title, 'Edited there')
  const rest = await sync(crm)
  assert.deepEqual([rest.summary.contacts?.changed, rest.progress.contacts?.written], [0, 0])
})

test('a record there with the address of a contact in the bin is linked with it, and makes no second contact', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts: 3, deals: 0 })
  const there = (await crm.records('contacts')).find(({ values }) => values.email !== null)
  await crm.call('create-deal', { client: { name: 'Known Before', email: there?.values.email }, name: 'd' })
  const [known] = await standing(crm)
  await bin(crm, [known])
  const binned = await contactOf(crm, known)
  const done = await sync(crm)
  assert.deepEqual([done.summary.contacts?.new, done.certificate.contacts?.ours], [2, 3])
  assert.deepEqual(await contactOf(crm, known), binned)
})
