import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { makeLog } from '#core/log.ts'
import { usualCaps } from '#shapes/workflow-caps.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'
import { publish } from '#test/support/workflows.ts'
import { heldSchedules } from './held-schedules.ts'
import { startDueOfWorkflow, startDueSchedules, startInstants } from './schedule-starts.ts'
import { Schedule } from './schedules.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app?.stop())

const minuteMs = 60_000
const eachMinute = { every: 'minutes', minutes: 1, zone: 'UTC' } as const
const ending = [{ id: 'end', kind: 'stop', reason: 'Planned at {{ trigger.planned_at }}' }]
const log = makeLog({ level: 'silent' })

const givenSchedule = (as: Someone, trigger: object = {}, settings: object = {}) =>
  publish(app, as, { trigger: { kind: 'schedule', schedule: eachMinute, ...trigger }, nodes: ending, settings })

/** Moves the last look into the past, as if nothing had run since. */
const lastLooked = (as: Someone, workflowId: string, at: Date): Promise<unknown> =>
  app.database.inOrg(as.orgId, (db) =>
    sql`update workflow_schedules set last_instant = ${at}, next_at = ${at} where org_id = ${as.orgId} and workflow_id = ${workflowId}`.execute(
      db,
    ),
  )

const keysOf = async (as: Someone, workflowId: string): Promise<string[]> =>
  (
    await app.database.inOrg(as.orgId, (db) =>
      db
        .selectFrom('workflow_runs')
        .select('start_key')
        .where('org_id', '=', as.orgId)
        .where('workflow_id', '=', workflowId)
        .execute(),
    )
  )
    .map(({ start_key }) => start_key ?? '')
    .sort()

const rowOf = (as: Someone, workflowId: string) =>
  app.database.inOrg(as.orgId, (db) =>
    db
      .selectFrom('workflow_schedules')
      .selectAll()
      .where('org_id', '=', as.orgId)
      .where('workflow_id', '=', workflowId)
      .executeTakeFirst(),
  )

const wholeMinute = (): number => Math.floor(Date.now() / minuteMs) * minuteMs
const keyAt = (ms: number): string => `time:${new Date(ms).toISOString()}`

test('one worker starts a run at each time that is due, and says when the next one is', async () => {
  const as = await app.given.organization()
  const { id } = await givenSchedule(as, { missed: 'each' })
  const now = wholeMinute()
  await lastLooked(as, id, new Date(now - 5 * minuteMs))
  const worker = await app.startWorker()
  try {
    await until('the runs are over', async () => {
      const { runs } = (await app.call('list-runs', { workflowId: id }, as)).body as unknown as { runs: { state: string }[] }
      return runs.length >= 5 && runs.every(({ state }) => state === 'completed')
    })
  } finally {
    await worker.stop()
  }
  assert.deepEqual(
    (await keysOf(as, id)).slice(0, 5),
    [4, 3, 2, 1, 0].map((ago) => keyAt(now - ago * minuteMs)),
  )
  const row = await rowOf(as, id)
  assert.ok(row?.next_at && row.next_at.getTime() > Date.now() - minuteMs)
  const { runs } = (await app.call('list-runs', { workflowId: id }, as)).body as unknown as {
    runs: { reason: string; started_by: string }[]
  }
  assert.match(runs[0]?.reason ?? '', /^Planned at /)
  assert.equal(runs[0]?.started_by, 'schedule')
})

test('five workers that look at once start each time once', async () => {
  const as = await app.given.organization()
  const workflows = await Promise.all(Array.from({ length: 20 }, () => givenSchedule(as, { missed: 'each' })))
  const now = wholeMinute()
  for (const { id } of workflows) await lastLooked(as, id, new Date(now - 10 * minuteMs))
  for (let round = 0; round < 5; round++)
    await Promise.all(
      Array.from({ length: 5 }, () => startDueSchedules({ database: app.database, log, settings: { workflows: usualCaps } })),
    )
  for (const { id } of workflows) {
    const keys = await keysOf(as, id)
    assert.equal(new Set(keys).size, keys.length)
    assert.deepEqual(
      keys.slice(0, 10),
      Array.from({ length: 10 }, (_, at) => keyAt(now - (9 - at) * minuteMs)),
    )
  }
})

test('a server whose clock is ten minutes ahead, and set back, neither doubles a time nor loses one', async () => {
  const as = await app.given.organization()
  const { id, version } = await givenSchedule(as, { missed: 'skip' })
  const begun = wholeMinute()
  let lastInstant = new Date(begun)
  const look = async (atMs: number): Promise<void> => {
    await app.database.inOrg(as.orgId, (db) =>
      startInstants(
        db,
        as.orgId,
        [{ workflowId: id, version, schedule: Schedule.parse(eachMinute), missed: 'skip', lastInstant }],
        new Date(atMs),
        usualCaps,
      ),
    )
    lastInstant = (await rowOf(as, id))?.last_instant ?? lastInstant
  }
  await look(begun + 2 * minuteMs)
  await look(begun + 12 * minuteMs)
  for (let minute = 3; minute <= 15; minute++) await look(begun + minute * minuteMs)
  assert.deepEqual(
    await keysOf(as, id),
    Array.from({ length: 15 }, (_, at) => keyAt(begun + (at + 1) * minuteMs)),
  )
})

test('a stopped workflow keeps its times, and each comes when it goes on, as its choice says', async () => {
  const as = await app.given.organization()
  const [each, once, skip] = await Promise.all(['each', 'once', 'skip'].map((missed) => givenSchedule(as, { missed })))
  assert.ok(each && once && skip)
  assert.equal((await app.call('stop-workflow', { workflowId: null, on: true }, as)).status, 200)
  const now = wholeMinute()
  for (const { id } of [each, once, skip]) await lastLooked(as, id, new Date(now - 60 * minuteMs))
  await startDueSchedules({ database: app.database, log, settings: { workflows: usualCaps } })
  for (const { id } of [each, once, skip]) {
    assert.deepEqual(await keysOf(as, id), [])
    assert.equal((await rowOf(as, id))?.next_at, null)
  }
  await app.call('stop-workflow', { workflowId: null, on: false }, as)
  await startDueSchedules({ database: app.database, log, settings: { workflows: usualCaps } })
  assert.ok((await keysOf(as, each.id)).length >= 60)
  assert.ok((await keysOf(as, once.id)).length <= 2)
  assert.ok((await keysOf(as, skip.id)).length <= 2)
})

test('a restored workspace starts nothing for the times before its workflows are released', async () => {
  const as = await app.given.organization()
  const { id } = await givenSchedule(as, { missed: 'each' })
  await lastLooked(as, id, new Date(wholeMinute() - 30 * minuteMs))
  const { rows } = heldSchedules
  assert.ok(rows)
  await app.database.inOrg(as.orgId, (db) => rows.postpone(db, as.orgId))
  await startDueSchedules({ database: app.database, log, settings: { workflows: usualCaps } })
  assert.deepEqual(await keysOf(as, id), [])
  const released = new Date()
  await app.database.inOrg(as.orgId, (db) => rows.release(db, as.orgId, released))
  await startDueSchedules({ database: app.database, log, settings: { workflows: usualCaps } })
  assert.ok((await keysOf(as, id)).every((key) => key > `time:${released.toISOString()}`))
  assert.ok((await rowOf(as, id))?.next_at)
})

test('a schedule that cannot be read stops its workflow, with a notice, and holds up neither others nor a new version', async () => {
  const as = await app.given.organization()
  const [broken, whole] = [await givenSchedule(as, { missed: 'each' }), await givenSchedule(as, { missed: 'each' })]
  for (const { id } of [broken, whole]) await lastLooked(as, id, new Date(wholeMinute() - minuteMs))
  await app.database.inOrg(as.orgId, (db) =>
    sql`update workflow_schedules set schedule = '{"every": "eclipse"}' where workflow_id = ${broken.id}`.execute(db),
  )
  await startDueSchedules({ database: app.database, log, settings: { workflows: usualCaps } })
  assert.deepEqual([(await keysOf(as, whole.id)).length > 0, await keysOf(as, broken.id)], [true, []])
  const { notices } = (await app.call('list-notices', { limit: 10 }, as)).body as unknown as {
    notices: { kind: string; subject_id: string; facts: { guard: string } }[]
  }
  assert.deepEqual(
    notices.map(({ kind, subject_id, facts }) => [kind, subject_id, facts.guard]),
    [['workflow_stopped', broken.id, 'not_understood']],
  )
  const row = await rowOf(as, broken.id)
  assert.deepEqual([row?.next_at, row?.parked_at !== null], [null, true])
  await app.database.inOrg(as.orgId, (db) =>
    sql`update workflow_schedules set next_at = now() - interval '1 second' where workflow_id = ${broken.id}`.execute(db),
  )
  await app.database.inOrg(as.orgId, (db) => startDueOfWorkflow(db, as.orgId, broken.id, usualCaps))
})

test('an admin publishes a schedule, reads it in words with its next times, and takes it out of use', async () => {
  const as = await app.given.organization()
  const definition = {
    foyer_workflow: 1,
    name: 'A round each morning',
    trigger: { kind: 'schedule', schedule: { every: 'weekday', at: '09:00', zone: 'Europe/Berlin' }, missed: 'once' },
    first: 'end',
    nodes: ending,
  }
  const made = await app.call('create-workflow', { name: 'A round' }, as)
  const workflowId = (made.body.workflow as unknown as { id: string }).id
  const shown = (await app.call('show-workflow', { workflowId }, as)).body as unknown as { draft: { revision: number } | null }
  const saved = await app.call('save-workflow-draft', { workflowId, revision: shown.draft?.revision ?? 0, definition }, as)
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  const draft = saved.body.draft as unknown as { id: string; revision: number }
  const published = await app.call('publish-workflow', { workflowId, draftId: draft.id, revision: draft.revision }, as)
  assert.equal(published.status, 200, JSON.stringify(published.body))
  const { trigger } = (await app.call('show-workflow', { workflowId }, as)).body.workflow as unknown as {
    trigger: { schedule_words: string; next_times: string[] }
  }
  assert.equal(trigger.schedule_words, 'On weekdays at 09:00, Berlin time')
  assert.equal(trigger.next_times.length, 5)
  assert.equal((await rowOf(as, workflowId))?.next_at?.toISOString(), trigger.next_times[0])
  const preview = await app.call('preview-schedule', { schedule: definition.trigger.schedule }, as)
  assert.deepEqual(preview.body.next_times, trigger.next_times)
  assert.equal((await app.call('preview-schedule', { schedule: { cron: '61 * * * *', zone: 'UTC' } }, as)).status, 400)
  await app.call('unpublish-workflow', { workflowId }, as)
  assert.equal(await rowOf(as, workflowId), undefined)
})
