import assert from 'node:assert/strict'
import { test } from 'node:test'
import { equalitiesOf } from './equalities.ts'

const found = (text: string): string[] => equalitiesOf(text, 'event').map(({ path, value }) => `${path.join('.')} = ${value}`)

test('the equalities are found without which a condition is not true, on either side and in whatever order', () => {
  assert.deepEqual(found('event.data.id == trigger.id'), ['data.id = trigger.id'])
  assert.deepEqual(found("trigger.id + 'x' == event.data.id"), ["data.id = trigger.id + 'x'"])
  assert.deepEqual(found('event.at > now && (event.a == vars.a && event.b.c == (vars.b))'), ['a = vars.a', 'b.c = vars.b'])
  assert.deepEqual(found("event.kind == (trigger.is_hot ? 'a' : 'b')"), ["kind = trigger.is_hot ? 'a' : 'b'"])
})

test('an expression that may be true without them, or depends on the event itself, has none', () => {
  for (const text of [
    ...['event.a == vars.a || true', '!(event.a == vars.a)', 'event.a != vars.a', 'event == vars.a', 'event.a == event.b'],
    ...['event.a == [event.b][0]', 'event.list[0] == vars.a', '[1].exists(x, event.a == x)', 'other.a == vars.a', 'event.a =='],
  ])
    assert.deepEqual(found(text), [], text)
})
