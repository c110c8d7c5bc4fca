import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import pg from 'pg'
import { z } from 'zod'
import { connectionOptions, type Database, openDatabase, type Target } from '#db/connect.ts'
import { cloneDatabase } from '#test/database.ts'
import { until } from '#test/until.ts'
import type { JobContext } from './context.ts'
import { job } from './job.ts'
import { makeLog } from './log.ts'
import { makeMetrics } from './metrics.ts'
import { openQueue, type Queue, setUpQueue } from './queue.ts'

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

let clone: { target: Target; drop(): Promise<void> }
let database: Database
const lines: string[] = []
const log = makeLog({ level: 'warn', destination: { write: (line: string) => void lines.push(line) } })
const queues: Queue[] = []

before(async () => {
  clone = await cloneDatabase()
  const owner = new pg.Client(connectionOptions(clone.target, { application: 'foyer test', role: null }))
  await owner.connect()
  await setUpQueue(clone.target, owner, [single, shared])
  await owner.end()
  database = openDatabase(clone.target, { application: 'foyer test', connections: 8, onError: () => {} })
  for (const worker of [false, true]) queues.push(await openQueue(database.pool, { log, worker }))
  await worker().work([single, shared], () => ({ log }) as JobContext, makeMetrics())
})
after(async () => {
  for (const queue of queues) await queue.stop()
  await database?.close()
  await clone?.drop()
})
beforeEach(() => {
  begun.length = 0
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

test('what piles up for one organization leaves a place for the next one', async () => {
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
  await database.db.transaction().execute(async (db) => {
    for (let count = 0; count < 100; count++) await sender().send(db, single, { id: `${count}` })
  })
  await until('the run', async () => begun.length === 100)
  assert.ok(performance.now() - sentMs < 10_000)
})

test('a worker with nothing to do looks five times a second, not fifty', async () => {
  const asked: unknown[] = []
  const query = database.pool.query
  database.pool.query = ((...args: Parameters<typeof query>) => {
    asked.push(args[0])
    return query.apply(database.pool, args)
  }) as typeof query
  await new Promise((done) => setTimeout(done, 2_000))
  database.pool.query = query
  assert.ok(asked.length > 3 && asked.length < 25, `${asked.length} statements in 2 s`)
})

test('nothing of this is trouble', () => {
  assert.deepEqual(
    lines.filter((line) => !line.includes('not now')),
    [],
  )
})
