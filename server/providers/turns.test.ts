import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeTurns } from './turns.ts'

test('so many are at work at once, and the others in the order in which they came', async () => {
  const turns = makeTurns(2)
  const begun: number[] = []
  const take = async (n: number) => {
    const end = await turns()
    begun.push(n)
    return end
  }
  const [first, second, third, fourth] = [take(1), take(2), take(3), take(4)]
  const ends = await Promise.all([first, second])
  assert.deepEqual(begun, [1, 2])
  ends[0]?.()
  await third
  assert.deepEqual(begun, [1, 2, 3])
  ends[1]?.()
  await fourth
  assert.deepEqual(begun, [1, 2, 3, 4])
})

test('one that works for long holds nobody up', async () => {
  const turns = makeTurns(1)
  const end = await turns()
  const ends = [await turns(), await turns()]
  for (const each of [end, ...ends]) each()
  const last = await turns()
  last()
})
