import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstView, startY } from './first-view.ts'
import { stepSize } from './layout.ts'

const desk = { width: 900, height: 700 }
const phone = { width: 360, height: 400 }

test('a picture that fits is shown whole, in the middle and from the top', () => {
  const view = firstView({ width: 500, height: 300, startX: 134 }, desk)
  assert.equal(view.zoom, 1)
  assert.equal(view.x + 250 * view.zoom, desk.width / 2)
  assert.equal(view.y + startY * view.zoom, 24)
})

test('one that would be too small to be read or touched is shown from its beginning, with the start in the middle', () => {
  for (const [layout, frame] of [
    [{ width: 900, height: 400, startX: 300 }, phone],
    [{ width: 300, height: 9_000, startX: 34 }, desk],
  ] as const) {
    const view = firstView(layout, frame)
    assert.ok(view.zoom * 24 >= 20, String(view.zoom))
    assert.equal(view.x + (layout.startX + stepSize.width / 2) * view.zoom, frame.width / 2)
    assert.equal(view.y + startY * view.zoom, 24)
  }
})
