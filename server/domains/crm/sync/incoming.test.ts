import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readIncoming } from './incoming.ts'
import type { FieldMapping } from './mappings.ts'

const none = { companies: [], contacts: [], deals: [] }
const facts = {
  ...{ country: null, currency: null, ownFields: none, people: new Map() },
  described: { companies: new Map(), contacts: new Map(), deals: new Map() },
}
const kept = (theirs: string): FieldMapping => ({
  entity: 'contacts',
  theirs,
  ours: 'custom',
  direction: 'in',
  conflict: 'ask',
})
const recordWith = (values: Readonly<Record<string, string | null>>) => ({
  ...{ id: '7', modifiedAt: null, values, companyIds: [], contactIds: [], mergedIds: [] },
})

test('of a record with 500 values of 64 KB the beginnings of some are kept, 64 KB in all, and it is noted that others are not', () => {
  const names = Array.from({ length: 500 }, (_, n) => `field_${n}`)
  const values = Object.fromEntries(names.map((name) => [name, '\u{1F600}'.repeat(16_384)]))
  const read = readIncoming('contacts', recordWith(values), names.map(kept), facts)
  const texts = Object.values(read.values).filter((value) => value !== null)
  assert.ok(texts.length > 0 && texts.join('').length <= 65_536, `${texts.length}`)
  assert.ok(texts.every((text) => text.length <= 4_000 && text.isWellFormed()))
  assert.deepEqual(new Set(read.notes.map(({ code }) => code)), new Set(['value_cut', 'values_left_out']))
  assert.equal(read.notes.filter(({ code }) => code === 'values_left_out').length, 1)
})

test('zero characters and halves of characters, which a database keeps none of, end no record', () => {
  const { values } = readIncoming('contacts', recordWith({ note: ' a\0b\ud800 ' }), [kept('note')], facts)
  assert.equal(values['custom:note'], 'ab\ufffd')
})
