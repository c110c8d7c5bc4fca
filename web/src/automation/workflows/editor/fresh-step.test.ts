import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Trouble } from './editing.ts'
import { troublesSaid } from './fresh-step.ts'

const at = (node: string, field: string): Trouble => ({ node, field, message: 'This is missing.', level: 'error' })
const troubles = [at('new', 'input.to'), at('new', 'input.lines.0.name'), at('old', 'when')]
const said = (touched: readonly string[]) => troublesSaid(troubles, { id: 'new', touched }).map(({ field }) => field)

test('a step that was just added is not red before anything was filled in, and then only there', () => {
  assert.deepEqual(said([]), ['when'])
  assert.deepEqual(said(['input.to']), ['input.to', 'when'])
  assert.deepEqual(said(['input.lines']), ['input.lines.0.name', 'when'])
  assert.deepEqual(said(['input.lines.0.name.first']), ['input.lines.0.name', 'when'])
})

test('once another step is opened all is said', () => {
  assert.deepEqual(troublesSaid(troubles, null), troubles)
})
