import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectedTo, startCrmsAndJobs } from '#test/support/crm-sync.ts'
import { openPace } from './paces.ts'
import { runOnSync } from './run-on-sync.ts'

let jobs: Awaited<ReturnType<typeof startCrmsAndJobs>>
let crms: typeof jobs.crms
before(async () => {
  jobs = await startCrmsAndJobs()
  crms = jobs.crms
})
after(() => jobs?.stop())

const minute = 60_000
const day = 24 * 60 * minute
/** A pace, with a clock that moves on with each call. */
const paced = (share: number) => {
  let at = Date.parse('2026-11-29T08:00:00Z')
  const pace = openPace(share, () => new Date(at))
  return {
    /** `untilMs`: how far away the vendor says that the window ends; null: at the end of the day in UTC. */
    waitAfter(remaining: number, untilMs: number | null, passedMs = minute): number {
      at += passedMs
      const midnight = (Math.floor(at / day) + 1) * day
      pace.see({ remaining, resetsAt: new Date(untilMs === null ? midnight : at + untilMs) })
      return Math.round(pace.pauseMs() / 1_000)
    },
  }
}

test('of a day that rolls, half of what the run found is left to others, however long it reads', () => {
  const { waitAfter } = paced(50)
  for (let remaining = 1_000; remaining > 500; remaining -= 10) assert.equal(waitAfter(remaining, day), 0, String(remaining))
  assert.equal(waitAfter(500, day), 10)
  assert.equal(waitAfter(499, day), 10)
  assert.equal(waitAfter(505, day), 0, 'some calls of yesterday are free again')
  assert.equal(waitAfter(500, day), 10, 'and of what is left it is still the same half')
  assert.equal(waitAfter(2_000, day), 0, 'the limit was raised')
  assert.equal(waitAfter(1_000, day), 10)
})

test('a window that is over is not the next one', () => {
  const { waitAfter } = paced(50)
  assert.equal(waitAfter(1_000, null), 0)
  assert.equal(waitAfter(400, null), 10)
  assert.equal(waitAfter(900, null, day), 0, 'less than yesterday was left, and others had used it before')
  assert.equal(waitAfter(450, null), 10)
})

test('a short window is shared out evenly, and what a vendor does not say is no limit', () => {
  const { waitAfter } = paced(50)
  assert.equal(waitAfter(10, 10_000), 2)
  assert.equal(waitAfter(1, 10_000), 10)
  const pace = openPace(50, () => new Date())
  pace.see(null)
  assert.equal(pace.pauseMs(), 0)
})

test('reading by ids, counting and what is gone leave others their part of the limits, as lists do', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 0, contacts: 3, deals: 0 })
  await crm.call('save-crm-mapping', { connectionId: crm.connectionId, share: 5 })
  const wish = { connectionId: crm.connectionId, userId: crm.owner.personId, entities: ['contacts'] }
  const { jobId } = await crm.call<{ jobId: string }>('crm-start-sync', wish)
  const ids = (await crm.records('contacts')).map(({ id }) => id)
  let pausedMs = 0
  await runOnSync({ orgId: crm.owner.orgId, jobId }, jobs.context, async (run) => {
    assert.equal(run.pauseMs(), 0, 'nothing was said of limits yet')
    await crms.sandbox.turn('hubspot', { kind: 'limits' })
    await run.ask((account) => account.read('contacts', ids, []))
    pausedMs = run.pauseMs()
    const began = performance.now()
    await run.ask((account) => account.count('contacts'))
    assert.ok(performance.now() - began >= pausedMs - 100, `${performance.now() - began} of ${pausedMs} ms`)
  })
  await crms.sandbox.turn('hubspot')
  assert.ok(pausedMs > 700, String(pausedMs))
})
