import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import type pg from 'pg'
import { passOver } from '#core/events/readers.ts'
import { runOnce } from '#core/events/runner.ts'
import { newId } from '#core/ids.ts'
import { replayEvent } from '#domains/platform/background-jobs/work.ts'
import { until } from '../support/until.ts'
import { insertEvent, openReactionLog, type ReactionLog } from './reaction-log.ts'
import { seeing } from './reaction-worker.ts'

let log: ReactionLog
before(async () => {
  log = await openReactionLog()
})
after(() => log?.close())

test('workers that are killed again and again, and writers that commit late or not at all: each event once, and in order', async () => {
  const workers: ChildProcess[] = []
  const start = (at: number): void => {
    workers[at] = spawn(process.execPath, ['test/promises/reaction-worker.ts', JSON.stringify(log.target)], {
      stdio: ['pipe', 'ignore', 'inherit'],
    })
  }
  await runOnce(log.parts, seeing('seeing'))
  for (const at of [0, 1]) start(at)
  let isOver = false
  let kills = 0
  const killing = (async () => {
    while (!isOver) {
      await pause(600 + Math.random() * 600)
      workers[kills % 2]?.kill('SIGKILL')
      start(kills++ % 2)
    }
  })()
  const write = async (from: number): Promise<void> => {
    const client = await log.pool.connect()
    for (let n = from; n < from + 400; n += 4) {
      await client.query('begin')
      for (let each = n; each < n + 4; each++)
        await client.query(insertEvent, [
          log.orgs[each % 3],
          newId(),
          each % 7 ? 'test.counted' : 'test.other',
          JSON.stringify({ n: each }),
        ])
      await pause(Math.random() * 40)
      await client.query(Math.random() < 0.1 ? 'rollback' : 'commit')
    }
    client.release()
  }
  await Promise.all([0, 1_000, 2_000, 3_000].map(write))
  isOver = true
  await killing
  for (const org of log.orgs) {
    const wanted = await log.logOf(org)
    await until('all are seen', async () => (await log.seenBy('seeing', org)).length >= wanted.length)
    assert.deepEqual(await log.seenBy('seeing', org), wanted)
  }
  assert.ok(kills > 1)
  for (const worker of workers) worker.kill('SIGKILL')
})

for (const atLast of ['stop', 'pass'] as const)
  test(`an event that fails rests where it is seen, and the others go on; its own organization: ${atLast}`, async () => {
    const name = `failing-${atLast}`
    const failing = seeing(name, atLast)
    await log.begin(failing)
    const from = atLast === 'stop' ? 10_000 : 20_000
    for (let n = from; n < from + 9; n++) await log.put(n, { isBad: n === from + 3 })
    const unhappy = log.orgs[(from + 3) % 3]
    const others = log.orgs.filter((org) => org !== unhappy)
    const wanted = await log.logOf(unhappy, from)
    const failures = async () =>
      (await log.pool.query('select id, state, tries, error from foyer.reaction_failures where reaction = $1', [name])).rows
    await until('its tries are used up', async () => {
      await runOnce(log.parts, failing, 4)
      const seen = await Promise.all(others.map((org) => log.seenBy(name, org)))
      return (await failures())[0]?.tries === 2 && seen.every((ids) => ids.length === 3)
    })
    for (const org of others) assert.deepEqual(await log.seenBy(name, org), await log.logOf(org, from))
    const [failure] = await failures()
    assert.deepEqual([failure.state, failure.error], [atLast === 'stop' ? 'stopped' : 'passed', 'this one does not work'])
    const bad = (await log.pool.query(`select id from foyer.events where (payload ->> 'n')::int = $1`, [from + 3])).rows[0].id
    if (atLast === 'stop') assert.deepEqual(await log.seenBy(name, unhappy), wanted.slice(0, wanted.indexOf(bad)))
    else
      await until('the others of it went on', async () => {
        await runOnce(log.parts, failing, 4)
        return (await log.seenBy(name, unhappy)).length === wanted.length - 1
      })
    // A person mends the cause and has it done again.
    await log.parts.database.inOrg(unhappy ?? '', (db) => replayEvent(db, unhappy ?? '', failure.id))
    await until('nothing is left', async () => {
      await runOnce(log.parts, seeing(name, atLast, true))
      return (await failures()).length === 0
    })
    const seen = await log.seenBy(name, unhappy)
    assert.deepEqual(atLast === 'stop' ? seen : seen.toSorted(), atLast === 'stop' ? wanted : wanted.toSorted())
  })

test('transactions are ordered as numbers: 9, 10, 100', async () => {
  const digits = seeing('digits')
  await log.pool.query(`insert into directory.event_cursors (reader) values ('digits') on conflict do nothing`)
  const org = newId()
  const ids = [newId(), newId(), newId()]
  for (const [at, tx] of [100, 9, 10].entries())
    await log.pool.query(
      `insert into foyer.events (org_id, id, type, subject_id, payload, tx) values ($1, $2, 'test.counted', $2, '{"n": 1}', $3::text::xid8)`,
      [org, ids[at], tx],
    )
  await until('all are seen', async () => {
    await runOnce(log.parts, digits, 1)
    return (await log.seenBy('digits', org)).length === 3
  })
  assert.deepEqual(await log.seenBy('digits', org), [ids[1], ids[2], ids[0]])
})

test('a transaction that waited for a row, though it began first, is in the log after the change that it waited for', async () => {
  const [org, subject] = [newId(), newId()]
  const [early, late] = [await log.pool.connect(), await log.pool.connect()]
  const [first, second] = [newId(), newId()]
  const record = (client: pg.PoolClient, id: string, n: number) =>
    client.query(insertEvent.replace('$3, $2', '$3, $5'), [org, id, 'test.counted', JSON.stringify({ n }), subject])
  try {
    await early.query('begin')
    // Something else is written first, as an audit entry or the lock of a stage: the transaction has its number.
    const { rows } = await early.query('select pg_current_xact_id()::text as tx')
    await late.query('begin')
    await late.query('select pg_advisory_xact_lock(48)')
    const waiting = early.query('select pg_advisory_xact_lock(48)')
    await record(late, first, 40_000)
    await late.query('commit')
    await waiting
    await record(early, second, 40_001)
    await early.query('commit')
    assert.deepEqual(await log.logOf(org), [first, second])
    const places = await log.pool.query('select tx::text from foyer.events where id = any ($1)', [[first, second]])
    assert.ok(places.rows.every(({ tx }) => BigInt(tx) >= BigInt(rows[0].tx)))
  } finally {
    early.release()
    late.release()
  }
})

type Step =
  | { readonly at: number; readonly does: 'write' | 'change' | 'commit' | 'undo' }
  | { readonly does: 'go'; readonly most: number }
  | { readonly does: 'pass' }

test('however transactions that write, wait for a row and end are interleaved with reading: each event once, those of a row in order', async () => {
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({
      at: fc.nat(2),
      does: fc.constantFrom('write' as const, 'change' as const, 'change' as const, 'commit' as const, 'undo' as const),
    }),
    fc.record({ does: fc.constant('go' as const), most: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ does: fc.constant('pass' as const) }),
  )
  let times = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const reaction = seeing(`interleaved-${++times}`)
      const org = newId()
      await log.begin(reaction)
      const clients = await Promise.all([0, 1, 2].map(() => log.pool.connect()))
      /** Events of open transactions, and of ended ones in the order in which the row changed. */
      const open = new Map<number, string[]>()
      const changed: string[] = []
      /** Whose the row is: others would wait, and do so until it ends. */
      let holder: number | undefined
      const end = async (at: number, how: 'commit' | 'rollback'): Promise<void> => {
        if (how === 'commit') changed.push(...(open.get(at) ?? []))
        await clients[at]?.query(how)
        open.delete(at)
        if (holder === at) holder = undefined
      }
      for (const each of steps) {
        if (each.does === 'go') {
          await runOnce(log.parts, reaction, each.most)
          continue
        }
        if (each.does === 'pass') {
          await passOver(log.parts.database.db, [reaction])
          continue
        }
        const { at, does } = each
        if (does === 'commit' || does === 'undo') {
          if (open.has(at)) await end(at, does === 'commit' ? 'commit' : 'rollback')
          continue
        }
        if (!open.has(at)) {
          await clients[at]?.query('begin; select pg_current_xact_id()')
          open.set(at, [])
        }
        if (does === 'write') {
          await clients[at]?.query(insertEvent, [org, newId(), 'test.unwanted', '{}'])
          continue
        }
        if (holder !== undefined && holder !== at) continue
        holder = at
        const id = newId()
        await clients[at]?.query(insertEvent, [org, id, 'test.counted', '{"n": 50000}'])
        open.get(at)?.push(id)
      }
      for (const at of [...open.keys()]) await end(at, 'commit')
      for (const client of clients) client.release()
      await until('all are seen', async () => {
        await runOnce(log.parts, reaction, 3)
        return (await log.seenBy(reaction.name, org)).length >= changed.length
      })
      assert.deepEqual(await log.seenBy(reaction.name, org), changed)
    }),
    { numRuns: 25 },
  )
})
