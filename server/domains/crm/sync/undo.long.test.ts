import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { connectedTo, startCrms } from '#test/support/crm-sync.ts'

let crms: Awaited<ReturnType<typeof startCrms>>
before(async () => {
  crms = await startCrms()
})
after(() => crms?.stop())
beforeEach(() => crms.sandbox.turn('hubspot'))

const counts = ({ orgId }: { readonly orgId: string }) =>
  crms.app.database.inOrg(orgId, async (db) => {
    const count = async (table: 'contacts' | 'companies' | 'deals' | 'sync_links' | 'leads') =>
      (await db.selectFrom(table).select('org_id').execute()).length
    return {
      contacts: await count('contacts'),
      companies: await count('companies'),
      deals: await count('deals'),
      links: await count('sync_links'),
      leads: await count('leads'),
    }
  })

test('an admin undoes an import: what only it made is gone, what a member edited or used stays and is named', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 10, contacts: 40, deals: 12 })
  const before = await counts(crm.owner)
  const done = await crm.sync()
  assert.equal(done.status, 'completed')
  const { contacts } = await crm.call<{ contacts: { id: string; email: string | null }[] }>('list-contacts', { limit: 100 })
  const [edited, used] = contacts.filter(({ email }) => email !== null)
  assert.ok(edited && used)
  await crm.call('update-contact', { contactId: edited.id, jobTitle: 'Chief of Staff' })
  await crm.call('create-deal', { contactId: used.id, name: 'A project of ours' })

  const preview = await crm.call<{ removed: number; kept: { id: string; reason: string }[] }>('undo-sync', {
    jobId: done.jobId,
    dryRun: true,
  })
  assert.ok(preview.kept.some(({ id }) => id === edited.id))
  assert.ok(preview.kept.some(({ id }) => id === used.id))
  const between = await counts(crm.owner)
  assert.ok(between.contacts > 30, 'a dry run removes nothing')

  const { jobId } = await crm.call<{ jobId: string }>('undo-sync', { jobId: done.jobId })
  const undone = await crm.ended(jobId)
  assert.deepEqual([undone.status, undone.kind], ['completed', 'undo'])
  const left = await counts(crm.owner)
  // The two contacts, the company that the member’s deal belongs to with its contact, and that of the edited one.
  assert.equal(left.contacts, before.contacts + 2)
  assert.equal(left.deals, before.deals + 1)
  assert.equal(
    between.contacts + between.companies + between.deals - left.contacts - left.companies - left.deals,
    preview.removed,
  )
  assert.deepEqual(
    new Set(undone.samples.filter(({ entity }) => entity === 'contacts').map(({ our_id }) => our_id)),
    new Set([edited.id, used.id]),
  )
  assert.equal((await crms.app.call('undo-sync', { orgId: crm.owner.orgId, jobId: done.jobId }, crm.owner)).status, 409)

  const again = await crm.sync()
  assert.equal(again.mode, 'all')
  assert.equal(again.progress.contacts?.imported, done.progress.contacts?.imported)
  assert.equal((await counts(crm.owner)).contacts, between.contacts)
})

test('an admin undoes a sync of changes: values go back unless a member changed them since', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 2, contacts: 12, deals: 0 })
  await crm.sync()
  const [first, second] = (await crm.records('contacts')).filter(({ values }) => values.title !== null)
  assert.ok(first && second)
  const find = (email: string | null | undefined) =>
    crms.app.database.inOrg(crm.owner.orgId, (db) =>
      db
        .selectFrom('contacts')
        .select(['id', 'job_title'])
        .where('email', '=', email ?? '')
        .executeTakeFirst(),
    )
  const before = await find(first.values.email)
  const blank = (await crm.records('contacts')).find(({ values }) => values.title === null && values.email !== null)
  assert.ok(blank)
  await crm.control({
    edit: [
      { entity: 'contacts', id: blank.id, values: { title: 'Filled' } },
      { entity: 'contacts', id: first.id, values: { title: 'Astronaut' } },
      { entity: 'contacts', id: second.id, values: { title: 'Diver' } },
    ],
  })
  const changed = await crm.sync()
  assert.equal(changed.summary.contacts?.changed, 3)
  assert.equal((await find(blank.values.email))?.job_title, 'Filled')
  assert.equal((await find(first.values.email))?.job_title, 'Astronaut')
  const other = await find(second.values.email)
  await crm.call('update-contact', { contactId: other?.id, jobTitle: 'Poet' })
  const { jobId } = await crm.call<{ jobId: string }>('undo-sync', { jobId: changed.jobId })
  const undone = await crm.ended(jobId)
  assert.equal((await find(first.values.email))?.job_title, before?.job_title)
  assert.equal((await find(second.values.email))?.job_title, 'Poet')
  assert.equal((await find(blank.values.email))?.job_title, null, 'a blank that was filled is blank again')
  assert.deepEqual(
    undone.samples.map(({ record_id }) => record_id),
    [second.id],
  )
})
