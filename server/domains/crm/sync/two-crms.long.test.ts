import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { connectedTo, controlCrm, recordsOfCrm, startCrmsAndJobs } from '#test/support/crm-sync.ts'
import { runSync } from './run-sync.ts'

let jobs: Awaited<ReturnType<typeof startCrmsAndJobs>>
let crms: typeof jobs.crms
before(async () => {
  jobs = await startCrmsAndJobs()
  crms = jobs.crms
})
after(() => jobs?.stop())
beforeEach(() => crms.sandbox.turn('hubspot'))

const rules = ['ours', 'theirs', 'newer', 'ask'] as const
type Rule = (typeof rules)[number]
const fields = {
  title: { theirs: 'jobtitle', ours: 'job_title', here: 'jobTitle', said: (value: string) => `Title ${value}` },
  linkedin: {
    ...{ theirs: 'hs_linkedin_url', ours: 'linkedin_url', here: 'linkedinUrl' },
    said: (value: string) => `https://x.example/${value}`,
  },
} as const
const contacts = 4

let connected = 0
/** A workspace that is connected to two accounts of a CRM with the same people, and keeps their titles and profiles in step with both. */
const twoCrms = async (...ruleOf: readonly [Rule, Rule]) => {
  const first = await connectedTo(crms, 'hubspot', { companies: 0, contacts, deals: 0 })
  const { owner, call } = first
  const people = await first.records('contacts')
  await call('crm-save-api-key', {
    provider: 'hubspot',
    userId: owner.personId,
    apiKey: `pat-eu1-two${process.pid}x${++connected}`,
  })
  const { account } = await controlCrm(crms.sandbox, 'hubspot', {
    reseed: { companies: 0, contacts: 0, deals: 0 },
    create: people.map(({ values }) => ({ entity: 'contacts', values })),
  })
  const { connections } = await call<{ connections: { id: string }[] }>('crm-connections', {})
  const second = connections.find(({ id }) => id !== first.connectionId)?.id ?? ''

  const open = async (connectionId: string, account: string, conflict: Rule) => {
    const mapped = Object.values(fields).map(({ theirs, ours }) => ({
      ...{ entity: 'contacts', theirs, ours, direction: 'both', conflict },
    }))
    await call('save-crm-mapping', { connectionId, mapping: { fields: mapped } })
    return {
      connectionId,
      control: (wishes: object) => controlCrm(crms.sandbox, 'hubspot', { account, ...wishes }),
      /** In the order in which both accounts have the same people. */
      async records() {
        await this.control({})
        return recordsOfCrm(crms.sandbox, 'hubspot', 'contacts')
      },
      async sync() {
        await crms.app.database.db.deleteFrom('directory.buckets').execute()
        const wish = { connectionId, userId: owner.personId, entities: ['contacts'] }
        const { jobId } = await call<{ jobId: string }>('crm-start-sync', wish)
        await runSync.run({ orgId: owner.orgId, jobId }, jobs.context)
        const shown = await first.show(jobId)
        assert.equal(shown.status, 'completed', JSON.stringify({ ...shown, samples: [] }))
        return { written: shown.progress.contacts?.written ?? 0, changed: shown.summary.contacts?.changed ?? 0 }
      },
    }
  }
  const [one, other] = [await open(first.connectionId, first.account, ruleOf[0]), await open(second, account, ruleOf[1])]
  return { call, owner, first: one, second: other, sides: [one, other] }
}
type Two = Awaited<ReturnType<typeof twoCrms>>

const here = ({ owner }: Two) =>
  crms.app.database.inOrg(owner.orgId, async (db) => {
    const rows = await db.selectFrom('contacts').select(['id', 'email', 'job_title', 'linkedin_url']).execute()
    return new Map(rows.map((row) => [row.email, row]))
  })

/** Decides what is open, in turns for ours and for theirs: how many decisions that were. */
const decide = async ({ call, sides }: Two): Promise<number> => {
  let decided = 0
  for (const { connectionId } of sides) {
    const { conflicts } = await call<{ conflicts: { id: string }[] }>('list-crm-conflicts', { connectionId })
    for (const { id } of conflicts)
      await call('decide-crm-conflict', { conflictId: id, take: decided++ % 2 === 0 ? 'ours' : 'theirs' })
  }
  return decided
}

const edit = fc.record({
  side: fc.constantFrom('here', 'first', 'second'),
  at: fc.nat(contacts - 1),
  field: fc.constantFrom('title', 'linkedin'),
  value: fc.constantFrom('a', 'b', 'c'),
})
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never

const apply = async (two: Two, { side, at, field, value }: Edit): Promise<void> => {
  const said = fields[field].said(value)
  const { id = '', values } = (await two[side === 'here' ? 'first' : side].records())[at] ?? {}
  if (side !== 'here') await two[side].control({ edit: [{ entity: 'contacts', id, values: { [field]: said } }] })
  else
    await two.call('update-contact', { contactId: (await here(two)).get(values?.email ?? '')?.id, [fields[field].here]: said })
}

/** Syncs until no conflict is open, and then once more with both. */
const settle = async (two: Two, count: (decisions: number) => void, sync: () => Promise<void>): Promise<void> => {
  for (let decisions = 1, rounds = 0; decisions > 0; rounds++) {
    assert.ok(rounds < 6, 'members are asked again and again')
    await sync()
    decisions = await decide(two)
    count(decisions)
  }
  await sync()
}

for (const rule of rules)
  test(`any edits at two CRMs and here, under the rule ${rule} at one and any at the other, end in the same values everywhere, with no more writes than changes`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...rules),
        fc.array(fc.array(edit, { maxLength: 6 }), { minLength: 1, maxLength: 2 }),
        async (other, rounds) => {
          const two = await twoCrms(rule, other)
          for (const side of two.sides) await side.sync()
          const changes = { here: 0, first: 0, second: 0 }
          const written = [0, 0]
          const sync = async (): Promise<void> => {
            for (const [at, side] of two.sides.entries()) written[at] = (written[at] ?? 0) + (await side.sync()).written
          }
          for (const edits of rounds) {
            for (const each of edits) {
              changes[each.side]++
              await apply(two, each)
            }
            await sync()
          }
          await settle(two, (decisions) => (changes.here += decisions), sync)

          const ours = await here(two)
          for (const side of two.sides)
            for (const { values } of await side.records()) {
              const row = ours.get(values.email ?? '')
              assert.deepEqual([values.email, row?.job_title, row?.linkedin_url], [values.email, values.title, values.linkedin])
            }
          for (const [at, count] of written.entries()) {
            const elsewhere = changes.here + (at === 0 ? changes.second : changes.first)
            assert.ok(count <= elsewhere, `${count} writes for ${elsewhere} changes elsewhere`)
          }
          for (const side of two.sides) assert.deepEqual(await side.sync(), { written: 0, changed: 0 })
        },
      ),
      { numRuns: 6 },
    )
  })
