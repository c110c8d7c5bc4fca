import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minorOf, typedAmounts } from './typed-amounts.ts'

const minors = (text: string, currency: string) =>
  typedAmounts(text).flatMap((amount) => {
    const minor = minorOf(amount, currency)
    return minor === null ? [] : [minor]
  })

test('an amount is read as it is written anywhere: signs, codes, groups and points', () => {
  for (const text of [
    '1200',
    '1,200',
    '€1,200',
    '1.200,00',
    '1,200.00',
    '€ 1.200',
    '1 200,00 €',
    '1’200.00',
    'EUR 1200',
    '1200 eur',
    '1.200,0',
  ])
    assert.deepEqual(minors(text, 'EUR'), [120_000], text)
  assert.deepEqual(minors('12,5', 'EUR'), [1_250])
  assert.deepEqual(minors('12.50', 'EUR'), [1_250])
  assert.deepEqual(minors('₹1,20,000', 'INR'), [12_000_000])
  assert.deepEqual(minors('1.200.000,50', 'EUR'), [120_000_050])
  assert.deepEqual(minors('1200', 'JPY'), [1_200])
  assert.deepEqual(minors('1.250', 'KWD'), [1_250_000, 1_250], 'groups, or three digits behind the point')
})

test('a text that is no amount, or none in a currency, is none', () => {
  for (const text of ['', 'maya', '12a', 'INV-12', '1,2,3', '+49 171', '12.34.5', '€', '1200 eur usd', '12/24'])
    assert.deepEqual(minors(text, 'EUR'), [], text)
  assert.deepEqual(minors('$1200', 'EUR'), [])
  assert.deepEqual(minors('12.50', 'JPY'), [])
  assert.deepEqual(minors('99999999999999', 'EUR'), [])
})
