import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import type { Happened } from '#core/events/event.ts'
import { placeInLog } from '#core/events/events.ts'
import type { AnyReaction, ReactionContext } from '#core/events/reaction.ts'
import { passOver } from '#core/events/readers.ts'
import { followReactions, type RunnerParts, runOnce } from '#core/events/runner.ts'
import { newId } from '#core/ids.ts'
import { connectionOptions, type Target } from '#db/connect.ts'
import { replayEvent } from '#domains/platform/background-jobs/work.ts'
import { asOwner, cloneDatabase } from '../support/database.ts'
import { until } from '../support/until.ts'
import { partsAt, seeing } from './reaction-worker.ts'

let target: Target
let drop: () => Promise<void>
let pool: pg.Pool
let parts: RunnerParts
const orgs = [newId(), newId(), newId()]

before(async () => {
  const clone = await cloneDatabase()
  target = clone.target
  drop = clone.drop
  pool = new pg.Pool({ ...connectionOptions(target, { application: 'foyer test', role: 'foyer_system' }), max: 8 })
  // The database is dropped while its connections end.
  pool.on('error', () => {})
  await asOwner(target, (owner) =>
    owner.query(`
      create table foyer.seen (seq bigserial, reaction text, org_id uuid, event_id uuid);
      grant select, insert on foyer.seen to foyer_app, foyer_system;
      grant usage on sequence foyer.seen_seq_seq to foyer_app`),
  )
  parts = partsAt(target)
})
after(async () => {
  await parts?.database.close()
  await pool?.end()
  await drop?.()
})

const insert = `insert into foyer.events (org_id, id, type, subject_id, payload, tx) values ($1, $2, $3, $2, $4, ${placeInLog})`
const put = (n: number, facts: object = {}, org = orgs[n % 3]) =>
  pool.query(insert, [org, newId(), 'test.counted', JSON.stringify({ n, ...facts })])
const seenBy = async (name: string, org: string | undefined): Promise<string[]> =>
  (await pool.query('select event_id from foyer.seen where reaction = $1 and org_id = $2 order by seq', [name, org])).rows.map(
    ({ event_id }) => event_id,
  )
const logOf = async (org: string | undefined, from = 0): Promise<string[]> =>
  (
    await pool.query(
      `select id from foyer.events where type = 'test.counted' and org_id = $1 and (payload ->> 'n')::int >= $2 order by tx, id`,
      [org, from],
    )
  ).rows.map(({ id }) => id)

/** Of events that no reaction here wants. */
const putUnwanted = (count: number) =>
  pool.query(
    `insert into foyer.events (org_id, id, type, subject_id, payload)
     select $1, uuidv7(), 'test.unwanted', uuidv7(), '{}' from generate_series(1, $2)`,
    [orgs[0], count],
  )
const placeOf = async (reader: string): Promise<string> =>
  (await pool.query(`select tx || ' ' || id as place from directory.event_cursors where reader = $1`, [reader])).rows[0]?.place

test('workers that are killed again and again, and writers that commit late or not at all: each event once, and in order', async () => {
  const workers: ChildProcess[] = []
  const start = (at: number): void => {
    workers[at] = spawn(process.execPath, ['test/promises/reaction-worker.ts', JSON.stringify(target)], {
      stdio: ['pipe', 'ignore', 'inherit'],
    })
  }
  await runOnce(parts, seeing('seeing'))
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
    const client = await pool.connect()
    for (let n = from; n < from + 400; n += 4) {
      await client.query('begin')
      for (let each = n; each < n + 4; each++)
        await client.query(insert, [
          orgs[each % 3],
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
  for (const org of orgs) {
    const wanted = await logOf(org)
    await until('all are seen', async () => (await seenBy('seeing', org)).length >= wanted.length)
    assert.deepEqual(await seenBy('seeing', org), wanted)
  }
  assert.ok(kills > 1)
  for (const worker of workers) worker.kill('SIGKILL')
})

test('a reaction that yields rests in a burst; under a load that lasts it stays close, and then it catches up', async () => {
  const yielding: AnyReaction = {
    ...seeing('yielding'),
    yields: { burstMs: 2_000, steadyMs: 500 },
    async run(events: readonly Happened[], { db, org }: ReactionContext) {
      await sql`insert into foyer.seen (reaction, org_id, event_id) select 'yielding', ${org.id}, id
        from unnest(${events.map(({ id }) => id)}::uuid[]) as id`.execute(db)
    },
  }
  await runOnce(parts, yielding)
  const [org] = orgs
  const putMany = (count: number) =>
    pool.query(
      `insert into foyer.events (org_id, id, type, subject_id, payload)
       select $1, uuidv7(), 'test.counted', uuidv7(), jsonb_build_object('n', n) from generate_series(1, $2) n`,
      [org, count],
    )
  const behindMs = async (): Promise<number> =>
    1_000 * Number((await pool.query(`select foyer.seconds_behind('yielding') as seconds`)).rows[0].seconds ?? 0)
  const following = followReactions(parts, [yielding])
  const behind: { atMs: number; ms: number }[] = []
  for (const from = performance.now(); performance.now() - from < 7_000; ) {
    await putMany(1_000)
    await pause(200)
    behind.push({ atMs: performance.now() - from, ms: await behindMs() })
  }
  const most = (fromMs: number, toMs: number): number =>
    Math.max(...behind.filter(({ atMs }) => atMs > fromMs && atMs < toMs).map(({ ms }) => ms))
  assert.ok(most(0, 2_500) > 1_200, `it rested: ${most(0, 2_500)} ms`)
  assert.ok(most(4_500, 7_000) < 1_700, `it did not take the load for another burst: ${most(4_500, 7_000)} ms`)
  await until('it has caught up', async () => (await behindMs()) === 0)
  await following.stop()
})

test('a reaction that yields to events of its own rests while they come, however few, and catches up when they end', async () => {
  const name = 'imported'
  const imported: AnyReaction = { ...seeing(name), yields: { burstMs: 60_000, steadyMs: 60_000, ownEvents: 2 } }
  await until('it has begun', async () => {
    await runOnce(parts, imported)
    return (await placeOf(name)) !== undefined
  })
  const org = newId()
  const following = followReactions(parts, [imported])
  for (let n = 0; n < 12; n++) {
    await put(90_000 + n, {}, org)
    await pause(400)
    if (n > 2) assert.deepEqual(await seenBy(name, org), [])
  }
  await until('it has caught up', async () => (await seenBy(name, org)).length === 12)
  await following.stop()
  assert.deepEqual(await seenBy(name, org), await logOf(org))
})

for (const atLast of ['stop', 'pass'] as const)
  test(`an event that fails rests where it is seen, and the others go on; its own organization: ${atLast}`, async () => {
    const name = `failing-${atLast}`
    const failing = seeing(name, atLast)
    await until('it has begun', async () => {
      await runOnce(parts, failing)
      return (await pool.query('select from directory.event_cursors where reader = $1', [name])).rowCount === 1
    })
    const from = atLast === 'stop' ? 10_000 : 20_000
    for (let n = from; n < from + 9; n++) await put(n, { isBad: n === from + 3 })
    const unhappy = orgs[(from + 3) % 3]
    const others = orgs.filter((org) => org !== unhappy)
    const wanted = await logOf(unhappy, from)
    const failures = async () =>
      (await pool.query('select id, state, tries, error from foyer.reaction_failures where reaction = $1', [name])).rows
    await until('its tries are used up', async () => {
      await runOnce(parts, failing, 4)
      const seen = await Promise.all(others.map((org) => seenBy(name, org)))
      return (await failures())[0]?.tries === 2 && seen.every((ids) => ids.length === 3)
    })
    for (const org of others) assert.deepEqual(await seenBy(name, org), await logOf(org, from))
    const [failure] = await failures()
    assert.deepEqual([failure.state, failure.error], [atLast === 'stop' ? 'stopped' : 'passed', 'this one does not work'])
    const bad = (await pool.query(`select id from foyer.events where (payload ->> 'n')::int = $1`, [from + 3])).rows[0].id
    if (atLast === 'stop') assert.deepEqual(await seenBy(name, unhappy), wanted.slice(0, wanted.indexOf(bad)))
    else
      await until('the others of it went on', async () => {
        await runOnce(parts, failing, 4)
        return (await seenBy(name, unhappy)).length === wanted.length - 1
      })
    // A person mends the cause and has it done again.
    await parts.database.inOrg(unhappy ?? '', (db) => replayEvent(db, unhappy ?? '', failure.id))
    await until('nothing is left', async () => {
      await runOnce(parts, seeing(name, atLast, true))
      return (await failures()).length === 0
    })
    const seen = await seenBy(name, unhappy)
    assert.deepEqual(atLast === 'stop' ? seen : seen.toSorted(), atLast === 'stop' ? wanted : wanted.toSorted())
  })

test('transactions are ordered as numbers: 9, 10, 100', async () => {
  const digits = seeing('digits')
  await pool.query(`insert into directory.event_cursors (reader) values ('digits') on conflict do nothing`)
  const org = newId()
  const ids = [newId(), newId(), newId()]
  for (const [at, tx] of [100, 9, 10].entries())
    await pool.query(
      `insert into foyer.events (org_id, id, type, subject_id, payload, tx) values ($1, $2, 'test.counted', $2, '{"n": 1}', $3::text::xid8)`,
      [org, ids[at], tx],
    )
  await until('all are seen', async () => {
    await runOnce(parts, digits, 1)
    return (await seenBy('digits', org)).length === 3
  })
  assert.deepEqual(await seenBy('digits', org), [ids[1], ids[2], ids[0]])
})

test('a transaction that waited for a row, though it began first, is in the log after the change that it waited for', async () => {
  const [org, subject] = [newId(), newId()]
  const [early, late] = [await pool.connect(), await pool.connect()]
  const [first, second] = [newId(), newId()]
  const record = (client: pg.PoolClient, id: string, n: number) =>
    client.query(insert.replace('$3, $2', '$3, $5'), [org, id, 'test.counted', JSON.stringify({ n }), subject])
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
    assert.deepEqual(await logOf(org), [first, second])
    const places = await pool.query('select tx::text from foyer.events where id = any ($1)', [[first, second]])
    assert.ok(places.rows.every(({ tx }) => BigInt(tx) >= BigInt(rows[0].tx)))
  } finally {
    early.release()
    late.release()
  }
})

test('reactions for which nothing came are moved on together, and one that is far behind hides no event from the others', async () => {
  const [near, far, wanting] = [seeing('near'), seeing('far'), seeing('wanting')]
  const all = [near, far, wanting]
  for (const each of all) assert.deepEqual(await passOver(parts.database.db, [each]), [each], 'not opened yet')
  await until('they have begun', async () => {
    for (const each of all) await runOnce(parts, each)
    return (await Promise.all(all.map(({ name }) => placeOf(name)))).every((place) => place !== undefined)
  })
  const caughtUp = async (): Promise<boolean> =>
    (await pool.query(`select from foyer.reactions_behind('{near,far,wanting}')`)).rowCount === 0
  await until('they are up to date', async () => {
    for (const each of all) await runOnce(parts, each)
    return caughtUp()
  })
  const begun = await placeOf('far')
  await putUnwanted(1_500)
  await until('two are moved on', async () => {
    assert.deepEqual(await passOver(parts.database.db, [near, wanting]), [])
    return (await pool.query(`select from foyer.reactions_behind('{near,wanting}')`)).rowCount === 0
  })
  assert.equal(await placeOf('far'), begun)
  await put(70_000)
  // The one behind has 1,500 events before it, of which a look reads 1,000: what the others want stands behind them.
  await until('what one wants is seen', async () => {
    const busy = await passOver(parts.database.db, all)
    assert.ok(busy.includes(near) && busy.includes(wanting) && !busy.includes(far), busy.map(({ name }) => name).join())
    return true
  })
  assert.notEqual(await placeOf('far'), begun)
  await until('the one behind comes to it', async () => (await passOver(parts.database.db, [far])).length === 1)
  const [org] = [orgs[70_000 % 3]]
  await until('all have seen it', async () => {
    for (const each of all) await runOnce(parts, each)
    return (await Promise.all(all.map(({ name }) => seenBy(name, org)))).every((ids) => ids.length === 1)
  })
})

test('events that name many records are read a few at a time', async () => {
  const gos: number[] = []
  const name = 'large'
  const large: AnyReaction = {
    ...seeing(name),
    async run(events: readonly Happened[], { db, org }: ReactionContext) {
      gos.push(events.length)
      await sql`insert into foyer.seen (reaction, org_id, event_id) select ${name}, ${org.id}, id
        from unnest(${events.map(({ id }) => id)}::uuid[]) as id`.execute(db)
    },
  }
  await until('it has begun', async () => {
    await runOnce(parts, large)
    return (await placeOf(name)) !== undefined
  })
  const org = newId()
  const ids = () => Array.from({ length: 1_000 }, newId)
  for (let n = 0; n < 10; n++) {
    await putUnwanted(3)
    await put(80_000 + n, { ids: ids() }, org)
  }
  const wanted = await logOf(org)
  const following = followReactions(parts, [large])
  await until('all are seen', async () => (await seenBy(name, org)).length >= 10)
  await following.stop()
  assert.deepEqual(await seenBy(name, org), wanted)
  assert.ok(gos.length >= 2 && Math.max(...gos) <= 6, gos.join())
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
      await until('it has begun', async () => {
        await runOnce(parts, reaction)
        return (await pool.query('select from directory.event_cursors where reader = $1', [reaction.name])).rowCount === 1
      })
      const clients = await Promise.all([0, 1, 2].map(() => pool.connect()))
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
          await runOnce(parts, reaction, each.most)
          continue
        }
        if (each.does === 'pass') {
          await passOver(parts.database.db, [reaction])
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
          await clients[at]?.query(insert, [org, newId(), 'test.unwanted', '{}'])
          continue
        }
        if (holder !== undefined && holder !== at) continue
        holder = at
        const id = newId()
        await clients[at]?.query(insert, [org, id, 'test.counted', '{"n": 50000}'])
        open.get(at)?.push(id)
      }
      for (const at of [...open.keys()]) await end(at, 'commit')
      for (const client of clients) client.release()
      await until('all are seen', async () => {
        await runOnce(parts, reaction, 3)
        return (await seenBy(reaction.name, org)).length >= changed.length
      })
      assert.deepEqual(await seenBy(reaction.name, org), changed)
    }),
    { numRuns: 25 },
  )
})
