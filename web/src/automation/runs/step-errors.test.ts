import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stepErrorText } from './step-errors.ts'

test('why a step failed is said with the label of its field, in words', () => {
  assert.equal(stepErrorText('userEmail: Too small: expected string to have >=1 characters'), 'Send from: This is empty')
  assert.equal(stepErrorText('The receiver answered 400: no.'), 'The receiver answered 400: no.')
})
