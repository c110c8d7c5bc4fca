import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { newId } from '#core/ids.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import {
  dayCondition,
  dayHolds,
  days,
  groupHolds,
  inPlainOrder,
  type Keys,
  now,
  numberHolds,
  pagesOf,
  sizes,
  textHolds,
} from '#test/support/plain-lists.ts'
import { countFound } from './counts.ts'
import type { Group, ListCondition, ListKind } from './filters.ts'
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

const keyOf: Keys<Deal> = {
  created_at: () => [],
  name: ({ name }) => [name],
  value: ({ currency, value }) => (value === null ? [null, null] : [currency, value]),
  close_on: ({ close }) => [close],
  closed_at: ({ closed }) => [closed],
  'field.floor': ({ floor }) => [floor],
  'field.nick': ({ nick }) => [nick?.toLowerCase() ?? null],
  'field.moved': ({ moved }) => [moved],
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
          const expected = listed.filter((deal) => groupHolds(filter, (condition) => plainly(condition, deal, ids)))
          const [key] = fc.sample(fc.constantFrom(...Object.keys(keyOf)), { numRuns: 1, seed: seed + filter.conditions.length })
          for (const sort of [`${key}`, `-${key}`])
            for (const [n, size] of sizes.entries()) {
              const found = await pagesOf(db, reading, filter, sort, n + 2, size)
              assert.deepEqual(found, inPlainOrder(expected, sort, keyOf), JSON.stringify({ filter, sort, n }))
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
