import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startScratch } from '#db/temporary-database.ts'
import { makeLog } from '../log.ts'
import { followChanges } from './changes.ts'

// A server of its own: on that of the other tests there is always something new.
test('looks for work follow a commit, also of a transaction that began before others, and rest where nothing is written', async () => {
  const scratch = await startScratch({ autovacuum: 'off' })
  const pool = new pg.Pool({ ...scratch.target, max: 3 })
  const stopping = new AbortController()
  try {
    await pool.query('create table notes (text text)')
    const [early, late] = [await pool.connect(), await pool.connect()]
    await early.query('begin')
    await early.query("insert into notes values ('early')")
    let seen = 0
    const following = followChanges(pool, {
      changed: () => {
        seen++
      },
      log: makeLog({ level: 'fatal' }),
      signal: stopping.signal,
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
    stopping.abort()
    await following
    early.release()
    late.release()
  } finally {
    stopping.abort()
    await pool.end()
    await scratch.stop()
  }
})
