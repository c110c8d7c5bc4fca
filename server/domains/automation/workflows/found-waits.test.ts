import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { connectionOptions } from '#db/connect.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'
import { givenContact, publish, showRun, start, untilRun } from '#test/support/workflows.ts'
import type { EventTrigger } from './event-triggers.ts'
import { readWaitsFor } from './open-waits.ts'

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

const trigger = { kind: 'request', input: [{ name: 'word', label: 'Word', type: 'text' }], open_to: 'member' }
const waiting = (more: object) => ({
  trigger,
  nodes: [
    {
      ...{ id: 'wait', kind: 'wait', next: { done: 'end' } },
      for: { kind: 'event', event: 'note.added', at_most: { amount: 1, unit: 'days' }, ...more },
    },
    { id: 'end', kind: 'stop', reason: '{{ steps.wait.event.data.body }}' },
  ],
})
const byBody = { where: "event.data.body == trigger.input.word && event.data.kind == 'contact'" }

const untilItWaits = (as: Someone, runId: string) =>
  until('it waits', async () => (await showRun(app, as, runId)).steps.some(({ wait }) => wait?.state === 'open'))
const fieldsOf = (as: Someone, runId: string) =>
  app.database.inOrg(as.orgId, async (db) => {
    const { rows } = await sql<{ field: string; has_value: boolean }>`
      select field, value_digest is not null as has_value from workflow_waits where run_id = ${runId}`.execute(db)
    return rows[0]
  })

test('a wait is found by the field that says whom it is about, one of nothing and one without a field by each event, and none by another', async () => {
  const as = await app.given.organization()
  const contact = await givenContact(app, as)
  const note = (body: string) => app.call('add-note', { kind: 'contact', recordId: contact, body }, as)
  const keyed = await publish(app, as, waiting(byBody))
  const anybody = await publish(app, as, waiting({ where: "event.data.body.starts_with('any')" }))
  const [one, other] = [await start(app, as, keyed.id, { word: 'one' }), await start(app, as, keyed.id, { word: 'other' })]
  const [nothing, any] = [await start(app, as, keyed.id, {}), await start(app, as, anybody.id, {})]
  for (const runId of [one, other, nothing, any]) await untilItWaits(as, runId)
  const found = { field: 'data.body', has_value: true }
  const unfound = { field: '', has_value: false }
  assert.deepEqual(await Promise.all([one, other, nothing, any].map((runId) => fieldsOf(as, runId))), [
    ...[found, found, unfound, unfound],
  ])
  await note('one')
  assert.equal((await untilRun(app, as, one, 'completed')).run.reason, 'one')
  await note('anything')
  assert.equal((await untilRun(app, as, any, 'completed')).run.reason, 'anything')
  assert.deepEqual(await Promise.all([other, nothing].map(async (runId) => (await showRun(app, as, runId)).run.state)), [
    'waiting',
    'waiting',
  ])
})

/** Waits of runs that need not be there to be found. */
const insertWaits = (db: Db, orgId: string, count: number, field: string): Promise<unknown> =>
  sql`
    insert into workflow_waits (org_id, id, run_id, workflow_id, node, path, kind, event_type, since, field, value_digest)
    select ${orgId}, uuidv7(), uuidv7(), uuidv7(), 'wait', '', 'event', 'note.added', now(), ${field},
      case when ${field} <> '' then 'digest of ' || n end from generate_series(1, ${count}::int) n`.execute(db)

const pagesFor = async (db: Db, orgId: string): Promise<number[]> => {
  const event = { kind: 'event', id: newId(), type: 'note.added', at: new Date().toISOString(), subject_id: newId() }
  const pages: number[] = []
  for await (const page of readWaitsFor(
    db,
    orgId,
    [{ ...event, data: { body: 'one' }, before: null, after: null } as EventTrigger],
    [],
  ))
    pages.push(page.length)
  return pages
}

/** As autovacuum keeps what the planner knows. */
const analyze = async (): Promise<void> => {
  const owner = new pg.Client(connectionOptions(app.target, { application: 'foyer test', role: null }))
  await owner.connect()
  await owner.query('analyze foyer.workflow_waits')
  await owner.end()
}

test('an event reads of 20,000 waits with a field none, by an index, and of 1,200 without one a page at a time', async () => {
  const as = await app.given.organization()
  const inOrg = <Result>(work: (db: Db) => Promise<Result>): Promise<Result> => app.database.inOrg(as.orgId, work)
  const read = (): Promise<{ pages: number[]; rows: number }> =>
    inOrg(async (db) => ({ pages: await pagesFor(db, as.orgId), rows: await rowsRead(db) }))
  await inOrg((db) => insertWaits(db, as.orgId, 20_000, 'data.body'))
  await analyze()
  const ofOthers = await read()
  assert.deepEqual(ofOthers.pages, [])
  assert.ok(ofOthers.rows < 20, `${ofOthers.rows} rows were read`)
  await inOrg((db) => insertWaits(db, as.orgId, 1_200, ''))
  await analyze()
  const ofAnybody = await read()
  assert.deepEqual(ofAnybody.pages, [500, 500, 200])
  assert.ok(ofAnybody.rows < 2_600, `${ofAnybody.rows} rows were read`)
  await inOrg((db) => sql`delete from workflow_waits where org_id = ${as.orgId}`.execute(db))
})

/** Rows of waits that this transaction has read so far. */
const rowsRead = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as n from pg_stat_xact_user_tables
    where schemaname = 'foyer' and relname = 'workflow_waits'`.execute(db)
  return rows[0]?.n ?? 0
}
