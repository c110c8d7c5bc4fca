import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeWriteBehind } from './write-behind.ts'

const openBehind = (keep: (rows: readonly number[]) => Promise<void>) => {
  const dropped: number[] = []
  const behind = makeWriteBehind<number>({ keep, drop: (rows) => dropped.push(rows), atOnce: 3, most: 5, gatherMs: 0 })
  return { behind, dropped }
}

test('added entries are stored in batches, in order, and entries added after a write are not forgotten', async () => {
  const kept: number[][] = []
  const { behind } = openBehind(async (rows) => void kept.push([...rows]))
  await Promise.all([1, 2, 3, 4].map((row) => behind.add(row)))
  assert.deepEqual(kept, [[1, 2, 3], [4]])
  for (let row = 5; row < 20; row++) await behind.add(row)
  assert.deepEqual(
    kept.flat(),
    Array.from({ length: 19 }, (_, at) => at + 1),
  )
})

test('an entry that cannot be written or is over the limit is counted and delays no caller', async () => {
  const gate = Promise.withResolvers<void>()
  const { behind, dropped } = openBehind(async ([first]) => {
    await gate.promise
    if (first === 1) throw new Error('away')
  })
  const added = Array.from({ length: 7 }, (_, at) => behind.add(at + 1))
  assert.deepEqual(dropped, [1, 1])
  gate.resolve()
  await Promise.all(added)
  assert.deepEqual(dropped, [1, 1, 3])
})

test('rows that come while others are written wait for more too, and a full batch does not wait', async () => {
  const kept: number[][] = []
  const begun = performance.now()
  const behind = makeWriteBehind<number>({
    keep: async (rows) => {
      kept.push([...rows])
      // As many as come meanwhile, one by one.
      if (kept.length === 1) for (const row of [2, 3]) setTimeout(() => void behind.add(row), row * 5)
      await sleep(12)
    },
    drop: () => {},
    ...{ atOnce: 4, most: 20, gatherMs: 100 },
  })
  await behind.add(1)
  await sleep(60)
  const rest = Array.from({ length: 6 }, (_, at) => behind.add(at + 4))
  await Promise.all(rest)
  assert.deepEqual(kept, [[1], [2, 3, 4, 5], [6, 7, 8, 9]])
  assert.ok(performance.now() - begun >= 200)
})

test('closing keeps queued work', async () => {
  const kept: number[] = []
  const behind = makeWriteBehind<number>({
    keep: async (rows) => void kept.push(...rows),
    drop: () => {},
    atOnce: 3,
    most: 5,
    gatherMs: 60_000,
  })
  void behind.add(1)
  await behind.close()
  assert.deepEqual(kept, [1])
})
