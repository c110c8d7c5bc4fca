import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import type { CrmEntity } from '#ports/crm.ts'
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

const sync = async (crm: Crm, entities: readonly CrmEntity[] = ['companies', 'contacts', 'deals']) => {
  await crms.app.database.db.deleteFrom('directory.buckets').execute()
  const wish = { connectionId: crm.connectionId, userId: crm.owner.personId, entities }
  const { jobId } = await crm.call<{ jobId: string }>('crm-start-sync', wish)
  await runSync.run({ orgId: crm.owner.orgId, jobId }, jobs.context)
  const shown = await crm.show(jobId)
  assert.equal(shown.status, 'completed', JSON.stringify({ ...shown, samples: [] }))
  return shown
}
const undo = async (crm: Crm, jobId: string) => {
  const started = await crm.call<{ jobId: string }>('undo-sync', { jobId })
  await undoSyncRun.run({ orgId: crm.owner.orgId, jobId: started.jobId }, jobs.context)
  const shown = await crm.show(started.jobId)
  assert.equal(shown.status, 'completed', JSON.stringify(shown))
  return shown
}
const within = <T>(crm: Crm, work: Parameters<typeof crms.app.database.inOrg<T>>[1]) =>
  crms.app.database.inOrg(crm.owner.orgId, work)
const linked = (crm: Crm, theirId: string) =>
  within(crm, (db) => db.selectFrom('sync_links').select('our_id').where('their_id', '=', theirId).executeTakeFirstOrThrow())

test('a contact, a company and a deal to which a member attached something stay, named; what goes leaves nothing behind', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 6, contacts: 12, deals: 6 })
  const done = await sync(crm)
  const ids = async (table: 'contacts' | 'companies' | 'deals') =>
    (await within(crm, (db) => db.selectFrom(table).select('id').orderBy('id').execute())).map(({ id }) => id)
  const [contacts, companies, deals] = [await ids('contacts'), await ids('companies'), await ids('deals')]
  const [noted, tagged, filled] = [contacts[0] ?? '', deals[0] ?? '', companies[0] ?? '']
  await crm.call('add-note', { kind: 'contact', recordId: noted, body: 'Prefers calls.' })
  const deleted = await crm.call<{ note: { id: string } }>('add-note', { kind: 'deal', recordId: deals[1], body: 'A mistake.' })
  await crm.call('delete-note', { noteId: deleted.note.id })
  await crm.call('tag-records', { kind: 'deal', recordIds: [tagged], add: ['Hot'] })
  const { field } = await crm.call<{ field: { key: string } }>('save-field', {
    kind: 'company',
    name: 'Region',
    fieldType: 'text',
  })
  await crm.call('set-fields', { kind: 'company', recordId: filled, fields: { [field.key]: 'North' } })

  const shown = await undo(crm, done.jobId)
  const kept = new Set(shown.samples.map(({ our_id }) => our_id))
  for (const id of [noted, tagged, filled]) assert.ok(kept.has(id), 'what stays is named')
  assert.ok((await ids('contacts')).includes(noted))
  assert.ok((await ids('deals')).includes(tagged))
  assert.ok((await ids('companies')).includes(filled))
  assert.ok((await ids('contacts')).length < contacts.length, 'others are gone')
  const left = await within(
    crm,
    async (db) =>
      (
        await sql`
    select 'note' from notes where not exists (select from contacts c where c.id = record_id) and not exists (select from deals d where d.id = record_id)
    union all select 'search' from search_index s where s.kind = 'record' and not exists (select from companies c where c.id = s.id)
      and not exists (select from deals d where d.id = s.id)`.execute(db)
      ).rows,
  )
  assert.deepEqual(left, [])
})

test('a value that a member pinned, or from which a message came, is not put back', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts: 6, deals: 0 })
  await sync(crm, ['contacts'])
  const [pinned, proved] = (await crm.records('contacts')).filter(({ values }) => values.email !== null)
  assert.ok(pinned && proved)
  await crm.control({
    edit: [
      { entity: 'contacts', id: pinned.id, values: { title: 'Pinned', email: 'pinned@new.example' } },
      { entity: 'contacts', id: proved.id, values: { email: 'proved@new.example' } },
    ],
  })
  const changed = await sync(crm, ['contacts'])
  const { our_id: recordId } = await linked(crm, pinned.id)
  const { our_id: provedId } = await linked(crm, proved.id)
  await crm.call('pin-crm-value', { entity: 'contacts', recordId, field: 'job_title', pinned: true })
  await within(crm, (db) =>
    db
      .updateTable('contacts')
      .set({ email_proof: 'message' })
      .where('id', '=', provedId)
      .where('email_key', 'is not', null)
      .execute(),
  )
  const shown = await undo(crm, changed.jobId)
  const rows = await within(crm, (db) =>
    db
      .selectFrom('contacts')
      .select(['id', 'email', 'job_title', 'email_proof'])
      .where('id', 'in', [recordId, provedId])
      .execute(),
  )
  const of = (id: string) => rows.find((row) => row.id === id)
  assert.deepEqual([of(recordId)?.job_title, of(recordId)?.email], ['Pinned', pinned.values.email])
  assert.deepEqual([of(provedId)?.email, of(provedId)?.email_proof], ['proved@new.example', 'message'])
  assert.deepEqual(
    new Set(shown.samples.map(({ our_id, reason }) => `${our_id} ${reason?.includes('proved')}`)),
    new Set([`${recordId} true`, `${provedId} true`]),
  )
})

test('a deal whose stage of before was archived stays in the stage that the sync gave it', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts: 0, deals: 6 })
  await sync(crm, ['deals'])
  const [deal] = await within(crm, (db) =>
    db.selectFrom('deals').select(['id', 'stage_id']).where('state', '=', 'open').orderBy('id').limit(1).execute(),
  )
  const stages = await within(crm, (db) =>
    db.selectFrom('stages').select(['id', 'kind', 'pipeline_id']).orderBy('position').execute(),
  )
  const won = stages.find(({ kind }) => kind === 'won')
  const before = stages.findLast(({ kind }) => kind === 'open')
  assert.ok(deal && won && before)
  // As a sync that moved it from there to Won would leave it.
  const {
    our_id: dealId,
    their_id: theirId,
    job_id: firstId,
  } = await within(crm, (db) =>
    db
      .selectFrom('sync_links')
      .select(['our_id', 'their_id', 'job_id'])
      .where('our_id', '=', deal.id)
      .executeTakeFirstOrThrow(),
  )
  await within(crm, async (db) => {
    await db
      .updateTable('deals')
      .set({ stage_id: won.id, state: 'won', closed_at: new Date() })
      .where('id', '=', dealId)
      .execute()
    await sql`
      insert into sync_changes (org_id, job_id, entity, their_id, our_id, field, was, became)
      values (${crm.owner.orgId}, ${firstId}, 'deals', ${theirId}, ${dealId}, 'stage', ${before.id}, ${won.id})`.execute(db)
    await sql`update stages set archived_at = now() where id = ${before.id}`.execute(db)
  })
  const shown = await undo(crm, firstId)
  const after = await within(crm, (db) =>
    db.selectFrom('deals').select(['stage_id', 'state']).where('id', '=', dealId).executeTakeFirst(),
  )
  assert.deepEqual(after, { stage_id: won.id, state: 'won' })
  assert.ok(shown.samples.some(({ our_id }) => our_id === dealId))
})

test('a deal that a sync won is lost again for the reason, and since the time, of before', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts: 0, deals: 6 })
  await sync(crm, ['deals'])
  const there = (await crm.records('deals'))[0]
  assert.ok(there)
  await crm.control({ edit: [{ entity: 'deals', id: there.id, values: { stageId: 'lost' } }] })
  await sync(crm, ['deals'])
  const { our_id: id } = await linked(crm, there.id)
  const before = { lost_reason: 'Too late for them', closed_at: new Date('2026-01-02'), stage_since: new Date('2026-01-02') }
  await within(crm, (db) => db.updateTable('deals').set(before).where('id', '=', id).execute())
  await crm.control({ edit: [{ entity: 'deals', id: there.id, values: { stageId: 'won' } }] })
  const changed = await sync(crm, ['deals'])
  const read = () =>
    within(crm, (db) =>
      db
        .selectFrom('deals')
        .select(['state', 'lost_reason', 'closed_at', 'stage_since'])
        .where('id', '=', id)
        .executeTakeFirst(),
    )
  assert.equal((await read())?.state, 'won')
  await undo(crm, changed.jobId)
  assert.deepEqual(await read(), { state: 'lost', ...before })
})
