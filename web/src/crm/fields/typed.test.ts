import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainTyped } from './typed.ts'

const english = { group: ',', decimal: '.' }
const german = { group: '.', decimal: ',' }
const number = { type: 'number', currency: null } as const
const euros = { type: 'money', currency: 'EUR' } as const

test('a member types numbers and amounts as they write them, in English and in German', () => {
  const written = [
    ...[['1,250', '1.250', '1250'] as const, ['1.25', '1,25', '1.25'] as const, ['1,250.5', '1.250,5', '1250.5'] as const],
    ...[['1,250,000', '1.250.000', '1250000'] as const, ['-1,250.50', '−1.250,50', '-1250.5'] as const],
    ...[['12345678901.5', '12345678901,5', '12345678901.5'] as const, ['0.0000001', '0,0000001', '0.0000001'] as const],
  ]
  for (const [inEnglish, inGerman, plain] of written)
    for (const field of [number, euros]) {
      assert.equal(plainTyped(field, inEnglish, english), plain, inEnglish)
      assert.equal(plainTyped(field, inGerman, german), plain, inGerman)
    }
  assert.equal(plainTyped(euros, '1.250 €', german), '1250')
  assert.equal(plainTyped(euros, 'EUR 1,250', english), '1250')
  assert.equal(plainTyped(euros, '12,345', german), '12.345', 'too many decimals are refused as such, not taken for thousands')
})

test('a member is refused by the server for what is no number or of another currency, and texts go as they were typed', () => {
  for (const text of ['many', '1,2 m', '--1', '']) assert.equal(plainTyped(number, text, english), text)
  assert.equal(plainTyped(euros, 'USD 1.250', german), 'USD 1.250')
  assert.equal(plainTyped({ type: 'text', currency: null }, '1.250', german), '1.250')
})
