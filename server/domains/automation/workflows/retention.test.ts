import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { startApp, type TestApp } from '#test/support/app.ts'
import { publish, runsOf, start, untilRun } from '#test/support/workflows.ts'
import { runRetention } from './retention.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ alone: true })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

const dayMs = 86_400_000

test('runs are kept for 30 days, and for as long as their workflow keeps what their steps took and gave', async () => {
  const as = await app.given.organization()
  const trigger = { kind: 'request', open_to: 'member' }
  const left = async (keep_days: number, agoDays: number): Promise<number> => {
    const { id } = await publish(app, as, { trigger, nodes: [{ id: 'end', kind: 'stop' }], settings: { keep_days } })
    await untilRun(app, as, await start(app, as, id), 'completed')
    const now = new Date()
    await app.database.inOrg(as.orgId, async (db) => {
      await sql`update workflow_runs set ended_at = ${new Date(now.getTime() - agoDays * dayMs)} where workflow_id = ${id}`.execute(
        db,
      )
      const before = new Date(now.getTime() - 30 * dayMs)
      await runRetention.ofOrg?.(db, { orgId: as.orgId, before, now, reactions: [], within: undefined as never })
    })
    return (await runsOf(app, as, id)).length
  }
  assert.deepEqual([await left(90, 89), await left(90, 91), await left(7, 29), await left(7, 31)], [1, 0, 1, 0])
})
