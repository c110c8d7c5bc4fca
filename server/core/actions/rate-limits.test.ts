import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Database, openDatabase } from '#db/connect.ts'
import { cloneDatabase } from '#test/support/database.ts'
import { makeLimits } from './rate-limits.ts'

let clone: Awaited<ReturnType<typeof cloneDatabase>>
let database: Database
before(async () => {
  clone = await cloneDatabase()
  database = openDatabase(clone.target, { application: 'foyer test', connections: 2, onError: () => {} })
})
after(async () => {
  await database?.close()
  await clone?.drop()
})

/** What the bucket looks like once the clock of the machine has been set by so many seconds. */
const setClock = (id: string, seconds: number) =>
  sql`update directory.buckets set tat = tat - make_interval(secs => ${seconds}) where id = ${id}`.execute(database.db)

for (const backSeconds of [3, 61, 3_600, 86_400 * 400])
  test(`with the clock set back ${backSeconds} s a limit delays no caller longer than its own window, and still applies`, async () => {
    const limit = { times: 4, seconds: 2 }
    const id = randomUUID()
    const take = async () => makeLimits(database.pool).take(id, limit)
    assert.equal((await take()).ok, true)
    await setClock(id, -backSeconds)

    const begun = performance.now()
    for (;;) {
      const verdict = await take()
      if (verdict.ok) break
      assert.ok(verdict.retryAfterSeconds <= limit.seconds + 1, `told to wait ${verdict.retryAfterSeconds} s`)
      assert.ok(performance.now() - begun < 1_000 * limit.seconds + 1_500, 'still refused after a whole window')
      await sleep(100)
    }
    let passed = 1
    for (let n = 0; n < 20; n++) if ((await take()).ok) passed++
    assert.ok(passed <= limit.times + 2, `${passed} of a bucket of ${limit.times}`)
  })

test('with the clock set forward, and back again, there is a whole bucket at most', async () => {
  const limit = { times: 5, seconds: 600 }
  const id = randomUUID()
  const passing = async () => {
    let passed = 0
    for (let n = 0; n < 12; n++) if ((await makeLimits(database.pool).take(id, limit)).ok) passed++
    return passed
  }
  assert.equal(await passing(), 5)
  await setClock(id, 3_600)
  assert.equal(await passing(), 5)
  await setClock(id, -3_600)
  const refused = await makeLimits(database.pool).take(id, limit)
  assert.ok(!refused.ok && refused.retryAfterSeconds <= 121, `${refused.retryAfterSeconds} s`)
})

test('a bucket that a longer window had emptied follows the shorter one', async () => {
  const id = randomUUID()
  for (let n = 0; n < 3; n++) await makeLimits(database.pool).take(id, { times: 3, seconds: 900 })
  const { ok, retryAfterSeconds } = await makeLimits(database.pool).take(id, { times: 3, seconds: 6 })
  assert.ok(!ok && retryAfterSeconds <= 3, `${retryAfterSeconds} s`)
})
