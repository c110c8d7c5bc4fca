import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { crmProviderNames } from '#ports/providers.ts'
import { connectedTo, startCrmsAndJobs } from '#test/support/crm-sync.ts'
import { Rounds, StandsStill } from './rounds.ts'
import { runSync } from './run-sync.ts'

let jobs: Awaited<ReturnType<typeof startCrmsAndJobs>>
let crms: typeof jobs.crms
before(async () => {
  jobs = await startCrmsAndJobs()
  crms = jobs.crms
})
after(() => jobs?.stop())
beforeEach(async () => {
  for (const provider of crmProviderNames) await crms.sandbox.turn(provider)
})

const minute = 60_000

for (const provider of crmProviderNames)
  for (const dryRun of [false, true])
    test(`${provider} goes round two pages for ever: a ${dryRun ? 'rehearsal' : 'sync'} stalls at once, fails after an hour, counts each record once, and is completed when the CRM goes on`, async () => {
      const crm = await connectedTo(crms, provider, { companies: 0, contacts: 1_300, deals: 0 })
      await crms.app.database.db.deleteFrom('directory.buckets').execute()
      await crms.sandbox.turn(provider, { kind: 'circle' })
      const wish = { connectionId: crm.connectionId, userId: crm.owner.personId, entities: ['contacts'], dryRun }
      const { jobId } = await crm.call<{ jobId: string }>('crm-start-sync', wish)
      const at = async (laterMs: number) => {
        await crms.app.database.db.deleteFrom('directory.buckets').execute()
        const context = { ...jobs.context, now: () => new Date(Date.now() + laterMs) }
        await runSync.run({ orgId: crm.owner.orgId, jobId }, context)
        return crm.show(jobId)
      }
      const first = await at(0)
      assert.deepEqual([first.status, first.condition], ['in_progress', 'stalled'])
      assert.match(first.reason ?? '', /the same pages?/)
      const met = first.progress.contacts?.total ?? 0
      assert.ok(met > 0 && met < 1_300, String(met))
      for (const laterMs of [5 * minute, 69 * minute]) {
        const again = await at(laterMs)
        assert.deepEqual([again.condition, again.progress.contacts?.total], ['stalled', met], 'no record counts twice')
      }
      assert.equal((await at(72 * minute)).status, 'failed')
      await crms.sandbox.turn(provider)
      await crm.call('resume-sync', { jobId })
      const done = await at(0)
      assert.deepEqual([done.status, done.progress.contacts?.imported], ['completed', 1_300])
    })

test('a list that gives one page again now and then goes on; one that only gives pages of before does not', () => {
  const rounds = new Rounds()
  for (let page = 0; page < 500; page++) {
    rounds.note([`${page}`, `${page + 1}`])
    rounds.note([`${page}`, `${page + 1}`])
  }
  assert.throws(() => {
    for (let page = 0; page < 5; page++) rounds.note([`${page}`, `${page + 1}`])
  }, StandsStill)
  const empty = new Rounds()
  assert.throws(() => {
    for (let page = 0; page < 300; page++) empty.note([])
  }, StandsStill)
})
