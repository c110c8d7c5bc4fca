import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
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

const sync = async (crm: Crm, context: unknown = jobs.context) => {
  await crms.app.database.db.deleteFrom('directory.buckets').execute()
  const wish = { connectionId: crm.connectionId, userId: crm.owner.personId, entities: ['contacts'] }
  const { jobId } = await crm.call<{ jobId: string }>('crm-start-sync', wish)
  await runSync.run({ orgId: crm.owner.orgId, jobId }, context as never)
  const shown = await crm.show(jobId)
  assert.equal(shown.status, 'completed', JSON.stringify({ ...shown, samples: [] }))
  return shown
}

/** The context of a run in which something is done once, right before the first transaction at which `isTime`. */
const meanwhile = (isTime: () => Promise<boolean>, work: () => Promise<unknown>) => {
  let isDone = false
  return {
    isDone: () => isDone,
    context: {
      ...jobs.context,
      inOrg: async <T>(orgId: string, step: (db: never) => Promise<T>): Promise<T> => {
        if (!isDone && (await isTime())) {
          isDone = true
          await work()
        }
        return jobs.context.inOrg(orgId, step as never)
      },
    },
  }
}

const bothWays = async (seed: object, more: object = {}) => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 0, deals: 0, ...seed })
  const field = { entity: 'contacts', theirs: 'jobtitle', ours: 'job_title', direction: 'both', conflict: 'newer' }
  await crm.call('save-crm-mapping', { connectionId: crm.connectionId, mapping: { fields: [field] }, ...more })
  await sync(crm)
  return crm
}
const firstLink = (crm: Crm) =>
  crms.app.database.inOrg(crm.owner.orgId, (db) =>
    db.selectFrom('sync_links').select(['their_id', 'our_id']).orderBy('their_id').executeTakeFirstOrThrow(),
  )
const titleThere = async (crm: Crm, id: string) => (await crm.records('contacts')).find((each) => each.id === id)?.values.title

test('an edit here while the CRM answers to the write of the one before is written, too', async () => {
  const crm = await bothWays({ contacts: 6 })
  const { their_id: theirId, our_id: contactId } = await firstLink(crm)
  await crm.call('update-contact', { contactId, jobTitle: 'One' })
  const edit = meanwhile(
    async () => (await titleThere(crm, theirId)) === 'One',
    () => crm.call('update-contact', { contactId, jobTitle: 'Two' }),
  )
  await sync(crm, edit.context)
  assert.ok(edit.isDone())
  await sync(crm)
  assert.equal(await titleThere(crm, theirId), 'Two')
  assert.equal((await sync(crm)).progress.contacts?.written, 0)
})

test('an edit here while the record is being created there is written with the next sync', async () => {
  const crm = await bothWays({ contacts: 3 }, { creates: ['contacts'] })
  await crm.call('create-deal', { client: { name: 'Rosa Diaz', email: 'rosa@x.example' }, name: 'd' })
  const contact = await crms.app.database.inOrg(crm.owner.orgId, (db) =>
    db.selectFrom('contacts').select('id').where('email', '=', 'rosa@x.example').executeTakeFirstOrThrow(),
  )
  const edit = meanwhile(
    async () => (await crm.records('contacts')).length === 4,
    () => crm.call('update-contact', { contactId: contact.id, jobTitle: 'Edited meanwhile' }),
  )
  await sync(crm, edit.context)
  assert.ok(edit.isDone())
  await sync(crm)
  const there = (await crm.records('contacts')).filter(({ values }) => values.email === 'rosa@x.example')
  assert.deepEqual(
    there.map(({ values }) => values.title),
    ['Edited meanwhile'],
  )
  assert.equal((await sync(crm)).progress.contacts?.written, 0)
})

test('an edit there between the reading and the write is judged by the next sync, and ours, which is newer, is written then', async () => {
  const crm = await bothWays({ contacts: 6 })
  const { their_id: theirId, our_id: contactId } = await firstLink(crm)
  const isWriting = () =>
    crms.app.database.inOrg(crm.owner.orgId, async (db) => {
      const job = await db.selectFrom('sync_jobs').select('steps').orderBy('id', 'desc').executeTakeFirst()
      return JSON.stringify(job?.steps).includes('"write"')
    })
  const edit = meanwhile(isWriting, async () => {
    await crm.control({ edit: [{ entity: 'contacts', id: theirId, values: { title: 'Theirs' } }] })
    await sleep(50)
    await crm.call('update-contact', { contactId, jobTitle: 'Ours' })
  })
  await sync(crm, edit.context)
  assert.ok(edit.isDone())
  assert.equal(await titleThere(crm, theirId), 'Theirs', 'it was not written over')
  await sync(crm)
  assert.equal(await titleThere(crm, theirId), 'Ours')
  assert.equal((await sync(crm)).progress.contacts?.written, 0)
})
