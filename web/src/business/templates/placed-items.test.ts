import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freeId, type Item, type ItemKind, itemKinds, newItem } from './placed-items.ts'

const page = { width: 595, height: 842 }
const middle = { page: 0, x: 297.5, y: 421 }

const pressed = (kinds: readonly ItemKind[]): Item[] => {
  const items: Item[] = []
  for (const kind of kinds) items.push(newItem(kind, middle, { items, page, id: freeId(items) }))
  return items
}

const areApart = (one: Item, other: Item): boolean =>
  one.y + one.height <= other.y ||
  other.y + other.height <= one.y ||
  one.x + one.width <= other.x ||
  other.x + other.width <= one.x

test('fields that are added by pressing cover none of those that stand there, whatever their size', () => {
  const items = pressed([...itemKinds, ...itemKinds, ...itemKinds])
  for (const [at, one] of items.entries())
    for (const other of items.slice(at + 1)) assert.ok(areApart(one, other), JSON.stringify([one, other]))
  assert.ok(items.every(({ y, height }) => y >= 0 && y + height <= page.height))
})

test('a field is added to a page without any room, and one that is dropped stands where it was dropped', () => {
  const items = pressed(Array.from({ length: 30 }, () => 'signature' as const))
  assert.equal(items.length, 30)
  const dropped = newItem('date', middle, { items, page, id: 'dropped', isDropped: true })
  assert.deepEqual([dropped.x + dropped.width / 2, dropped.y + dropped.height / 2], [middle.x, middle.y])
})
