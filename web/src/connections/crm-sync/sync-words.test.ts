import assert from 'node:assert/strict'
import { test } from 'node:test'
import { undoPreviewText } from './sync-words.ts'

test('the preview of an undo that looked at no single record says that its numbers are the most it can be', () => {
  const looked = undoPreviewText({ removed: 30_000, restored: 2, is_estimate: false }, 'HubSpot')
  assert.match(looked, /30,000 records that it created will be removed\. 2 values/)
  assert.doesNotMatch(looked, /At most/)
  assert.match(undoPreviewText({ removed: 30_000, restored: 2, is_estimate: true }, 'HubSpot'), /At most: .+ stays/)
  assert.match(undoPreviewText({ removed: 0, restored: 0, is_estimate: false }, 'HubSpot'), /nothing to undo/)
})
