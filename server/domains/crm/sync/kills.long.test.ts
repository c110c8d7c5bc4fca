import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import fc from 'fast-check'
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

class Killed extends Error {}

/** Runs a sync to its end, killed before each of these transactions of it: what was not committed is gone. */
const runKilled = async (crm: Crm, wish: object, kills: readonly number[]): Promise<void> => {
  const entities = ['companies', 'contacts', 'deals']
  const { jobId } = await crm.call<{ jobId: string }>('crm-start-sync', {
    connectionId: crm.connectionId,
    userId: crm.owner.personId,
    entities,
    ...wish,
  })
  for (const kill of [...kills, Number.POSITIVE_INFINITY]) {
    let left = kill
    const context = {
      ...jobs.context,
      inOrg: <T>(orgId: string, work: (db: never) => Promise<T>): Promise<T> => {
        if (left-- <= 0) throw new Killed()
        return jobs.context.inOrg(orgId, work as never)
      },
    }
    await runSync.run({ orgId: crm.owner.orgId, jobId }, context as never).catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error
    })
    const shown = await crm.show(jobId)
    if (shown.status === 'completed') return
    await crm.call('resume-sync', { jobId })
  }
  const shown = await crm.show(jobId)
  assert.equal(shown.status, 'completed', JSON.stringify({ ...shown, samples: [] }))
}

/** What stands here of a CRM, by its ids, in words that can be compared with what stands there. */
const ours = (crm: Crm) =>
  crms.app.database.inOrg(crm.owner.orgId, async (db) => {
    const links = await db
      .selectFrom('sync_links')
      .select(['entity', 'their_id', 'our_id'])
      .where('state', '=', 'linked')
      .execute()
    const theirsOf = new Map(links.map(({ our_id, their_id }) => [our_id, their_id]))
    const contacts = await db.selectFrom('contacts').select(['id', 'full_name', 'job_title', 'company_id']).execute()
    const deals = await db.selectFrom('deals').select(['id', 'name', 'contact_id', 'company_id']).execute()
    const linked = (entity: string) => links.filter((each) => each.entity === entity)
    return {
      counts: { companies: linked('companies').length, contacts: linked('contacts').length, deals: linked('deals').length },
      rows: { contacts: contacts.length, deals: deals.length },
      companies: linked('companies')
        .map(({ their_id }) => their_id)
        .sort(),
      contacts: linked('contacts')
        .map(({ their_id, our_id }) => {
          const row = contacts.find(({ id }) => id === our_id)
          return `${their_id} ${row?.job_title ?? ''} ${theirsOf.get(row?.company_id ?? '') ?? ''}`
        })
        .sort(),
      deals: linked('deals')
        .map(({ their_id, our_id }) => {
          const row = deals.find(({ id }) => id === our_id)
          return `${their_id} ${row?.name} ${theirsOf.get(row?.company_id ?? '') ?? ''}`
        })
        .sort(),
    }
  })

const theirs = async (crm: Crm) => {
  const contacts = await crm.records('contacts')
  const deals = await crm.records('deals')
  return {
    companies: (await crm.records('companies')).map(({ id }) => id).sort(),
    contacts: contacts.map(({ id, values, companyIds }) => `${id} ${values.title ?? ''} ${companyIds[0] ?? ''}`).sort(),
    deals: deals.map(({ id, values, companyIds }) => `${id} ${values.name} ${companyIds[0] ?? ''}`).sort(),
  }
}

test('a worker that is killed between any two commits, with edits there between runs: ours equal theirs, each once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 14 }), { maxLength: 4 }),
      fc.array(fc.integer({ min: 1, max: 14 }), { maxLength: 3 }),
      fc.constantFrom(1, 400),
      fc.array(fc.record({ at: fc.nat(39), kind: fc.constantFrom('edit', 'remove', 'create', 'move') }), { maxLength: 6 }),
      async (kills, laterKills, ties, edits) => {
        await crms.app.database.db.deleteFrom('directory.buckets').execute()
        // Contacts that share an address with another stand for one here; with distinct addresses each is one.
        const crm = await connectedTo(crms, 'hubspot', { companies: 7, contacts: 40, deals: 9, ties })
        await runKilled(crm, {}, kills)
        const { counts: _counts, rows, ...first } = await ours(crm)
        assert.deepEqual(first, await theirs(crm))
        assert.deepEqual(rows, { contacts: 40, deals: 9 })
        const all = await crm.records('contacts')
        const gone = new Set<string>()
        for (const { at, kind } of edits) {
          const id = all[at]?.id ?? ''
          if (gone.has(id)) continue
          if (kind === 'remove') gone.add(id)
          await crm.control(
            kind === 'create'
              ? {
                  create: [
                    { entity: 'contacts', values: { firstName: 'New', title: 'Fresh', email: `new${at}@fresh.example` } },
                  ],
                }
              : kind === 'remove'
                ? { remove: [{ entity: 'contacts', id }] }
                : {
                    edit: [
                      {
                        entity: 'contacts',
                        id,
                        values: { title: `Title ${at}` },
                        ...(kind === 'move' && { companyIds: [(await crm.records('companies'))[2]?.id] }),
                      },
                    ],
                  },
          )
        }
        await runKilled(crm, {}, laterKills)
        const { counts: _after, rows: _rows, ...second } = await ours(crm)
        assert.deepEqual(second.contacts, (await theirs(crm)).contacts)
        const before = await crms.app.database.inOrg(crm.owner.orgId, (db) =>
          db.selectFrom('contacts').selectAll().orderBy('id').execute(),
        )
        await runKilled(crm, {}, [])
        const afterwards = await crms.app.database.inOrg(crm.owner.orgId, (db) =>
          db.selectFrom('contacts').selectAll().orderBy('id').execute(),
        )
        assert.deepEqual(afterwards, before, 'twice in a row: no row differs')
      },
    ),
    { numRuns: 6 },
  )
})

test('no sync makes a lead, an opt-in, a task, a clock or a turn of the rotation', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 5, contacts: 40, deals: 20 })
  await runKilled(crm, {}, [])
  const found = await crms.app.database.inOrg(crm.owner.orgId, async (db) => ({
    leads: await db.selectFrom('leads').selectAll().execute(),
    tasks: await db.selectFrom('tasks').selectAll().execute(),
    assignments: await db.selectFrom('assignments').selectAll().execute(),
    clocks: await db.selectFrom('deals').select('id').where('response_due_at', 'is not', null).execute(),
    optIns: await db
      .selectFrom('contacts')
      .select('id')
      .where((row) => row.or([row('opted_in_at', 'is not', null), row('subscription', '<>', 'none')]))
      .execute(),
    events: (await db.selectFrom('events').select('type').execute())
      .map(({ type }) => type)
      .filter((type) => /^(lead|contact\.changed|deal)/.test(type)),
  }))
  assert.deepEqual(found, { leads: [], tasks: [], assignments: [], clocks: [], optIns: [], events: [] })
})
