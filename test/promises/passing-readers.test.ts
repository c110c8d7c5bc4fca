import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { Happened } from '#core/events/event.ts'
import type { AnyReaction, ReactionContext } from '#core/events/reaction.ts'
import { passOver } from '#core/events/readers.ts'
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

test('reactions for which nothing came are moved on together, and one that is far behind hides no event from the others', async () => {
  const [near, far, wanting] = [seeing('near'), seeing('far'), seeing('wanting')]
  const all = [near, far, wanting]
  for (const each of all) assert.deepEqual(await passOver(log.parts.database.db, [each]), [each], 'not opened yet')
  await until('they have begun', async () => {
    for (const each of all) await runOnce(log.parts, each)
    return (await Promise.all(all.map(({ name }) => log.placeOf(name)))).every((place) => place !== undefined)
  })
  const caughtUp = async (): Promise<boolean> =>
    (await log.pool.query(`select from foyer.reactions_behind('{near,far,wanting}')`)).rowCount === 0
  await until('they are up to date', async () => {
    for (const each of all) await runOnce(log.parts, each)
    return caughtUp()
  })
  const begun = await log.placeOf('far')
  await log.putUnwanted(1_500)
  await until('two are moved on', async () => {
    assert.deepEqual(await passOver(log.parts.database.db, [near, wanting]), [])
    return (await log.pool.query(`select from foyer.reactions_behind('{near,wanting}')`)).rowCount === 0
  })
  assert.equal(await log.placeOf('far'), begun)
  await log.put(70_000)
  // The one behind has 1,500 events before it, of which a look reads 1,000: what the others want stands behind them.
  await until('what one wants is seen', async () => {
    const busy = await passOver(log.parts.database.db, all)
    assert.ok(busy.includes(near) && busy.includes(wanting) && !busy.includes(far), busy.map(({ name }) => name).join())
    return true
  })
  assert.notEqual(await log.placeOf('far'), begun)
  await until('the one behind comes to it', async () => (await passOver(log.parts.database.db, [far])).length === 1)
  const [org] = [log.orgs[70_000 % 3]]
  await until('all have seen it', async () => {
    for (const each of all) await runOnce(log.parts, each)
    return (await Promise.all(all.map(({ name }) => log.seenBy(name, org)))).every((ids) => ids.length === 1)
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
  await log.begin(large)
  const org = newId()
  const ids = () => Array.from({ length: 1_000 }, newId)
  for (let n = 0; n < 10; n++) {
    await log.putUnwanted(3)
    await log.put(80_000 + n, { ids: ids() }, org)
  }
  const wanted = await log.logOf(org)
  const following = followReactions(log.parts, [large])
  await until('all are seen', async () => (await log.seenBy(name, org)).length >= 10)
  await following.stop()
  assert.deepEqual(await log.seenBy(name, org), wanted)
  assert.ok(gos.length >= 2 && Math.max(...gos) <= 6, gos.join())
})
