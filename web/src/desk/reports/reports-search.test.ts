import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ListOf, listText, readListText, readReportSearch } from './reports-search.ts'

test('the list behind a value is named in the address and read back as it was', () => {
  const lists: ListOf[] = [
    { figure: 'leads' },
    { figure: 'leads', by: 'source', key: 'google-ads' },
    { figure: 'leads', by: 'owner', key: null },
    { figure: 'leads', part: 0 },
    { figure: 'paid', part: 12, currency: 'EUR', isBefore: true },
  ]
  for (const list of lists) assert.deepEqual(readListText(listText(list)), list)
})

test('a mistyped address shows this month', () => {
  assert.deepEqual(readReportSearch({ period: 'ever', from: '2026-13-99', list: '' }), {})
  assert.deepEqual(readReportSearch({ period: 'custom', from: '2026-01-01', to: 'x' }), {
    period: 'custom',
    from: '2026-01-01',
  })
})
