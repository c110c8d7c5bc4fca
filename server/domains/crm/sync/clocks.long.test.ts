import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { crmProviderNames } from '#ports/providers.ts'
import { connectedTo, startCrmsAndJobs } from '#test/support/crm-sync.ts'
import { runSync } from './run-sync.ts'

/** How far each clock is from the database's: the CRM's, and that of the process that syncs. */
let theirsMs = 0
let oursMs = 0
let jobs: Awaited<ReturnType<typeof startCrmsAndJobs>>
let crms: typeof jobs.crms
before(async () => {
  jobs = await startCrmsAndJobs({ theirNow: () => new Date(Date.now() + theirsMs) })
  crms = jobs.crms
})
after(() => jobs?.stop())

type Crm = Awaited<ReturnType<typeof connectedTo>>

const sync = async (crm: Crm) => {
  await crms.app.database.db.deleteFrom('directory.buckets').execute()
  const wish = { connectionId: crm.connectionId, userId: crm.owner.personId, entities: ['contacts'] }
  const { jobId } = await crm.call<{ jobId: string }>('crm-start-sync', wish)
  const now = () => new Date(Date.now() + oursMs)
  await runSync.run({ orgId: crm.owner.orgId, jobId }, { ...jobs.context, now })
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

const there = async (crm: Crm) => new Map((await crm.records('contacts')).map(({ id, values }) => [id, values.title ?? null]))

/** The title of contacts goes both ways, and the last contact's is pinned. */
const prepared = async (provider: (typeof crmProviderNames)[number], conflict: string) => {
  const crm = await connectedTo(crms, provider, { companies: 0, contacts: 4, deals: 0 })
  const { connectionId } = crm
  const { fields } = await crm.call<{ fields: { entity: string; theirs: string; ours: string }[] }>('show-crm-mapping', {
    connectionId,
  })
  const theirs = fields.find(({ entity, ours }) => entity === 'contacts' && ours === 'job_title')?.theirs
  const field = { entity: 'contacts', theirs, ours: 'job_title', direction: 'both', conflict }
  await crm.call('save-crm-mapping', { connectionId, mapping: { fields: [field] } })
  await sync(crm)
  const contacts = await here(crm)
  const ids = [...contacts.keys()].toSorted()
  assert.equal(ids.length, 4)
  const pinned = ids[3] ?? ''
  const pin = { entity: 'contacts', recordId: contacts.get(pinned)?.id, field: 'job_title', pinned: true }
  await crm.call('pin-crm-value', pin)
  return { crm, ids, pinned, idOf: (id: string) => contacts.get(id)?.id }
}

interface Both {
  readonly before: string | null
  ours: string | null
  theirs: string | null
}

/** What both sides have after a sync: who alone changed a value is followed, else the rule decides. */
const standing = ({ before, ours, theirs }: Both, rule: string): readonly (string | null)[] => {
  if (ours === before) return [theirs]
  if (theirs === before || rule === 'ours') return [ours]
  return rule === 'theirs' ? [theirs] : [ours, theirs]
}

const edit = fc.record({ side: fc.constantFrom('ours', 'theirs'), at: fc.nat(3), value: fc.constantFrom('a', 'b', 'c') })
const rounds = fc.array(fc.array(edit, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 })
const tenMinutesMs = 10 * 60_000

for (const provider of crmProviderNames)
  for (const [words, isTheirsAhead] of [
    ['ten minutes ahead and ours ten behind', true],
    ['ten minutes behind and ours ten ahead', false],
  ] as const)
    for (const rule of ['ours', 'theirs', 'newer'] as const)
      test(`${provider}: with its clock ${words}, edits on both sides under the rule ${rule} end in the same values, each written once`, async () => {
        theirsMs = isTheirsAhead ? tenMinutesMs : -tenMinutesMs
        oursMs = -theirsMs
        await fc.assert(
          fc.asyncProperty(rounds, async (all) => {
            const { crm, ids, pinned, idOf } = await prepared(provider, rule)
            let [changes, written] = [0, 0]
            for (const edits of all) {
              const theirsBefore = await there(crm)
              const state = new Map(
                [...(await here(crm))].map(([id, { job_title: ours }]): [string, Both] => [
                  id,
                  { before: ours, ours, theirs: theirsBefore.get(id) ?? null },
                ]),
              )
              for (const { side, at, value } of edits) {
                const id = ids[at] ?? ''
                const both = state.get(id) as Both
                if (side === 'ours') {
                  changes++
                  await crm.call('update-contact', { contactId: idOf(id), jobTitle: value })
                  both.ours = value
                } else {
                  await crm.control({ edit: [{ entity: 'contacts', id, values: { title: value } }] })
                  both.theirs = value
                }
              }
              written += (await sync(crm)).progress.contacts?.written ?? 0
              const [ours, theirs] = [await here(crm), await there(crm)]
              for (const [id, both] of state) {
                const stands = ours.get(id)?.job_title ?? null
                if (id === pinned) assert.equal(stands, both.ours, 'what is pinned stands')
                else {
                  assert.ok(standing(both, rule).includes(stands), `${JSON.stringify(both)} became ${stands}`)
                  assert.equal(theirs.get(id), stands, `both have ${stands}`)
                }
              }
            }
            assert.ok(written <= changes, `${written} writes for ${changes} changes`)
            for (let n = 0; n < 2; n++) {
              const rest = await sync(crm)
              assert.deepEqual([rest.progress.contacts?.written, rest.summary.contacts?.changed], [0, 0], 'no echo')
            }
          }),
          { numRuns: 2 },
        )
      })
