import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import fc from 'fast-check'
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
      .select(['their_id', 'contacts.id', 'job_title', 'linkedin_url'])
      .execute()
    return new Map(rows.map((row) => [row.their_id, row]))
  })

const side = fc.constantFrom('ours', 'theirs')
const edit = fc.record({
  side,
  at: fc.nat(5),
  field: fc.constantFrom('title', 'linkedin'),
  value: fc.constantFrom('a', 'b', 'c'),
})
const fields = {
  title: { theirs: 'jobtitle', ours: 'job_title', here: 'jobTitle', said: (value: string) => `Title ${value}` },
  linkedin: {
    theirs: 'hs_linkedin_url',
    ours: 'linkedin_url',
    here: 'linkedinUrl',
    said: (value: string) => `https://x.example/${value}`,
  },
} as const

for (const rule of ['ours', 'theirs', 'newer', 'ask'] as const)
  test(`any edits on both sides under the rule ${rule} end in the same values, with no more writes than changes, and in rest`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(edit, { maxLength: 6 }), { minLength: 1, maxLength: 3 }), async (rounds) => {
        const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts: 6, deals: 0 })
        await crm.call('save-crm-mapping', {
          connectionId: crm.connectionId,
          mapping: {
            fields: Object.values(fields).map(({ theirs, ours }) => ({
              ...{ entity: 'contacts', theirs, ours, direction: 'both' },
              conflict: rule,
            })),
          },
        })
        await sync(crm)
        let changes = 0
        let written = 0
        for (const edits of rounds) {
          const ids = (await crm.records('contacts')).map(({ id }) => id)
          for (const { side: where, at, field, value } of edits) {
            const id = ids[at] ?? ''
            const said = fields[field].said(value)
            if (where === 'theirs') await crm.control({ edit: [{ entity: 'contacts', id, values: { [field]: said } }] })
            else {
              changes++
              await crm.call('update-contact', { contactId: (await here(crm)).get(id)?.id, [fields[field].here]: said })
            }
          }
          written += (await sync(crm)).progress.contacts?.written ?? 0
        }
        if (rule === 'ask') {
          const { conflicts } = await crm.call<{ conflicts: { id: string }[] }>('list-crm-conflicts', {
            connectionId: crm.connectionId,
          })
          for (const [at, { id }] of conflicts.entries()) {
            if (at % 2 === 0) changes++
            await crm.call('decide-crm-conflict', { conflictId: id, take: at % 2 === 0 ? 'ours' : 'theirs' })
          }
        }
        written += (await sync(crm)).progress.contacts?.written ?? 0
        const ours = await here(crm)
        for (const { id, values } of await crm.records('contacts'))
          assert.deepEqual([id, ours.get(id)?.job_title, ours.get(id)?.linkedin_url], [id, values.title, values.linkedin])
        assert.ok(written <= changes, `${written} writes for ${changes} changes`)
        const rest = await sync(crm)
        assert.deepEqual(
          [rest.progress.contacts?.written, rest.summary.contacts?.changed, rest.progress.contacts?.conflicts],
          [0, 0, 0],
        )
      }),
      { numRuns: 5 },
    )
  })

test('all edits on both sides, where Foyer decides and with pins, end as it is here, and in rest', async () => {
  const act = fc.record({
    what: fc.constantFrom('ours', 'theirs', 'pin'),
    at: fc.nat(5),
    value: fc.constantFrom('a', 'b', 'c'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(act, { maxLength: 6 }), { minLength: 1, maxLength: 3 }), async (rounds) => {
      const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts: 6, deals: 0 })
      await crm.call('save-crm-mapping', {
        connectionId: crm.connectionId,
        mapping: {
          fields: [{ entity: 'contacts', theirs: 'jobtitle', ours: 'job_title', direction: 'out', conflict: 'ask' }],
        },
      })
      await sync(crm)
      for (const acts of rounds) {
        const ids = (await crm.records('contacts')).map(({ id }) => id)
        const ours = await here(crm)
        for (const { what, at, value } of acts) {
          const id = ids[at] ?? ''
          const recordId = ours.get(id)?.id
          if (what === 'theirs') await crm.control({ edit: [{ entity: 'contacts', id, values: { title: value } }] })
          else if (what === 'ours') await crm.call('update-contact', { contactId: recordId, jobTitle: value })
          else await crm.call('pin-crm-value', { entity: 'contacts', recordId, field: 'job_title', pinned: true })
        }
        await sync(crm)
        const after = await here(crm)
        for (const { id, values } of await crm.records('contacts')) {
          const title = after.get(id)?.job_title ?? null
          if (title !== null) assert.deepEqual([id, values.title], [id, title])
        }
      }
      const rest = await sync(crm)
      assert.deepEqual([rest.progress.contacts?.written, rest.summary.contacts?.changed], [0, 0])
    }),
    { numRuns: 5 },
  )
})

/** What a member may do to a contact that moves no time of it, or does. */
const touches: Readonly<Record<string, (crm: Crm, contactId: string, n: number, fieldKey: string) => Promise<unknown>>> = {
  'edit here': (crm, contactId, n) => crm.call('update-contact', { contactId, jobTitle: `Here ${n}` }),
  note: (crm, recordId, n) => crm.call('add-note', { kind: 'contact', recordId, body: `Note ${n}` }),
  tag: (crm, recordId, n) => crm.call('tag-records', { kind: 'contact', recordIds: [recordId], add: [`Tag ${n % 3}`] }),
  'own field': (crm, recordId, n, fieldKey) =>
    crm.call('set-fields', { kind: 'contact', recordId, fields: { [fieldKey]: `Value ${n}` } }),
  pin: (crm, recordId) => crm.call('pin-crm-value', { entity: 'contacts', recordId, field: 'job_title', pinned: true }),
}

/**
 * The titles that stand after the undo of one of several syncs, by what stood after each: what it changed is as before it, unless a later one
 * changed it again.
 */
const titlesAfterUndo = (
  courses: readonly ReadonlyMap<string, string | null>[],
  undone: number,
): ReadonlyMap<string, string | null> => {
  const changedBy = (n: number, id: string): boolean => {
    const [before, after] = [courses[n - 1], courses[n]]
    return before?.has(id) === true && before.get(id) !== after?.get(id)
  }
  return new Map(
    [...(courses.at(-1) ?? [])].map(([id, last]) => {
      const isLater = courses.some((_, n) => n > undone && changedBy(n, id))
      return [id, changedBy(undone, id) && !isLater ? (courses[undone - 1]?.get(id) ?? null) : last]
    }),
  )
}

test('undoing any one of several syncs leaves what members did, puts back what it changed, and takes away what only it made', async () => {
  // Twice as often what has something to undo.
  const step = fc.constantFrom(...Object.keys(touches), ...['edit there', 'edit there'], 'create there', ...['sync', 'sync'])
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ step, at: fc.nat(7) }), { minLength: 3, maxLength: 10 }),
      fc.nat(3),
      async (steps, undone) => {
        const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts: 8, deals: 0 })
        const field = await crm.call<{ field: { key: string } }>('save-field', {
          ...{ kind: 'contact', name: 'Own', fieldType: 'text' },
        })
        const syncs = [(await sync(crm)).jobId]
        const titles = async () => new Map([...(await here(crm)).values()].map(({ id, job_title }) => [id, job_title]))
        const courses = [await titles()]
        const touched = new Set<string>()
        const said = new Map<string, string>()
        const pinned = new Map<string, string | null>()
        for (const [n, { step: what, at }] of steps.entries()) {
          const there = await crm.records('contacts')
          const id = there[at % there.length]?.id ?? ''
          if (what === 'sync') {
            syncs.push((await sync(crm)).jobId)
            courses.push(await titles())
          } else if (what === 'edit there')
            await crm.control({ edit: [{ entity: 'contacts', id, values: { title: `There ${n}` } }] })
          else if (what === 'create there')
            await crm.control({
              create: [{ entity: 'contacts', values: { lastName: `Made ${n}`, email: `made${n}@x.example` } }],
            })
          else {
            const contact = (await here(crm)).get(id)
            if (!contact) continue
            await touches[what]?.(crm, contact.id, n, field.field.key)
            touched.add(contact.id)
            if (what === 'edit here') said.set(contact.id, `Here ${n}`)
            if (what === 'pin') pinned.set(contact.id, contact.job_title)
          }
        }
        for (const id of pinned.keys()) if (said.has(id)) pinned.set(id, said.get(id) ?? null)
        const jobId = syncs[undone % syncs.length] ?? ''
        const made = await crms.app.database.inOrg(crm.owner.orgId, (db) =>
          db.selectFrom('sync_links').select('our_id').where('made_by', '=', jobId).execute(),
        )
        const undo = await crm.call<{ jobId: string }>('undo-sync', { jobId })
        await undoSyncRun.run({ orgId: crm.owner.orgId, jobId: undo.jobId }, jobs.context)
        const shown = await crm.show(undo.jobId)
        assert.equal(shown.status, 'completed', JSON.stringify(shown))
        const left = new Map(
          (
            await crms.app.database.inOrg(crm.owner.orgId, (db) =>
              db.selectFrom('contacts').select(['id', 'job_title']).execute(),
            )
          ).map((row) => [row.id, row.job_title]),
        )
        for (const id of touched) assert.ok(left.has(id), 'whom a member touched is there')
        for (const [id, title] of [...said, ...pinned])
          assert.equal(left.get(id), title, 'what a member wrote or pinned stands')
        for (const { our_id } of made) assert.equal(left.has(our_id), touched.has(our_id))
        const mine = new Set(made.map(({ our_id }) => our_id))
        for (const [id, title] of titlesAfterUndo(courses, undone % syncs.length))
          if (!mine.has(id) && !touched.has(id)) assert.equal(left.get(id), title, 'what it changed is as it was')
        const kept = new Set(shown.samples.map(({ our_id }) => our_id))
        for (const { our_id } of made) assert.equal(kept.has(our_id), touched.has(our_id), 'what stays is named')
      },
    ),
    { numRuns: 12 },
  )
})
