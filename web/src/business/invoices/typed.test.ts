import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAmount, readNumber } from './typed.ts'
import { trimmed, writeNumber } from './write-number.ts'

const english = { group: ',', decimal: '.' }
const german = { group: '.', decimal: ',' }
const french = { group: ' ', decimal: ',' }
const most = 1_000_000_000_000

test('an amount is read as people write it in their language, to the digit', () => {
  const read = (text: string, exponent: number, separators = english) => {
    const answer = readAmount(text, exponent, most, separators)
    return 'fault' in answer ? answer.fault : answer.amountMinor
  }
  for (const [text, exponent, separators, wanted] of [
    ['1,234.50', 2, english, 123450],
    ['1.234,50', 2, german, 123450],
    ['1.234,50', 2, english, 123450],
    ['1 234,5', 2, french, 123450],
    ['1’234.5', 2, english, 123450],
    ['1,234', 2, english, 123400],
    ['1.234', 2, german, 123400],
    ['12,5', 2, english, 1250],
    ['12.5', 2, german, 1250],
    ['12,34,567.89', 2, english, 123456789],
    ['€12.34', 2, english, 1234],
    ['12,34 €', 2, german, 1234],
    ['EUR 12', 2, english, 1200],
    ['.5', 2, english, 50],
    ['007', 2, english, 700],
    ['12.', 2, english, 1200],
    ['0.1', 2, english, 10],
    ['1.10', 2, english, 110],
    ['4.35', 2, english, 435],
    ['1.005', 3, english, 1005],
    ['1,5', 3, english, 1500],
    ['1,500', 0, english, 1500],
    ['1500', 0, german, 1500],
    ['1.500', 0, german, 1500],
    ['٣٫٥', 2, english, 350],
    ['१,२३४', 2, english, 123400],
    ['', 2, english, 'empty'],
    ['€', 2, english, 'empty'],
    ['12.345', 2, english, 'digits'],
    ['12.5', 0, english, 'digits'],
    ['-5', 2, english, 'number'],
    ['twelve', 2, english, 'number'],
    ['1e3', 2, english, 'number'],
    ['.', 2, english, 'number'],
    ['1.2.3,4,5', 2, english, 'number'],
    ['1.2.3,4,5', 2, german, 'number'],
    ['1,2,3', 2, english, 'number'],
    ['1,23,456', 2, english, 12345600],
    ['1,234,56', 2, english, 'number'],
    ['1234,567.89', 2, english, 'number'],
    ['1 234,567.5', 2, english, 'number'],
    ['1 2', 2, french, 'number'],
    ['12 34,5', 2, french, 'number'],
    ['12.5 0', 2, english, 'number'],
    ['1.234.567', 2, german, 123456700],
    ['1٬234٫5', 2, english, 123450],
    ['10,000,000,000', 2, english, 1_000_000_000_000],
    ['10,000,000,000.01', 2, english, 'most'],
    ['99999999999999999999', 2, english, 'most'],
  ] as const)
    assert.equal(read(text, exponent, separators), wanted, `${text} with ${exponent} digits`)
})

test('a quantity and a rate go to the wire as plain numbers, and back as they are written here', () => {
  assert.deepEqual(readNumber('1,5', 3, german), { number: '1.5' })
  assert.deepEqual(readNumber('19 %', 3, english), { number: '19' })
  assert.deepEqual(readNumber('0.0001', 3, english), { fault: 'digits' })
  for (const text of ['1.2.3,4,5', '1..5', '1,,000', ',', '1.000,5.0'])
    assert.deepEqual(readNumber(text, 3, german), { fault: 'number' }, text)
  assert.equal(writeNumber('1234567.50', german), '1.234.567,50')
  assert.equal(writeNumber('500', english), '500')
  assert.deepEqual(['2.000', '1.500', '10', '0.000'].map(trimmed), ['2', '1.5', '10', '0'])
})
