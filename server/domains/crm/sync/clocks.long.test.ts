import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { connectedTo, startCrmsAndJobs } from '#test/support/crm-sync.ts'
import { runSync } from './run-sync.ts'

/** How far the CRM's clock is from ours. */
let aheadMs = 0
let jobs: Awaited<ReturnType<typeof startCrmsAndJobs>>
let crms: typeof jobs.crms
before(async () => {
  jobs = await startCrmsAndJobs({ theirNow: () => new Date(Date.now() + aheadMs) })
  crms = jobs.crms
})
after(() => jobs?.stop())
beforeEach(() => crms.sandbox.turn('hubspot'))

type Crm = Awaited<ReturnType<typeof connectedTo>>

const sync = async (crm: Crm) => {
  await crms.app.database.db.deleteFrom('directory.buckets').execute()
  const wish = { connectionId: crm.connectionId, userId: crm.owner.personId, entities: ['contacts'] }
  const { jobId } = await crm.call<{ jobId: string }>('crm-start-sync', wish)
  await runSync.run({ orgId: crm.owner.orgId, jobId }, jobs.context)
  const shown = await crm.show(jobId)
  assert.equal(shown.status, 'completed', JSON.stringify({ ...shown, samples: [] }))
  return shown
}

/** Contacts here by the ids that they have there. */
const here = (crm: Crm) =>
  crms.app.database.inOrg(crm.owner.orgId, async (db) => {
    const rows = await db
      .selectFrom('sync_links')
      .innerJoin('contacts', (join) =>
        join.onRef('contacts.id', '=', 'sync_links.our_id').onRef('contacts.org_id', '=', 'sync_links.org_id'),
      )
      .select(['their_id', 'contacts.id', 'job_title'])
      .execute()
    return new Map(rows.map((row) => [row.their_id, row]))
  })

const edit = fc.record({ side: fc.constantFrom('ours', 'theirs'), at: fc.nat(3), value: fc.constantFrom('a', 'b', 'c') })

for (const [words, minutes] of [
  ['ten minutes before ours', 10],
  ['ten minutes behind ours', -10],
] as const)
  for (const rule of ['ours', 'theirs', 'newer'] as const)
    test(`with a clock of the CRM that is ${words}, edits on both sides under the rule ${rule} end in the same values, and in rest`, async () => {
      aheadMs = minutes * 60_000
      await fc.assert(
        fc.asyncProperty(fc.array(fc.array(edit, { maxLength: 5 }), { minLength: 1, maxLength: 3 }), async (rounds) => {
          const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts: 4, deals: 0 })
          const title = { entity: 'contacts', theirs: 'jobtitle', ours: 'job_title', direction: 'both', conflict: rule }
          await crm.call('save-crm-mapping', { connectionId: crm.connectionId, mapping: { fields: [title] } })
          await sync(crm)
          let [changes, written] = [0, 0]
          for (const edits of rounds) {
            const ids = (await crm.records('contacts')).map(({ id }) => id)
            for (const { side, at, value } of edits) {
              const id = ids[at] ?? ''
              if (side === 'theirs') await crm.control({ edit: [{ entity: 'contacts', id, values: { title: value } }] })
              else {
                changes++
                await crm.call('update-contact', { contactId: (await here(crm)).get(id)?.id, jobTitle: value })
              }
            }
            written += (await sync(crm)).progress.contacts?.written ?? 0
          }
          written += (await sync(crm)).progress.contacts?.written ?? 0
          const ours = await here(crm)
          for (const { id, values } of await crm.records('contacts'))
            assert.deepEqual([id, ours.get(id)?.job_title], [id, values.title])
          assert.ok(written <= changes, `${written} writes for ${changes} changes`)
          const rest = await sync(crm)
          assert.deepEqual([rest.progress.contacts?.written, rest.summary.contacts?.changed], [0, 0])
        }),
        { numRuns: 3 },
      )
    })
