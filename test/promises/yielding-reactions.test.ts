import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Happened } from '#core/events/event.ts'
import type { AnyReaction, ReactionContext } from '#core/events/reaction.ts'
import { followReactions, runOnce } from '#core/events/runner.ts'
import { newId } from '#core/ids.ts'
import { until } from '../support/until.ts'
import { openReactionLog, type ReactionLog } from './reaction-log.ts'
import { seeing } from './reaction-worker.ts'

let log: ReactionLog
before(async () => {
  log = await openReactionLog()
})
after(() => log?.close())

test('a reaction that yields rests in a burst; under a load that lasts it stays close, and then it catches up', async () => {
  const yielding: AnyReaction = {
    ...seeing('yielding'),
    yields: { burstMs: 2_000, steadyMs: 500 },
    async run(events: readonly Happened[], { db, org }: ReactionContext) {
      await sql`insert into foyer.seen (reaction, org_id, event_id) select 'yielding', ${org.id}, id
        from unnest(${events.map(({ id }) => id)}::uuid[]) as id`.execute(db)
    },
  }
  await runOnce(log.parts, yielding)
  const [org] = log.orgs
  const putMany = (count: number) =>
    log.pool.query(
      `insert into foyer.events (org_id, id, type, subject_id, payload)
       select $1, uuidv7(), 'test.counted', uuidv7(), jsonb_build_object('n', n) from generate_series(1, $2) n`,
      [org, count],
    )
  const behindMs = async (): Promise<number> =>
    1_000 * Number((await log.pool.query(`select foyer.seconds_behind('yielding') as seconds`)).rows[0].seconds ?? 0)
  const following = followReactions(log.parts, [yielding])
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
  await log.begin(imported)
  const org = newId()
  const following = followReactions(log.parts, [imported])
  for (let n = 0; n < 12; n++) {
    await log.put(90_000 + n, {}, org)
    await pause(400)
    if (n > 2) assert.deepEqual(await log.seenBy(name, org), [])
  }
  await until('it has caught up', async () => (await log.seenBy(name, org)).length === 12)
  await following.stop()
  assert.deepEqual(await log.seenBy(name, org), await log.logOf(org))
})
