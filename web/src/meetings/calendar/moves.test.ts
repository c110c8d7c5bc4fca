import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Entry } from './api.ts'
import { isMoved, movedTo, moveOf, partToMove, stepped, wallTimeOf } from './moves.ts'

const part = { date: '2027-03-01', from_minute: 610, to_minute: 640 }
const entry: Entry = {
  ...{
    kind: 'booking',
    id: 'a',
    user_ids: [],
    title: 'a',
    detail: '',
    starts_at: '',
    ends_at: null,
    is_all_day: false,
    time: '',
  },
  ...{ is_hidden: false, is_tentative: false, takes_time: true, state: 'confirmed', conflicts: [], changed_outside: null },
  ...{ may_move: true, parts: [part] },
}

test('arrows move a meeting by quarters of an hour and by days that are shown, and not beyond a day', () => {
  const dates = ['2027-03-01', '2027-03-02']
  const by = (...keys: string[]) =>
    wallTimeOf(keys.reduce((move, key) => stepped(move, key, dates) ?? move, moveOf(entry, part)))
  assert.equal(by('ArrowUp'), '2027-03-01T10:00')
  assert.equal(by('ArrowDown'), '2027-03-01T10:15')
  assert.equal(by('ArrowDown', 'ArrowDown', 'ArrowRight'), '2027-03-02T10:30')
  assert.equal(by('ArrowRight', 'ArrowRight', 'ArrowRight'), '2027-03-02T10:10')
  assert.equal(by('ArrowLeft'), '2027-03-01T10:10')
  assert.equal(by(...Array.from({ length: 90 }, () => 'ArrowUp')), '2027-03-01T00:00')
  assert.equal(by(...Array.from({ length: 90 }, () => 'ArrowDown')), '2027-03-01T23:45')
  assert.equal(stepped(moveOf(entry, part), 'x', dates), null)
})

test('a meeting that is dropped where it was has not moved; only a booking that one may move, on one day, can be taken', () => {
  const move = moveOf(entry, part)
  assert.equal(isMoved(move), false)
  assert.equal(isMoved(movedTo(move, part.date, 621)), true)
  assert.equal(wallTimeOf(movedTo(move, part.date, 621)), '2027-03-01T10:15')
  assert.deepEqual(partToMove(entry), part)
  for (const more of [{ kind: 'event' as const }, { may_move: false }, { parts: [part, part] }])
    assert.equal(partToMove({ ...entry, ...more }), null)
})
