import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { connectionOptions } from '#db/connect.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { publish } from '#test/support/workflows.ts'
import { insertRuns } from './runs.ts'
import { requestStart } from './starts.ts'

let app: TestApp
before(async () => {
  app = await startApp({ alone: true })
})
after(() => app?.stop())

const [due, claimed] = [3_000, 500]

test('a claim reads the runs that it takes and few others, also when the statistics are of a minute in which none was due', async () => {
  const as = await app.given.organization()
  const trigger = { kind: 'request', input: [{ name: 'n', label: 'N', type: 'number' }], open_to: 'member' }
  const { id } = await publish(app, as, { trigger, nodes: [{ id: 'end', kind: 'stop', reason: 'Over' }] })
  const begin = (count: number) =>
    app.database.inOrg(as.orgId, (db) =>
      insertRuns(
        db,
        as.orgId,
        Array.from({ length: count }, (_, n) => requestStart({ workflowId: id, version: 1 }, { input: { n }, at: new Date() })),
      ),
    )
  const owner = new pg.Client(connectionOptions(app.target, { application: 'foyer test', role: null }))
  await owner.connect()
  const client = await app.database.pool.connect()
  try {
    await begin(due)
    await owner.query(`update foyer.workflow_runs set state = 'completed', due_at = null, ended_at = now()`)
    await owner.query('vacuum analyze foyer.workflow_runs')
    await begin(due)

    await client.query('begin')
    const { rowCount } = await client.query('select from foyer.claim_workflow_runs(uuidv7(), 10000, 1000, $1, $2, 16777216)', [
      claimed,
      [],
    ])
    const { rows } = await client.query<{ read: number }>(
      `select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'workflow_runs'`,
    )
    await client.query('rollback')
    assert.equal(rowCount, claimed)
    assert.ok((rows[0]?.read ?? 0) > 0)
    assert.ok((rows[0]?.read ?? 0) < claimed * 4, `${rows[0]?.read} rows were read for ${claimed} runs`)
  } finally {
    client.release()
    await owner.end()
  }
})
