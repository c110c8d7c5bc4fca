import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Entry } from './api.ts'
import { inLanes, wholeDaysOf } from './lanes.ts'

const date = '2027-03-01'
const entry = (id: string, from: number, to: number): Entry => ({
  ...{ kind: 'event', id, user_ids: [], title: id, detail: '', starts_at: '', ends_at: null, is_all_day: false, time: '' },
  ...{ is_hidden: false, is_tentative: false, takes_time: true, state: null, conflicts: [], changed_outside: null },
  ...{ may_move: false, parts: [{ date, from_minute: from, to_minute: to }] },
})
const shown = (...entries: Entry[]) => inLanes(entries, date).map((each) => `${each.entry.id} ${each.lane}/${each.lanes}`)

test('entries that overlap stand beside each other, and others have the whole width', () => {
  assert.deepEqual(shown(entry('a', 540, 600), entry('b', 600, 660)), ['a 0/1', 'b 0/1'])
  assert.deepEqual(shown(entry('b', 570, 630), entry('a', 540, 600), entry('c', 600, 660)), ['a 0/2', 'b 1/2', 'c 0/2'])
  // A short one is drawn longer than it is: what follows within that stands beside it.
  assert.deepEqual(shown(entry('a', 540, 545), entry('b', 550, 600)), ['a 0/2', 'b 1/2'])
})

test('an entry that fills a day is not among the hours', () => {
  const day = entry('day', 0, 1_440)
  assert.deepEqual(shown(day, entry('a', 0, 30)), ['a 0/1'])
  assert.deepEqual(
    wholeDaysOf([day, entry('a', 0, 30)], date).map(({ id }) => id),
    ['day'],
  )
})
