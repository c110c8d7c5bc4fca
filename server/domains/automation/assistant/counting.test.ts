import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { Failure } from '#core/errors.ts'
import { countList } from './counting.ts'

const input = z.object({
  cursor: z.string().optional(),
  limit: z.int().min(1).max(200).default(50),
  state: z.string().optional(),
})
const listed = { name: 'list-deals', input }

/** A list of so many, as an action pages it. */
const door = (length: number, failAt = Number.POSITIVE_INFINITY) => {
  const asked: Record<string, unknown>[] = []
  return {
    asked,
    read: async (_name: string, given: Readonly<Record<string, unknown>>) => {
      asked.push(given)
      if (asked.length >= failAt) return { body: null, failure: new Failure('rate_limited') }
      const from = Number(given.cursor ?? 0)
      const to = Math.min(length, from + Number(given.limit))
      return {
        body: { deals: Array.from({ length: to - from }, () => ({})), next_cursor: to < length ? String(to) : null },
      }
    },
  }
}

test('a list is counted to its end in its largest pages, by its filters and from its beginning', async () => {
  const { asked, read } = door(3_412)
  assert.deepEqual(await countList({ read }, listed, { limit: 20, cursor: '40', state: 'open' }), { total: 3_412, isAll: true })
  assert.equal(asked.length, 18)
  assert.deepEqual(asked[0], { limit: 200, state: 'open' })
  assert.ok(asked.every(({ state, limit }) => state === 'open' && limit === 200))
})

test('a list that is too long, or is refused on the way, is counted so far; an answer without pages is not counted', async () => {
  const long = door(1_000_000)
  assert.deepEqual(await countList(long, listed, {}), { total: 5_000, isAll: false })
  assert.equal(long.asked.length, 25)
  assert.deepEqual(await countList(door(3_412, 4), listed, {}), { total: 600, isAll: false })
  assert.equal(await countList(door(3_412, 1), listed, {}), null)
  assert.equal(await countList(door(10), { name: 'show-board', input: z.object({ limit: z.int().max(10) }) }, {}), null)
})
