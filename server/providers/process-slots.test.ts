import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeSlots } from './process-slots.ts'

test('a slot is given to as many as there are, and then in the order of asking', async () => {
  const slots = makeSlots(2)
  const begun: number[] = []
  const take = async (n: number) => {
    const end = await slots()
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

test('a slot that is not freed delays the next order for a moment, and not for ever', async () => {
  const slots = makeSlots(1)
  const end = await slots()
  const ends = [await slots(), await slots()]
  for (const each of [end, ...ends]) each()
  const last = await slots()
  last()
})
