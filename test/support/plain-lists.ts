import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { Db } from '#core/context.ts'
import type { Reading } from '#domains/desk/lists/conditions.ts'
import { conditionsIn, type Group, type ListCondition } from '#domains/desk/lists/filters.ts'
import { orderOf, type Place } from '#domains/desk/lists/orders.ts'
import { findPage, type PageSizes, pageSizes } from '#domains/desk/lists/pages.ts'
import { testsFor } from '#domains/desk/lists/tests.ts'

/** What lists mean, written in TypeScript, for rows that a test has made. */

export const today = '2026-03-11' // a Wednesday
export const now = new Date(`${today}T12:00:00Z`)
export const days = ['2026-02-28', '2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12', '2026-04-01']

const periods = ['today', 'yesterday', 'this_week', 'last_week', 'next_month', 'this_month', 'this_year'] as const

export const dayCondition = (field: string): fc.Arbitrary<ListCondition> =>
  fc.oneof(
    fc.record({
      field: fc.constant(field),
      op: fc.constantFrom('on' as const, 'before' as const, 'after' as const),
      value: fc.constantFrom(...days),
    }),
    fc.record({ field: fc.constant(field), op: fc.constant('in_period' as const), value: fc.constantFrom(...periods) }),
    fc.record({
      field: fc.constant(field),
      op: fc.constantFrom('last_days' as const, 'next_days' as const, 'older_than_days' as const),
      value: fc.constantFrom(0, 1, 2, 30),
    }),
    fc.record({ field: fc.constant(field), op: fc.constantFrom('empty' as const, 'not_empty' as const) }),
  )

const addDays = (day: string, by: number): string => new Date(Date.parse(day) + by * 86_400_000).toISOString().slice(0, 10)
const spans: Readonly<Record<(typeof periods)[number], readonly [string, string]>> = {
  today: ['2026-03-11', '2026-03-12'],
  yesterday: ['2026-03-10', '2026-03-11'],
  this_week: ['2026-03-09', '2026-03-16'],
  last_week: ['2026-03-02', '2026-03-09'],
  next_month: ['2026-04-01', '2026-05-01'],
  this_month: ['2026-03-01', '2026-04-01'],
  this_year: ['2026-01-01', '2027-01-01'],
}

export const dayHolds = ({ op, value }: ListCondition, day: string | null): boolean => {
  if (op === 'empty') return day === null
  if (op === 'not_empty') return day !== null
  if (day === null) return false
  if (op === 'on') return day === value
  if (op === 'before') return day < String(value)
  if (op === 'after') return day > String(value)
  if (op === 'in_period') {
    const [from, to] = spans[value as (typeof periods)[number]]
    return day >= from && day < to
  }
  const n = Number(value)
  if (op === 'last_days') return day > addDays(today, -n) && day <= today
  if (op === 'next_days') return day >= today && day <= addDays(today, n)
  return day < addDays(today, -n)
}

export const numberHolds = ({ op, value }: ListCondition, n: number | null): boolean => {
  if (op === 'empty') return n === null
  if (op === 'not_empty') return n !== null
  if (n === null) return false
  return op === 'is' ? n === value : op === 'at_least' ? n >= Number(value) : n <= Number(value)
}

export const textHolds = ({ op, value }: ListCondition, text: string | null): boolean => {
  if (op === 'empty') return text === null
  if (op === 'not_empty') return text !== null
  const [has, wanted] = [text?.toLowerCase(), String(value).toLowerCase()]
  if (op === 'is_not') return has !== wanted
  return op === 'is' ? has === wanted : (has?.startsWith(wanted) ?? false)
}

/** A group without a condition at any level says nothing. */
export const groupHolds = (group: Group, holds: (condition: ListCondition) => boolean): boolean => {
  const parts = [
    ...group.conditions.map(holds),
    ...(group.groups ?? []).filter((inner) => conditionsIn(inner).length > 0).map((inner) => groupHolds(inner, holds)),
  ]
  if (parts.length === 0) return true
  return group.match === 'all' ? parts.every(Boolean) : parts.some(Boolean)
}

type Key = (string | number | null)[]
/** By the key of a field, what an order by it compares before the id. */
export type Keys<Row> = Readonly<Record<string, (row: Row) => Key>>

const dictionary = new Intl.Collator('und')

const compared = (key: string, a: string | number, b: string | number): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (key === 'name' || key === 'client') return dictionary.compare(String(a), String(b))
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)))
}

/** As the list sorts: what has no value comes last, both ways. */
export const inPlainOrder = <Row extends { readonly id: string }>(
  rows: readonly Row[],
  sort: string,
  keys: Keys<Row>,
): string[] => {
  const key = sort.replace('-', '')
  const sign = sort.startsWith('-') ? -1 : 1
  const of = keys[key] as (row: Row) => Key
  return rows
    .toSorted((one, other) => {
      const [a, b] = [of(one), of(other)]
      if ((a.at(-1) === null) !== (b.at(-1) === null)) return a.at(-1) === null ? 1 : -1
      for (const [n, each] of a.entries()) {
        const beside = b[n]
        if (each === null || beside === null || beside === undefined) continue
        const by = compared(key, each, beside)
        if (by !== 0) return sign * by
      }
      return sign * (one.id < other.id ? -1 : 1)
    })
    .map(({ id }) => id)
}

/** All pages, one after the other. */
export const pagesOf = async (
  db: Db,
  reading: Reading,
  filter: Group,
  sort: string,
  limit: number,
  sizes: PageSizes,
): Promise<string[]> => {
  const order = orderOf(sort, reading)
  const tests = testsFor(filter, reading)
  const found: string[] = []
  let after: Place | null = null
  for (let pages = 0; pages < 500; pages++) {
    const page = await findPage(db, { reading, tests, order, after, limit, sizes })
    assert.ok(page.found.length <= limit)
    found.push(...page.found.map(({ id }) => id))
    if (!page.next) return found
    after = page.next
  }
  assert.fail('the pages do not end')
}

export const sizes: readonly PageSizes[] = [
  pageSizes,
  { gathered: 3, window: 5, lookUps: 4, first: 2, hits: 3 },
  { gathered: 0, window: 1, lookUps: 1, first: 1, hits: 1 },
]
