import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#core/ids.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import { publish } from '#test/support/workflows.ts'
import type { Progress } from './progress.ts'
import { type RunWrite, writeRuns } from './run-writes.ts'
import { type ClaimedRun, insertRuns } from './runs.ts'
import { requestStart } from './starts.ts'

let app: TestApp
before(async () => {
  app = await startApp({ alone: true })
})
after(() => app?.stop())

const [due, claimed] = [3_000, 500]

const given = async () => {
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
  return { as, begin }
}

/** What has begun is over, and the statistics are of that moment. */
const endAndAnalyze = (): Promise<void> =>
  asOwner(app.target, async (owner) => {
    await owner.query(`update foyer.workflow_runs set state = 'completed', due_at = null, ended_at = now()`)
    await owner.query('vacuum analyze foyer.workflow_runs')
  })

const readRows = `select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'workflow_runs'`

test('a claim reads the runs that it takes and few others, also when the statistics are of a minute in which none was due', async () => {
  const { begin } = await given()
  const client = await app.database.pool.connect()
  try {
    await begin(due)
    await endAndAnalyze()
    await begin(due)

    await client.query('begin')
    const { rowCount } = await client.query('select from foyer.claim_workflow_runs(uuidv7(), 10000, 1000, $1, $2, 16777216)', [
      claimed,
      [],
    ])
    const { rows } = await client.query<{ read: number }>(readRows)
    await client.query('rollback')
    assert.equal(rowCount, claimed)
    assert.ok((rows[0]?.read ?? 0) > 0)
    assert.ok((rows[0]?.read ?? 0) < claimed * 4, `${rows[0]?.read} rows were read for ${claimed} runs`)
  } finally {
    client.release()
  }
})

const claim = async (count: number): Promise<readonly RunWrite[]> => {
  const lease = newId()
  const { rows } = await sql<ClaimedRun>`
    select c.*, ${lease}::uuid as lease from foyer.claim_workflow_runs(${lease}, 10000, 1000, ${count}, '{}', 16777216) c`.execute(
    app.database.db,
  )
  return rows.map((run) => ({
    ...{
      run,
      state: 'completed',
      code: null,
      reason: null,
      progress: run.progress as Progress,
      stepCount: 1,
      bytes: run.bytes ?? 0,
    },
    ...{ isKept: false, isEnded: true, dueAt: null, steps: [], waits: [], timedOut: [], effects: [] },
  }))
}

/** Writes that runs are over, and answers how many rows of all runs were read for it. */
const write = (orgId: string, writes: readonly RunWrite[]): Promise<number> =>
  app.database.inOrg(orgId, async (db) => {
    const readSoFar = async () => (await sql<{ read: number }>`${sql.raw(readRows)}`.execute(db)).rows[0]?.read ?? 0
    const before = await readSoFar()
    assert.equal((await writeRuns(db, orgId, writes)).size, writes.length)
    return (await readSoFar()) - before
  })

const readsThemAlone = (read: number): void => {
  assert.ok(read > 0)
  assert.ok(read < claimed * 2, `${read} rows were read for ${claimed} runs`)
}

test('the outcome of runs is written to them alone, also for a workspace that is not in the statistics', async () => {
  await (await given()).begin(due)
  await endAndAnalyze()
  const { as, begin } = await given()
  await begin(due)
  readsThemAlone(await write(as.orgId, await claim(claimed)))
})

test('the outcome of runs is written to them alone on a connection that has written a few while there were no others', async () => {
  await asOwner(app.target, async (owner) => {
    await owner.query('truncate foyer.workflow_runs cascade')
    await owner.query('vacuum analyze foyer.workflow_runs')
  })
  const { as, begin } = await given()
  // After five, PostgreSQL keeps the plan of a prepared statement.
  for (let n = 0; n < 8; n++) {
    await begin(1)
    await write(as.orgId, await claim(1))
  }
  await begin(due)
  readsThemAlone(await write(as.orgId, await claim(claimed)))
})
