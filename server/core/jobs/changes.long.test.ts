import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { migrate } from '#db/migrate.ts'
import { startScratch } from '#db/temporary-database.ts'
import { makeLog } from '../log.ts'
import { followChanges } from './changes.ts'

// A server of its own: on that of the other tests there is always something new.
test('looks for work follow a commit, also of a transaction that began before others, and rest where nothing is written', async () => {
  const scratch = await startScratch({ autovacuum: 'off' })
  await migrate(scratch.target)
  const pool = new pg.Pool({ ...scratch.target, max: 4 })
  pool.on('error', () => {})
  const stopping = new AbortController()
  const held: pg.PoolClient[] = []
  try {
    await pool.query('create table notes (text text)')
    const [early, late] = [await pool.connect(), await pool.connect()]
    held.push(early, late)
    await early.query('begin')
    await early.query("insert into notes values ('early')")
    let seen = 0
    const following = followChanges(pool, {
      changed: () => {
        seen++
      },
      log: makeLog({ level: 'fatal' }),
      signal: stopping.signal,
      waitMs: 1_000,
    })
    const heard = async (count: number): Promise<void> => {
      for (const begun = performance.now(); seen < count; await sleep(5))
        assert.ok(performance.now() - begun < 2_000, `${seen} of ${count} changes were heard of`)
    }
    await heard(1)
    await sleep(1_000)
    assert.equal(seen, 1, 'nothing was written')
    await late.query("insert into notes values ('late')")
    await heard(2)
    await early.query('commit')
    await heard(3)
    await sleep(500)
    assert.equal(seen, 3)

    // At rest it waits in the database, for longer than one look takes: what is written then is heard of as soon.
    const delaysMs: number[] = []
    for (let count = 4; count < 8; count++) {
      await sleep(count === 4 ? 2_500 : 430)
      assert.equal(seen, count - 1, 'nothing was written')
      await late.query("insert into notes values ('at rest')")
      const writtenMs = performance.now()
      await heard(count)
      delaysMs.push(performance.now() - writtenMs)
    }
    const [quickest = Number.POSITIVE_INFINITY] = delaysMs.sort((a, b) => a - b)
    assert.ok(quickest <= 300, `heard of after ${delaysMs.map(Math.round).join(', ')} ms`)

    const stoppedMs = performance.now()
    stopping.abort()
    await following
    assert.ok(performance.now() - stoppedMs < 1_000, 'stopping waits for no look')
  } finally {
    stopping.abort()
    for (const client of held) client.release()
    await pool.end()
    await scratch.stop()
  }
})
