import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { connectedTo, startCrms } from '#test/support/crm-sync.ts'
import { makeKilled } from './killed-process.ts'

const file = fileURLToPath(new URL('./worker-process.ts', import.meta.url))
const contacts = 6_000

let crms: Awaited<ReturnType<typeof startCrms>>
let worker: ReturnType<typeof makeKilled>
before(async () => {
  crms = await startCrms({ hasWorker: false })
  await crms.sandbox.turn('hubspot')
  const { app } = crms
  const env = { PORT: '0', FOYER_DATA: app.dataDir, FOYER_KEY: Buffer.alloc(32, 7).toString('base64'), ...crms.env }
  worker = makeKilled(file, { target: app.target, env })
})
after(async () => {
  await worker?.kill()
  await crms?.stop()
})

test('a worker that is killed in mid-import: another goes on, and each record stands here once', async () => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 5, contacts, deals: 0 })
  const entities = ['companies', 'contacts']
  const wish = { connectionId: crm.connectionId, userId: crm.owner.personId, entities }
  const { jobId } = await crm.call<{ jobId: string }>('crm-start-sync', wish)
  const place = async (): Promise<{ total: number; status: string }> => {
    const { status, counts } = await crms.app.database.inOrg(crm.owner.orgId, (db) =>
      db.selectFrom('sync_jobs').select(['status', 'counts']).where('id', '=', jobId).executeTakeFirstOrThrow(),
    )
    return { status, total: (counts as { contacts?: { total: number } }).contacts?.total ?? 0 }
  }
  /** Until more was read than before, and some of it is still to come. */
  const goneOn = async (from: number): Promise<number> => {
    for (const untilMs = Date.now() + 120_000; ; await sleep(5)) {
      const { total, status } = await place()
      assert.equal(status === 'completed' || status === 'failed', false, `it is ${status} before it was killed`)
      if (total > from) return total
      assert.ok(Date.now() < untilMs, `it stands still at ${total}`)
    }
  }

  let at = 0
  for (let kills = 0; kills < 2; kills++) {
    await worker.start()
    at = await goneOn(at)
    await worker.kill()
    at = (await place()).total
    assert.ok(at > 0 && at < contacts, `it was killed at ${at}`)
  }
  await worker.start()
  const done = await crm.ended(jobId, 180_000)
  assert.equal(done.status, 'completed', JSON.stringify({ ...done, samples: [], error_log: [] }))
  assert.deepEqual(
    [done.certificate.contacts?.theirs, done.certificate.contacts?.ours, done.progress.contacts?.total],
    [contacts, contacts, contacts],
  )
  const rows = await crms.app.database.inOrg(crm.owner.orgId, async (db) => ({
    links: (await db.selectFrom('sync_links').select('our_id').where('entity', '=', 'contacts').execute()).map(
      ({ our_id }) => our_id,
    ),
    contacts: (await db.selectFrom('contacts').select('id').execute()).map(({ id }) => id),
  }))
  assert.equal(rows.links.length, contacts)
  assert.deepEqual([...new Set(rows.links)].sort(), rows.contacts.sort(), 'no contact that no record there stands for')
})
