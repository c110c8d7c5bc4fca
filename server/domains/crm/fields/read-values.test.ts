import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { newId } from '#core/ids.ts'
import { mostMinor, plainAmount } from '#shapes/amounts.ts'
import type { Field, FieldType } from './fields.ts'
import { type Known, plainNumber, readValue } from './read-values.ts'

const choices = ['Phone', 'Email', 'Letter, by post'].map((name, at) => ({
  id: newId(),
  name,
  hue: at + 1,
  is_archived: false,
}))
const gone = { id: newId(), name: 'Fax', hue: 4, is_archived: true }
const fieldOf = (type: FieldType, options: object = {}): Field => ({
  ...{ org_id: newId(), id: newId(), kind: 'contact', key: 'x', name: 'X', type, required_stage_id: null, in_forms: false },
  ...{ place: 1, archived_at: null, created_at: new Date(), updated_at: new Date() },
  options: { choices: [...choices, gone], currency: 'EUR', min: null, max: null, ...options },
})
const member = { id: newId(), email: 'maya@example.com' }
const known: Known = { people: new Map([[member.id, member]]), kept: new Set() }
const rowOf = (type: FieldType, given: unknown, options?: object, about = known): unknown => {
  const read = readValue(fieldOf(type, options), given, about)
  return 'fault' in read ? read.fault : read.rows.map((row) => Object.values(row)[0])
}

test('a number is read as people and programs write it, and what is none is refused', () => {
  for (const [text, number] of [
    ['1250', '1250'],
    ['1,250', '1250'],
    ['1,250.50', '1250.50'],
    ['1.250,50', '1250.50'],
    ['1 250,5', '1250.5'],
    ["1'250", '1250'],
    ['1.250', '1.250'],
    ['1.250.000', '1250000'],
    ['12,5', '12.5'],
    ['-0,5', '-0.5'],
    ['+3', '3'],
  ] as const)
    assert.equal(plainNumber(text), number, text)
  for (const text of ['', 'abc', '1,2,3', '1.2.3', '12,34.5,6', '.', '1e5', '0x10', '٣'])
    assert.equal(plainNumber(text), null, text)
  assert.deepEqual(rowOf('number', 1e-7), 'has more than 6 decimals')
  assert.deepEqual(rowOf('number', 5, { min: 6 }), 'must be 6 or more')
  assert.deepEqual(rowOf('number', Number.NaN), 'must be a number')
  assert.deepEqual(rowOf('number', 1e16), 'must lie between -1,000,000,000,000,000 and 1,000,000,000,000,000')
})

test('an amount is in the currency of the field, by its smallest unit or as it is written', () => {
  assert.deepEqual(rowOf('money', { amount_minor: 125050 }), ['125050'])
  assert.deepEqual(rowOf('money', { amount_minor: 125050, currency: 'eur' }), ['125050'])
  assert.deepEqual(rowOf('money', { amount_minor: 1, currency: 'USD' }), 'must be in EUR')
  for (const text of ['€1,250.50', '1.250,50 €', 'EUR 1250.5', 1250.5]) assert.deepEqual(rowOf('money', text), ['125050'])
  assert.deepEqual(rowOf('money', '1250', { currency: 'JPY' }), ['1250'])
  assert.deepEqual(rowOf('money', '12.5', { currency: 'JPY' }), 'must be a whole number of JPY')
  assert.deepEqual(rowOf('money', '1.005'), 'has more than 2 decimals')
  assert.deepEqual(rowOf('money', 'USD 5'), 'must be in EUR')
  assert.match(String(rowOf('money', { amount: 5 })), /amount_minor/)
  assert.match(String(rowOf('money', 'much')), /must be an amount/)
})

test('a date is a day of the calendar; one with slashes could be two days, and is refused', () => {
  assert.deepEqual(rowOf('date', '2024-02-29'), ['2024-02-29'])
  assert.deepEqual(rowOf('date', '2026-11-27T10:00:00Z'), ['2026-11-27'])
  assert.deepEqual(rowOf('date', '7.3.2026'), ['2026-03-07'])
  for (const text of ['2025-02-29', '2026-13-01', '03/07/2026', '31.2.2026', 'tomorrow', '20261127', 20261127])
    assert.match(String(rowOf('date', text)), /must be a day/, String(text))
})

test('a link begins with http or https, a tick is yes or no, a person is a member', () => {
  assert.deepEqual(rowOf('link', 'https://example.com/a?b#c'), ['https://example.com/a?b#c'])
  assert.deepEqual(rowOf('link', 'example.com/a'), ['https://example.com/a'])
  for (const text of ['javascript:alert(1)', 'ftp://example.com', 'no address', 'data:text/html,x', '//example.com'])
    assert.match(String(rowOf('link', text)), /must be an address/, text)
  assert.deepEqual(
    [rowOf('tick', true), rowOf('tick', 'Yes'), rowOf('tick', false), rowOf('tick', 'no')],
    [['1'], ['1'], [], []],
  )
  assert.match(String(rowOf('tick', 'maybe')), /true or false/)
  assert.deepEqual(rowOf('person', 'Maya@example.com'), [member.id])
  assert.deepEqual(rowOf('person', { id: member.id, name: 'Maya' }), [member.id])
  assert.match(String(rowOf('person', newId())), /must be a member/)
})

test('a choice is named or given by id; one that was removed stays with whom has it, and is not chosen anew', () => {
  const [phone, email, letter] = choices.map(({ id }) => id)
  assert.deepEqual(rowOf('choice', 'phone'), [phone])
  assert.deepEqual(rowOf('choices', 'Email; phone, EMAIL'), [email, phone])
  assert.deepEqual(rowOf('choices', 'Letter, by post'), [letter])
  assert.match(String(rowOf('choice', 'Pigeon')), /must be one of: Phone, Email/)
  assert.match(String(rowOf('choice', gone.id)), /must be one of/)
  assert.deepEqual(rowOf('choice', gone.id, {}, { ...known, kept: new Set([gone.id]) }), [gone.id])
})

test('any value that is given for a field of any type is read or refused, with what fits a column of the database', () => {
  const types: FieldType[] = ['text', 'number', 'money', 'date', 'choice', 'choices', 'person', 'link', 'tick']
  fc.assert(
    fc.property(fc.constantFrom(...types), fc.anything(), (type, given) => {
      const read = readValue(fieldOf(type), given, known)
      if ('fault' in read) return assert.ok(read.fault.length > 5)
      for (const row of read.rows) {
        assert.equal(Object.keys(row).length, 1)
        if (row.number_value !== undefined) assert.match(row.number_value, /^-?\d+(\.\d+)?$/)
        if (row.text_value !== undefined) assert.ok(row.text_value.isWellFormed() && !row.text_value.includes('\0'))
      }
    }),
    { numRuns: 3_000 },
  )
})

test('numbers and amounts keep each digit when they are read again as they were written', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 6 }), (whole, digits) => {
      const number = whole / 10 ** digits
      const [row] = rowOf('number', number) as string[]
      assert.equal(Number(row), number === 0 ? 0 : number)
      assert.deepEqual(rowOf('number', row), [row])
    }),
  )
  fc.assert(
    fc.property(fc.integer({ min: -mostMinor, max: mostMinor }), fc.constantFrom('EUR', 'JPY', 'KWD'), (minor, currency) => {
      const written = plainAmount(minor, currency)
      // A lone point parts decimals, also before three digits: a currency with three of them is written so.
      assert.deepEqual(rowOf('money', written, { currency }), [String(minor === 0 ? 0 : minor)])
    }),
  )
})
