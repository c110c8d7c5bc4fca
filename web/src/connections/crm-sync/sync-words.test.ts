import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindText, undoPreviewText } from './sync-words.ts'

test('the preview of an undo that looked at no single record says that its numbers are the most it can be', () => {
  const looked = undoPreviewText({ removed: 30_000, restored: 2, is_estimate: false }, 'HubSpot')
  assert.match(looked, /30,000 records that it created will be removed\. 2 values/)
  assert.doesNotMatch(looked, /At most/)
  assert.match(undoPreviewText({ removed: 30_000, restored: 2, is_estimate: true }, 'HubSpot'), /At most: .+ stays/)
  assert.match(undoPreviewText({ removed: 0, restored: 0, is_estimate: false }, 'HubSpot'), /nothing to undo/)
})

test('of a kind that a sync did not read to its end nothing is said to be unchanged', () => {
  const none = { new: 0, matched: 0, changed: 0, unchanged: 0, failed: 0, gone: 0, missing: 0 }
  assert.equal(kindText(none, 'completed'), 'No changes')
  assert.equal(kindText(none, 'queued'), 'Not read')
  assert.equal(kindText(none, 'syncing'), 'not finished')
  assert.equal(kindText({ ...none, new: 20 }, 'syncing'), '20 new · not finished')
})
