import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#core/ids.ts'
import { makeLog } from '#core/log.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { startReceiver } from '#test/support/receivers.ts'
import { until } from '#test/support/until.ts'
import { publish, showRun, start } from '#test/support/workflows.ts'
import { type Held, makePlaces } from './concurrent-steps.ts'
import type { Going } from './course.ts'
import type { Thread } from './progress.ts'
import { type ClaimedRun, insertRuns } from './runs.ts'
import { requestStart } from './starts.ts'

let app: TestApp
let receiver: Awaited<ReturnType<typeof startReceiver>>
before(async () => {
  receiver = await startReceiver()
  app = await startApp({ env: { OUTGOING_ALLOWED_PRIVATE: '127.0.0.1' }, alone: true })
})
after(async () => {
  await app?.stop()
  await receiver?.stop()
})

/** Starts very many runs of a workflow at once. */
const startMany = (as: Someone, workflowId: string, count: number): Promise<unknown> =>
  app.database.inOrg(as.orgId, (db) =>
    insertRuns(
      db,
      as.orgId,
      Array.from({ length: count }, () => requestStart({ workflowId, version: 1 }, { input: {}, at: new Date() })),
    ),
  )

test('thousands of slow steps of two workspaces hold up neither what another computes nor its steps', {
  timeout: 60_000,
}, async () => {
  const [first, second, other] = [
    await app.given.organization(),
    await app.given.organization(),
    await app.given.organization(),
  ]
  // It never answers.
  receiver.at('/slow', () => {})
  const slow = { id: 'ask', kind: 'http', method: 'POST', url: `${receiver.origin}/slow`, body: 'x' }
  const trigger = { kind: 'request', open_to: 'member' }
  for (const as of [first, second]) await startMany(as, (await publish(app, as, { trigger, nodes: [slow] })).id, 2_000)
  const computing = await publish(app, other, { trigger, nodes: [{ id: 'keep', kind: 'set', values: { a: '1' } }] })
  const acting = await publish(app, other, {
    trigger,
    nodes: [{ id: 'tag', kind: 'http', method: 'POST', url: `${receiver.origin}/quick`, body: 'x' }],
  })
  const worker = await app.startWorker()
  try {
    await until('both workspaces have their places', async () => receiver.receivedAt('/slow').length >= 24)
    const given = await app.database.inOrg(first.orgId, async (db) => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from workflow_runs where lease is not null`.execute(
        db,
      )
      return rows[0]?.n ?? 0
    })
    assert.ok(given < 2_000, `${given} runs are held by one worker`)
    for (const { id } of [computing, acting, computing]) {
      const begun = performance.now()
      const runId = await start(app, other, id)
      await until('it has ended', async () => (await showRun(app, other, runId)).run.state === 'completed')
      const tookMs = performance.now() - begun
      assert.ok(tookMs < 2_000, `${tookMs} ms`)
    }
  } finally {
    await worker.stop()
  }
})

const mib = 1024 * 1024

/** Places with runs that end when they are told. */
const given = (most: number) => {
  const held: Held = new Map()
  const working: { org: string; end: () => void }[] = []
  const places = makePlaces({
    ...{ held, most, log: makeLog({ level: 'silent' }), ended: () => {} },
    work: ({ run }) => new Promise((end) => working.push({ org: run.org_id, end })),
  })
  /** Answers how many had room. */
  const add = (org: string, count: number, bytes = 0): number => {
    let added = 0
    for (let n = 0; n < count; n++) {
      const run = { org_id: org, id: newId() } as ClaimedRun
      held.set(run, null)
      if (places.add({ going: { run } as Going, thread: {} as Thread, bytes })) added++
    }
    places.begin()
    return added
  }
  return { places, working, add, orgs: () => working.map(({ org }) => org).join('') }
}

test('places are handed out in turn by workspace, none has more than half, and the last quarter is for who has none', async () => {
  const { working, add, orgs } = given(8)
  add('a', 10)
  assert.equal(orgs(), 'aaaa')
  add('b', 10)
  assert.equal(orgs(), 'aaaabb', 'a quarter stays free')
  add('c', 3)
  assert.equal(orgs(), 'aaaabbc')
  working[0]?.end()
  await new Promise((done) => setImmediate(done))
  assert.equal(orgs(), 'aaaabbc', 'six are taken still')
  working[1]?.end()
  await new Promise((done) => setImmediate(done))
  assert.equal(orgs(), 'aaaabbcc', 'the one that has fewest is next')
})

test('of a workspace of which enough waits nothing more is claimed, and while much waits less is enough', () => {
  const { places, add } = given(8)
  add('a', 200)
  assert.deepEqual(places.room(500), { most: 1_000, mostOfOrg: 500, mostBytes: 16 * mib, fullOrgs: [] })
  add('a', 200)
  assert.deepEqual(places.room(500).fullOrgs, ['a'])
  add('b', 700)
  add('c', 20)
  add('d', 5)
  assert.deepEqual(places.room(500), { most: 1_000, mostOfOrg: 8, mostBytes: mib, fullOrgs: ['a', 'b', 'c'].toSorted() })
})

test('large runs wait as far as there is memory, and each workspace has room for one whatever others have', async () => {
  const { places, working, add } = given(8)
  assert.equal(add('a', 4 + 7, mib), 11, 'four are at it')
  assert.deepEqual(places.room(500).fullOrgs, [])
  add('a', 1, mib)
  assert.deepEqual(places.room(500), { most: 1_000, mostOfOrg: 500, mostBytes: 16 * mib, fullOrgs: ['a'] })
  assert.equal(add('a', 40, mib), 24, 'the rest are given back')
  assert.deepEqual(places.room(500), { most: 1_000, mostOfOrg: 8, mostBytes: mib, fullOrgs: ['a'] })
  add('b', 3)
  assert.equal(add('b', 3, 3 * mib), 1)
  assert.equal(add('c', 1, 50 * mib), 1)
  for (const { end } of working) end()
  await new Promise((done) => setImmediate(done))
  assert.equal(add('a', 10, mib), 4, 'as many as have begun')
  assert.equal(places.takeAll().length, 32)
  assert.deepEqual(places.room(500), { most: 1_000, mostOfOrg: 500, mostBytes: 16 * mib, fullOrgs: [] })
})
