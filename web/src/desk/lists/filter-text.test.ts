import assert from 'node:assert/strict'
import test from 'node:test'
import { filterInText, type Group, textOfFilter } from './filter-text.ts'

const nested: Group = {
  match: 'any',
  conditions: [
    { field: 'source', op: 'is', value: 'Google Ads (DE)~*!_1_' },
    { field: 'received_at', op: 'last_days', value: 7 },
  ],
  groups: [
    {
      match: 'all',
      conditions: [
        { field: 'tags', op: 'has_any', value: ['01980000-0000-7000-8000-000000000000', 'ä 🌻'] },
        { field: 'value', op: 'at_least', value: 1_000, currency: 'EUR' },
        { field: 'field.vip', op: 'is', value: true },
        { field: 'owner', op: 'empty' },
      ],
      groups: [{ match: 'any', conditions: [{ field: 'state', op: 'is_not', value: 'new' }], groups: [] }],
    },
  ],
}

test('a filter is the same after it stood in an address, and the address has no character that a browser rewrites', () => {
  for (const group of [nested, { ...nested, match: 'all' as const }, { match: 'all' as const, conditions: [], groups: [] }]) {
    const text = textOfFilter(group)
    assert.equal(encodeURIComponent(text), text)
    assert.deepEqual(filterInText(text), group)
  }
})

test('a mistyped filter is none', () => {
  for (const text of ['source', 'source*equals*x', 'any(source*is*x', 'source*is*x)', 'all(all(all(all(a*is*b))))', '*is*x'])
    assert.equal(filterInText(text), null, text)
})
