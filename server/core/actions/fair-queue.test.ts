import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Failure } from '../errors.ts'
import { makeTurns } from './fair-queue.ts'

const breath = () => new Promise((done) => setImmediate(done))

/** Turns whose work ends when the test says so. */
const given = (limits: { atOnce: number; most: number; mostOfOne: number }) => {
  const turns = makeTurns({ ...limits, retryAfterSeconds: 2 })
  const begun: string[] = []
  const refused: string[] = []
  const ends: (() => void)[] = []
  return {
    begun,
    refused,
    endOne: async () => {
      ends.shift()?.()
      await breath()
    },
    ask: async (whose: string, name = whose) => {
      turns
        .take(whose, () => {
          begun.push(name)
          return new Promise<void>((end) => ends.push(end))
        })
        .catch((error: Failure) => {
          assert.deepEqual([error.code, error.retryAfterSeconds], ['rate_limited', 2])
          refused.push(name)
        })
      await breath()
    },
  }
}

test('each caller has a turn after the others, however many requests one of them sends', async () => {
  const { ask, endOne, begun } = given({ atOnce: 1, most: 20, mostOfOne: 10 })
  for (const n of [1, 2, 3, 4]) await ask('flood', `flood ${n}`)
  await ask('one')
  await ask('other')
  for (let n = 0; n < 6; n++) await endOne()
  assert.deepEqual(begun, ['flood 1', 'flood 2', 'one', 'other', 'flood 3', 'flood 4'])
})

test('where all slots are in use, the tenant with the most makes room, but not for one with as many', async () => {
  const { ask, endOne, begun, refused } = given({ atOnce: 1, most: 4, mostOfOne: 3 })
  for (const n of [0, 1, 2, 3, 4]) await ask('flood', `flood ${n}`)
  assert.deepEqual(refused, ['flood 4'])
  await ask('one')
  await ask('other')
  assert.deepEqual(refused, ['flood 4', 'flood 3'])
  await ask('third')
  await ask('fourth')
  assert.deepEqual(refused, ['flood 4', 'flood 3', 'flood 2', 'fourth'])
  for (let n = 0; n < 5; n++) await endOne()
  assert.deepEqual(begun, ['flood 0', 'flood 1', 'one', 'other', 'third'])
})

test('failed work frees its slot', async () => {
  const turns = makeTurns({ atOnce: 1, most: 1, mostOfOne: 1, retryAfterSeconds: 1 })
  await assert.rejects(
    turns.take('a', () => Promise.reject(new Error('broken'))),
    /broken/,
  )
  assert.equal(await turns.take('a', async () => 7), 7)
})

test('with requests and ends in any order: never more at once, never more waiting, and each is begun or refused', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom('a', 'b', 'c', 'd') }, fc.constant(null)), { maxLength: 60 }),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 5 }),
      async (steps, atOnce, most, mostOfOne) => {
        const { ask, endOne, begun, refused } = given({ atOnce, most, mostOfOne })
        let asked = 0
        let ended = 0
        for (const step of steps) {
          if (step !== null) await ask(step, `${step}${asked++}`)
          else if (ended < begun.length) {
            ended++
            await endOne()
          }
          assert.ok(begun.length - ended <= atOnce)
          assert.ok(asked - begun.length - refused.length <= most)
        }
        while (ended < begun.length) {
          ended++
          await endOne()
        }
        assert.equal(begun.length + refused.length, asked)
        assert.equal(new Set([...begun, ...refused]).size, asked)
      },
    ),
    { numRuns: 200 },
  )
})
