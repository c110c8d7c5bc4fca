import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { z } from 'zod'
import { type Database, inTransaction, openDatabase, type Target } from '#db/connect.ts'
import { asOwner, cloneDatabase } from '#test/support/database.ts'
import { until } from '#test/support/until.ts'
import type { JobContext } from '../context.ts'
import { makeLog } from '../log.ts'
import { makeMetrics } from '../metrics.ts'
import { type AnyJob, job } from './job.ts'
import { openQueue, type Queue } from './queue.ts'
import { type SetUpVersion, setUpQueue } from './queue-set-up.ts'

const begun: { readonly id: string; readonly atMs: number }[] = []
let trouble = false
const single = job({
  name: 'test-single',
  summary: 'One after the other',
  data: z.object({ id: z.string() }),
  retry: { times: 3, delaySeconds: 1 },
  run: async ({ id }) => {
    begun.push({ id, atMs: performance.now() })
    if (trouble) throw new Error('not now')
  },
})
let holding = Promise.withResolvers<void>()
const shared = job({
  name: 'test-shared',
  summary: 'Some side by side',
  data: z.object({ orgId: z.string(), id: z.string() }),
  retry: { times: 0, delaySeconds: 1 },
  atOnce: 3,
  run: async ({ id }) => {
    begun.push({ id, atMs: performance.now() })
    if (id.startsWith('slow')) await holding.promise
  },
})

/** Runs of these end when the test says so. */
const cut: { readonly id: string; readonly signal: AbortSignal; end(): void }[] = []
const lasting = job({
  name: 'test-lasting',
  summary: 'Takes as long as it takes',
  data: z.object({ orgId: z.string(), id: z.string() }),
  retry: { times: 0, delaySeconds: 1 },
  atOnce: 3,
  run: ({ id }, { signal }) => new Promise((end) => cut.push({ id, signal, end })),
})
/** The batches in the order in which they began, and how many of one organization ran at once. */
const batches: { readonly orgId: string; readonly ids: readonly string[] }[] = []
const running = new Map<string, number>()
let mostOfOne = 0
const together = job({
  name: 'test-together',
  summary: 'Several at once, in turns',
  data: z.object({ orgId: z.string(), id: z.string() }),
  retry: { times: 0, delaySeconds: 1 },
  run: async () => {},
  together: {
    most: 10,
    async run(batch) {
      const orgId = batch[0]?.orgId as string
      batches.push({ orgId, ids: batch.map(({ id }) => id) })
      running.set(orgId, (running.get(orgId) ?? 0) + 1)
      mostOfOne = Math.max(mostOfOne, running.get(orgId) as number)
      await new Promise((done) => setTimeout(done, 60))
      running.set(orgId, (running.get(orgId) as number) - 1)
      return new Map(
        [...batch.entries()].flatMap(([at, { id }]) => (id === 'bad' ? [[at, new Error('not now')] as const] : [])),
      )
    },
  },
})
const jobs = [single, shared, lasting, together]

let clone: { target: Target; drop(): Promise<void> }
let database: Database
let signs: Database
const lines: string[] = []
const log = makeLog({ level: 'warn', destination: { write: (line: string) => void lines.push(line) } })
const queues: Queue[] = []

before(async () => {
  clone = await cloneDatabase()
  const version = { migration: '9999', foyer: '1.2.3' }
  await asOwner(clone.target, (owner) => setUpQueue(clone.target, owner, { jobs, version }))
  database = openDatabase(clone.target, { application: 'foyer test', connections: 8, onError: () => {} })
  signs = openDatabase(clone.target, { application: 'foyer test', connections: 2, queryTimeoutMs: 5_000, onError: () => {} })
  for (const pool of [null, signs.pool]) queues.push(await openQueue(database.pool, { log, signs: pool }))
  await worker().work(jobs, (jobId, signal) => ({ log, jobId, signal }) as JobContext, makeMetrics())
})
after(async () => {
  for (const queue of queues) await queue.stop()
  await signs?.close()
  await database?.close()
  await clone?.drop()
})
beforeEach(() => {
  begun.length = 0
  cut.length = 0
  trouble = false
  holding = Promise.withResolvers()
})

const sender = (): Queue => queues[0] as Queue
const worker = (): Queue => queues[1] as Queue
const begunAt = (id: string): number | undefined => begun.find((one) => one.id === id)?.atMs

test('a job begins soon after it was sent, also by another process, and not before its time', async () => {
  const sentMs = performance.now()
  await sender().send(database.db, single, { id: 'now' })
  await sender().send(database.db, single, { id: 'later' }, new Date(Date.now() + 1_500))
  await until('the run', async () => begunAt('later') !== undefined)
  const [now, later] = [begunAt('now') ?? 0, begunAt('later') ?? 0]
  assert.ok(now - sentMs < 2_000, `${now - sentMs} ms`)
  assert.ok(later - sentMs >= 1_490 && later - sentMs < 4_000, `${later - sentMs} ms`)
})

test('a job that failed begins again when its delay is over', async () => {
  trouble = true
  await sender().send(database.db, single, { id: 'again' })
  await until('the run', async () => begun.length === 1)
  trouble = false
  await until('the run', async () => begun.length === 2)
  const [first, second] = begun.map(({ atMs }) => atMs) as [number, number]
  assert.ok(second - first < 5_000, `${second - first} ms`)
})

test('the queue of one organization leaves a slot for the next one', async () => {
  const [crowded, other] = [randomUUID(), randomUUID()]
  for (let count = 0; count < 5; count++) await sender().send(database.db, shared, { orgId: crowded, id: `slow ${count}` })
  await until('the run', async () => begun.length === 2)
  await sender().send(database.db, shared, { orgId: other, id: 'mine' })
  await until('the run', async () => begunAt('mine') !== undefined)
  assert.equal(begun.length, 3)
  holding.resolve()
  await until('the run', async () => begun.length === 6)
})

test('a hundred jobs are done in one go, without a pause between them', async () => {
  const sentMs = performance.now()
  await inTransaction(database.db, async (db) => {
    for (let count = 0; count < 100; count++) await sender().send(db, single, { id: `${count}` })
  })
  await until('the run', async () => begun.length === 100)
  assert.ok(performance.now() - sentMs < 10_000)
})

test('workspaces take turns in batches: each waits for at most one batch of each other', async () => {
  const piles = Array.from({ length: 4 }, () => randomUUID())
  const quiet = randomUUID()
  await inTransaction(database.db, async (db) => {
    for (const orgId of piles)
      await sender().sendAll(
        db,
        together,
        Array.from({ length: 60 }, (_, n) => ({ orgId, id: `${n}` })),
      )
  })
  await until('some batches of each', async () =>
    piles.every((orgId) => batches.filter((one) => one.orgId === orgId).length > 1),
  )
  const before = batches.length
  await sender().send(database.db, together, { orgId: quiet, id: 'mine' })
  await until('the quiet one', async () => batches.some(({ orgId }) => orgId === quiet))
  const between = batches.slice(
    before,
    batches.findIndex(({ orgId }) => orgId === quiet),
  )
  // Those that were claimed before it was seen, and one of each at most.
  assert.ok(between.length <= piles.length + 2, `${between.length} batches before it`)
  await until('all of them', async () => batches.flatMap(({ ids }) => ids).length === 241)
  for (const orgId of piles) {
    const theirs = batches.filter((one) => one.orgId === orgId)
    assert.ok(theirs.every(({ ids }) => ids.length <= 10))
    assert.deepEqual(theirs.flatMap(({ ids }) => ids).toSorted(), Array.from({ length: 60 }, (_, n) => `${n}`).toSorted())
  }
  assert.equal(mostOfOne, 1, 'one batch of a workspace at a time')
})

test('of jobs that are done together one that fails takes no other with it', async () => {
  const orgId = randomUUID()
  await inTransaction(database.db, async (db) => {
    await sender().sendAll(
      db,
      together,
      ['good', 'bad', 'better'].map((id) => ({ orgId, id })),
    )
  })
  await until('their end', async () => {
    const { rows } = await database.pool.query<{ id: string; state: string }>(
      `select data ->> 'id' as id, state from jobs.job where name = 'test-together' and data ->> 'orgId' = $1 order by 1`,
      [orgId],
    )
    return rows.map(({ id, state }) => `${id} ${state}`).join() === 'bad failed,better completed,good completed'
  })
})

test('an idle worker looks only where something was written, at most five times a second, not fifty', async () => {
  const asked: unknown[] = []
  const pools = [database.pool, signs.pool].map((pool) => ({ pool, query: pool.query }))
  for (const { pool, query } of pools)
    pool.query = ((...args: Parameters<typeof query>) => {
      asked.push(args[0])
      return query.apply(pool, args)
    }) as typeof query
  await new Promise((done) => setTimeout(done, 2_000))
  for (const { pool, query } of pools) pool.query = query
  assert.ok(asked.length < 25, `${asked.length} statements in 2 s`)
})

test('a start of an older version leaves the queues and schedules of the newer one as they are, and an equal one has its own', async () => {
  const clock = job({ ...single, name: 'test-clock', schedule: '* * * * *' })
  await asOwner(clone.target, async (owner) => {
    const setUp = (known: readonly AnyJob[], version: SetUpVersion) => setUpQueue(clone.target, owner, { jobs: known, version })
    const schedules = async () => (await owner.query('select name, cron from jobs.schedule order by name')).rows
    const newer = { migration: '9999', foyer: '1.10.0' }
    await setUp([...jobs, clock], newer)
    const there = await schedules()
    assert.deepEqual(there, [{ name: 'test-clock', cron: '* * * * *' }])
    for (const older of [
      { migration: '9999', foyer: '1.9.9' },
      { migration: '0041', foyer: '2.0.0' },
    ]) {
      await setUp([{ ...clock, schedule: '5 5 * * *' }], older)
      await setUp([...jobs, single], older)
      assert.deepEqual(await schedules(), there)
    }
    await setUp(jobs, newer)
    assert.deepEqual(await schedules(), [])
  })
})

test('jobs waiting under a former name run, and dead ones are listed under the new one', async () => {
  await asOwner(clone.target, async (owner) => {
    const version = { migration: '9999', foyer: '1.10.0' }
    const former = { ...single, name: 'test-former' }
    await setUpQueue(clone.target, owner, { jobs: [...jobs, former], version })
    await sender().send(database.db, former, { id: 'moved' })
    await owner.query(`insert into jobs.job (name, data, source_name) values ('dead-letters', '{"id": "dead"}', 'test-former')`)
    await setUpQueue(clone.target, owner, { jobs: [{ ...single, formerly: ['test-former'] }, shared, lasting], version })
    await until('the run', async () => begunAt('moved') !== undefined)
    const { rows } = await owner.query(`select source_name from jobs.job where data ->> 'id' = 'dead'`)
    assert.deepEqual(rows, [{ source_name: 'test-single' }])
  })
})

/** As if the last sign of life for these had been given so many seconds ago, and by another attempt where one is named. */
const silence = async (seconds: number, attempt?: number): Promise<void> => {
  const { rowCount } = await database.pool.query(
    `update jobs.job set heartbeat_on = now() - make_interval(secs => $1), retry_count = coalesce($2, retry_count)
     where name = 'test-lasting' and state = 'active'`,
    [seconds, attempt ?? null],
  )
  assert.ok(rowCount)
}
const stateOf = async (id: string): Promise<string[]> =>
  (
    await database.pool.query<{ state: string }>(
      `select case when name = 'dead-letters' then 'dead' else state::text end as state from jobs.job where data ->> 'id' = $1`,
      [id],
    )
  ).rows.map(({ state }) => state)

test('a running job is claimed by no other worker, however long it takes', async () => {
  await sender().send(database.db, lasting, { orgId: randomUUID(), id: 'long' })
  await until('the run', async () => cut.length === 1)
  await new Promise((done) => setTimeout(done, 13_000))
  assert.equal(cut.length, 1)
  assert.equal(cut[0]?.signal.aborted, false)
  cut[0]?.end()
  await until('its end', async () => (await stateOf('long')).includes('completed'))
})

test('jobs whose worker died, or could not report completion, restart within seconds, also where they fill the slots of their workspace', async () => {
  const orgId = randomUUID()
  // What a worker leaves that was killed with two in hand.
  await database.pool.query(
    `insert into jobs.job (name, data, group_id, state, started_on, heartbeat_on, retry_limit, retry_delay, retry_backoff, expire_seconds)
     select 'test-lasting', jsonb_build_object('orgId', $1::text, 'id', 'cut ' || n), $1::text, 'active', now(), now(), 0, 5, true, 300
     from generate_series(1, 2) n`,
    [orgId],
  )
  const beganMs = performance.now()
  await sender().send(database.db, lasting, { orgId, id: 'next' })
  await until('all three', async () => {
    for (const each of cut) each.end()
    return new Set(cut.map(({ id }) => id)).size === 3
  })
  assert.ok(performance.now() - beganMs < 16_000, `${performance.now() - beganMs} ms`)
  for (const { end } of cut) end()
})

test('a run whose job was given to another worker is cancelled, and its result changes nothing', async () => {
  await sender().send(database.db, lasting, { orgId: randomUUID(), id: 'frozen' })
  await until('the run', async () => cut.length === 1)
  // As if another worker had begun it again while this one was frozen.
  await silence(0, 1)
  await until('the word', async () => cut[0]?.signal.aborted)
  cut[0]?.end()
  await new Promise((done) => setTimeout(done, 300))
  assert.deepEqual(await stateOf('frozen'), ['active'])
  await silence(60)
  await until('the next run', async () => cut.length === 2)
  cut[1]?.end()
  await until('its end', async () => (await stateOf('frozen')).includes('completed'))
})

test('a job that ends every worker which begins it comes to rest among the dead', async () => {
  await sender().send(database.db, lasting, { orgId: randomUUID(), id: 'poison' })
  await until('the run', async () => cut.length === 1)
  await silence(60, 3)
  await until('the dead letter', async () => (await stateOf('poison')).includes('dead'))
  assert.equal(cut.length, 1)
  cut[0]?.end()
})

test('none of this is an error', () => {
  assert.deepEqual(
    lines.filter((line) => !/not now|restarted|every worker that started it died/.test(line)),
    [],
  )
})
