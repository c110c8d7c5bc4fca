import assert from 'node:assert/strict'
import { test } from 'node:test'
import { summaryOf } from './view-texts.ts'

const now = Date.parse('2026-11-30T12:00:00Z')
const prices = { part: 'prices', title: null, seconds: 240 }

test('a deal says how often its document was viewed, when last, and on what most time went', () => {
  const last_at = '2026-11-30T09:00:00Z'
  const said = summaryOf({ count: 2, last_at, parts: [prices, { part: 'p1', title: null, seconds: 20 }] }, now)
  assert.match(said ?? '', /^Viewed twice, last 3.*ago, 4 minutes on prices$/)
  assert.match(
    summaryOf({ count: 1, last_at, parts: [{ part: 's1', title: 'Scope', seconds: 30 }] }, now) ?? '',
    /30 seconds on “Scope”$/,
  )
})

test('a part that was looked at for a moment is not said, and nothing is said where no person looked', () => {
  assert.doesNotMatch(summaryOf({ count: 1, last_at: null, parts: [{ ...prices, seconds: 4 }] }, now) ?? '', /prices/)
  assert.equal(summaryOf({ count: 0, last_at: null, parts: [prices] }, now), null)
})
