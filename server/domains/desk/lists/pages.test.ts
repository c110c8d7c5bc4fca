import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import type { Reading } from './conditions.ts'
import { countFound } from './counts.ts'
import { conditionsIn, type Group, type ListCondition, type ListKind } from './filters.ts'
import { orderOf, type Place } from './orders.ts'
import { findPage, type PageSizes, pageSizes } from './pages.ts'
import { readingOf } from './readings.ts'
import { testsFor } from './tests.ts'

/**
 * What lists find, against a plain reading of all rows: the same conditions written in TypeScript. With windows so small that a page of
 * few rows is gathered, walked, cut and taken up again.
 */
let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app.stop())

const today = '2026-03-11' // a Wednesday
const now = new Date(`${today}T12:00:00Z`)
const days = ['2026-02-28', '2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12', '2026-04-01']
const names = ['anna', 'Anna', 'annabel', 'Ännchen', 'bert', 'Zoe', 'zoë', '42', 'o’neil']
const states = ['open', 'won', 'lost', 'linked'] as const
const currencies = ['EUR', 'USD'] as const

interface Deal {
  readonly id: string
  readonly name: string
  readonly state: string
  readonly owner: number | null
  readonly value: number | null
  readonly currency: string | null
  readonly close: string | null
  readonly closed: string | null
  readonly deleted: boolean
  readonly tags: readonly number[]
  readonly floor: number | null
  readonly nick: string | null
  readonly moved: string | null
}

const deals: fc.Arbitrary<Omit<Deal, 'id'>[]> = fc.array(
  fc.record({
    name: fc.constantFrom(...names),
    state: fc.constantFrom(...states),
    owner: fc.constantFrom(null, 0, 1),
    value: fc.constantFrom(null, 0, 1, 100, 5_000),
    currency: fc.constantFrom(...currencies),
    close: fc.constantFrom(null, ...days),
    closed: fc.constantFrom(null, ...days),
    deleted: fc.constantFrom(false, false, false, true),
    tags: fc.subarray([0, 1, 2]),
    floor: fc.constantFrom(null, -1, 0, 2.5, 7),
    nick: fc.constantFrom(null, ...names),
    moved: fc.constantFrom(null, ...days),
  }),
  { minLength: 0, maxLength: 24 },
)

const periods = ['today', 'yesterday', 'this_week', 'last_week', 'next_month', 'this_month', 'this_year'] as const

const dayCondition = (field: string): fc.Arbitrary<ListCondition> =>
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

const conditionsOf = (ids: Ids): fc.Arbitrary<ListCondition> => {
  const person = fc.constantFrom('nobody', 'me', ids.people[0] as string, ids.people[1] as string)
  const tag = fc.subarray([...ids.tags], { minLength: 1 })
  return fc.oneof(
    fc.record({
      field: fc.constantFrom('name', 'field.nick'),
      op: fc.constantFrom('is' as const, 'is_not' as const, 'begins_with' as const),
      value: fc.constantFrom('ann', 'ANNA', 'z', 'zoë', 'o', '4'),
    }),
    fc.record({
      field: fc.constant('state'),
      op: fc.constantFrom('is' as const, 'is_not' as const),
      value: fc.constantFrom('open', 'won', 'lost'),
    }),
    fc.record({
      field: fc.constant('state'),
      op: fc.constantFrom('any_of' as const, 'none_of' as const),
      value: fc.subarray(['open', 'won', 'lost'], { minLength: 1 }),
    }),
    fc.record({ field: fc.constant('owner'), op: fc.constantFrom('is' as const, 'is_not' as const), value: person }),
    fc.record({
      field: fc.constant('owner'),
      op: fc.constantFrom('any_of' as const, 'none_of' as const),
      value: fc.uniqueArray(person, { minLength: 1 }),
    }),
    fc.record({ field: fc.constant('owner'), op: fc.constantFrom('empty' as const, 'not_empty' as const) }),
    fc.record({
      field: fc.constant('value'),
      op: fc.constantFrom('is' as const, 'at_least' as const, 'at_most' as const),
      value: fc.constantFrom(0, 1, 100),
      currency: fc.constantFrom(...currencies),
    }),
    fc.record({ field: fc.constant('value'), op: fc.constantFrom('empty' as const, 'not_empty' as const) }),
    fc.record({
      field: fc.constant('tags'),
      op: fc.constantFrom('has_any' as const, 'has_all' as const, 'has_none' as const),
      value: tag,
    }),
    fc.record({ field: fc.constant('tags'), op: fc.constantFrom('empty' as const, 'not_empty' as const) }),
    fc.record({
      field: fc.constant('field.floor'),
      op: fc.constantFrom('is' as const, 'at_least' as const, 'at_most' as const),
      value: fc.constantFrom(0, 2.5, 3),
    }),
    fc.record({
      field: fc.constantFrom('field.floor', 'field.nick'),
      op: fc.constantFrom('empty' as const, 'not_empty' as const),
    }),
    ...['close_on', 'closed_at', 'field.moved'].map(dayCondition),
  )
}

const groupsOf = (ids: Ids): fc.Arbitrary<Group> => {
  const conditions = fc.array(conditionsOf(ids), { maxLength: 3 })
  const match = fc.constantFrom('all' as const, 'any' as const)
  const inner = fc.record({ match, conditions })
  const middle = fc.record({ match, conditions, groups: fc.array(inner, { maxLength: 1 }) })
  return fc.record({ match, conditions, groups: fc.array(middle, { maxLength: 2 }) })
}

interface Ids {
  readonly people: readonly string[]
  readonly tags: readonly string[]
}

// ── The plain reading ───────────────────────────────────────────────────────────────────────────────────────────────

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

const dayHolds = ({ op, value }: ListCondition, day: string | null): boolean => {
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

const numberHolds = ({ op, value }: ListCondition, n: number | null): boolean => {
  if (op === 'empty') return n === null
  if (op === 'not_empty') return n !== null
  if (n === null) return false
  return op === 'is' ? n === value : op === 'at_least' ? n >= Number(value) : n <= Number(value)
}

const textHolds = ({ op, value }: ListCondition, text: string | null): boolean => {
  if (op === 'empty') return text === null
  if (op === 'not_empty') return text !== null
  const [has, wanted] = [text?.toLowerCase(), String(value).toLowerCase()]
  if (op === 'is_not') return has !== wanted
  return op === 'is' ? has === wanted : (has?.startsWith(wanted) ?? false)
}

const plainly = (condition: ListCondition, deal: Deal, ids: Ids): boolean => {
  const { field, op, value } = condition
  const given = [value ?? []].flat()
  if (field === 'close_on') return dayHolds(condition, deal.close)
  if (field === 'closed_at') return dayHolds(condition, deal.closed)
  if (field === 'field.moved') return dayHolds(condition, deal.moved)
  if (field === 'field.floor') return numberHolds(condition, deal.floor)
  if (field === 'field.nick') return textHolds(condition, deal.nick)
  if (field === 'name') return textHolds(condition, deal.name)
  if (field === 'value') {
    const isOf = op === 'empty' || op === 'not_empty' || deal.currency === condition.currency
    return isOf && numberHolds(condition, deal.value)
  }
  if (field === 'tags') {
    const tags = deal.tags.map((n) => ids.tags[n] as string)
    if (op === 'empty') return tags.length === 0
    if (op === 'not_empty') return tags.length > 0
    if (op === 'has_all') return given.every((tag) => tags.includes(String(tag)))
    return given.some((tag) => tags.includes(String(tag))) === (op === 'has_any')
  }
  const has = field === 'state' ? deal.state : deal.owner === null ? 'nobody' : (ids.people[deal.owner] as string)
  if (op === 'empty') return has === 'nobody'
  if (op === 'not_empty') return has !== 'nobody'
  const isOne = given.map((each) => (each === 'me' ? ids.people[0] : each)).includes(has)
  return op === 'is' || op === 'any_of' ? isOne : !isOne
}

/** A group without a condition at any level says nothing. */
const groupHolds = (group: Group, deal: Deal, ids: Ids): boolean => {
  const parts = [
    ...group.conditions.map((condition) => plainly(condition, deal, ids)),
    ...(group.groups ?? []).filter((inner) => conditionsIn(inner).length > 0).map((inner) => groupHolds(inner, deal, ids)),
  ]
  if (parts.length === 0) return true
  return group.match === 'all' ? parts.every(Boolean) : parts.some(Boolean)
}

const dictionary = new Intl.Collator('und')
type Key = (string | number | null)[]
const keyOf: Readonly<Record<string, (deal: Deal) => Key>> = {
  created_at: () => [],
  name: ({ name }) => [name],
  value: ({ currency, value }) => (value === null ? [null, null] : [currency, value]),
  close_on: ({ close }) => [close],
  closed_at: ({ closed }) => [closed],
  'field.floor': ({ floor }) => [floor],
  'field.nick': ({ nick }) => [nick?.toLowerCase() ?? null],
  'field.moved': ({ moved }) => [moved],
}

const compared = (key: string, a: string | number, b: string | number): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (key === 'name') return dictionary.compare(String(a), String(b))
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)))
}

const inPlainOrder = (rows: readonly Deal[], sort: string): string[] => {
  const key = sort.replace('-', '')
  const sign = sort.startsWith('-') ? -1 : 1
  const of = keyOf[key] as (deal: Deal) => Key
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

// ── The rows ────────────────────────────────────────────────────────────────────────────────────────────────────────

const fill = async (orgId: string, rows: readonly Deal[], ids: Ids, fields: readonly string[]): Promise<void> => {
  await app.database.inOrg(orgId, async (db) => {
    const { id: stage_id, pipeline_id } = await db
      .selectFrom('stages')
      .select(['id', 'pipeline_id'])
      .where('kind', '=', 'open')
      .limit(1)
      .executeTakeFirstOrThrow()
    const values: { field_id: string; record_id: string; text_value?: string; number_value?: string; date_value?: string }[] =
      []
    for (const deal of rows) {
      await db
        .insertInto('deals')
        .values({
          ...{
            org_id: orgId,
            id: deal.id,
            name: deal.name,
            kind: 'manual',
            pipeline_id,
            stage_id,
            state: deal.state,
            rank: 'a',
          },
          ...{ value_minor: deal.value, currency: deal.value === null ? null : deal.currency, close_on: deal.close },
          assigned_to: deal.owner === null ? null : (ids.people[deal.owner] as string),
          // As the table keeps them together.
          ...(deal.state === 'linked' && { linked_to: deal.id }),
          ...(deal.state === 'lost' && { lost_reason: 'price' }),
          closed_at: deal.closed === null ? null : new Date(`${deal.closed}T23:30:00.123Z`),
          ...(deal.deleted && { deleted_at: now }),
        })
        .execute()
      for (const n of deal.tags)
        await db
          .insertInto('record_tags')
          .values({ org_id: orgId, kind: 'deal', record_id: deal.id, tag_id: ids.tags[n] as string })
          .execute()
      const [floor, nick, moved] = fields as [string, string, string]
      if (deal.floor !== null) values.push({ field_id: floor, record_id: deal.id, number_value: String(deal.floor) })
      if (deal.nick !== null) values.push({ field_id: nick, record_id: deal.id, text_value: deal.nick })
      if (deal.moved !== null) values.push({ field_id: moved, record_id: deal.id, date_value: deal.moved })
    }
    for (const value of values)
      await db
        .insertInto('field_values')
        .values({ org_id: orgId, place: 0, ...value })
        .execute()
  })
}

const makeIds = async (orgId: string, personId: string): Promise<{ ids: Ids; fields: string[] }> => {
  const ids = { people: [personId, (await app.given.person(orgId, 'member')).personId], tags: [newId(), newId(), newId()] }
  const fields = [newId(), newId(), newId()]
  await app.database.inOrg(orgId, async (db) => {
    for (const [n, id] of ids.tags.entries())
      await db
        .insertInto('tags')
        .values({ org_id: orgId, id, name: `t${n}`, name_key: `t${n}`, hue: 1 })
        .execute()
    for (const [n, [key, type]] of (
      [
        ['floor', 'number'],
        ['nick', 'text'],
        ['moved', 'date'],
      ] as const
    ).entries())
      await db
        .insertInto('fields')
        .values({ org_id: orgId, id: fields[n] as string, kind: 'deal', key, name: key, type, place: n })
        .execute()
  })
  return { ids, fields }
}

/** All pages, one after the other. */
const pagesOf = async (
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

const sizes: readonly PageSizes[] = [
  pageSizes,
  { gathered: 3, window: 5, lookUps: 4, first: 2 },
  { gathered: 0, window: 1, lookUps: 1, first: 1 },
]

test('the pages of a filter and an order, joined, are what a plain reading of all rows finds, each row once', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(deals, fc.infiniteStream(fc.nat()), async (made, stream) => {
      const owner = await app.given.organization()
      const { ids, fields } = await makeIds(owner.orgId, owner.personId)
      const rows = made.map((deal): Deal => ({ ...deal, id: newId() }))
      // The first look at the board makes the first pipeline.
      await app.call('show-board', {}, owner)
      await fill(owner.orgId, rows, ids, fields)
      const listed = rows.filter(({ state, deleted }) => state !== 'linked' && !deleted)
      await app.database.inOrg(owner.orgId, async (db) => {
        const reading = await readingOf(db, owner.orgId, 'deal' satisfies ListKind, { personId: owner.personId, now })
        const seed = stream.next().value as number
        for (const filter of fc.sample(groupsOf(ids), { numRuns: 12, seed })) {
          const expected = listed.filter((deal) => groupHolds(filter, deal, ids))
          const [key] = fc.sample(fc.constantFrom(...Object.keys(keyOf)), { numRuns: 1, seed: seed + filter.conditions.length })
          for (const sort of [`${key}`, `-${key}`])
            for (const [n, size] of sizes.entries()) {
              const found = await pagesOf(db, reading, filter, sort, n + 2, size)
              assert.deepEqual(found, inPlainOrder(expected, sort), JSON.stringify({ filter, sort, n }))
            }
          assert.deepEqual(await countFound(db, { reading, tests: testsFor(filter, reading) }), {
            count: expected.length,
            is_exact: true,
          })
        }
      })
    }),
    { numRuns: 12 },
  )
})
