import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { fieldsOf } from '#domains/crm/fields/values.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
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
import type { Reading } from './conditions.ts'
import { countFound } from './counts.ts'
import type { Group, ListCondition } from './filters.ts'
import type { Place } from './orders.ts'
import type { PageSizes } from './pages.ts'
import { readingOf } from './readings.ts'
import { findByIndex } from './searches.ts'
import { findSelected } from './selections.ts'
import { testsFor } from './tests.ts'

/**
 * Lists of contacts and companies of which several records are one, against a plain reading of all rows: whichever record of a group has
 * a value, a tag or a word.
 */
let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app?.stop())

const kinds = ['contact', 'company'] as const
type Kind = (typeof kinds)[number]

const names = ['anna', 'Annabel', 'bert', 'Zoe'] as const
const searches = ['ann', 'anna', 'bert', 'z ann', 'nobody'] as const
const choices = [newId(), newId(), newId()] as const

interface Values {
  readonly floor: number | null
  readonly nick: string | null
  readonly moved: string | null
  readonly ok: boolean
  readonly likes: readonly number[]
  readonly keeper: number | null
}

interface Part extends Values {
  readonly id: string
  readonly name: string
  readonly tags: readonly number[]
  readonly words: readonly string[]
}

/** Records that are one: the first stands for them. */
interface Whole {
  readonly id: string
  readonly parts: readonly [Part, ...Part[]]
  readonly deleted: boolean
}

const part = fc.record({
  /** Who was made before whom: the one that stands for them need not be the oldest. */
  age: fc.nat(),
  name: fc.constantFrom(...names),
  floor: fc.constantFrom(null, null, -1, 0, 2.5, 7),
  nick: fc.constantFrom(null, null, ...names),
  moved: fc.constantFrom(null, null, ...days),
  ok: fc.boolean(),
  likes: fc.subarray([0, 1, 2]),
  keeper: fc.constantFrom(null, null, 0, 1),
  tags: fc.subarray([0, 1, 2]),
  words: fc.subarray(['anna', 'annabel', 'bert', 'zoe']),
})
type Made = typeof part extends fc.Arbitrary<infer Value> ? Value : never
type Wholes = Parameters<typeof withIds>[0]

const wholes = fc.array(
  fc.record({
    parts: fc.array(part, { minLength: 1, maxLength: 4 }),
    deleted: fc.constantFrom(false, false, false, false, true),
  }),
  { maxLength: 12 },
)

/** With ids, by age. */
const withIds = (made: readonly { readonly parts: readonly Made[]; readonly deleted: boolean }[]): Whole[] => {
  const byAge = made.flatMap(({ parts }) => parts).toSorted((one, other) => one.age - other.age)
  const ids = new Map(byAge.map((each) => [each, newId()]))
  return made.map(({ parts, deleted }) => {
    const [first, ...others] = parts.map((each): Part => ({ ...each, id: ids.get(each) as string }))
    assert.ok(first)
    return { id: first.id, parts: [first, ...others], deleted }
  })
}

interface Ids {
  readonly people: readonly string[]
  readonly tags: readonly string[]
  readonly fields: Readonly<Record<keyof Values, string>>
}

const types = { floor: 'number', nick: 'text', moved: 'date', ok: 'tick', likes: 'choices', keeper: 'person' } as const

// ── What is asked ───────────────────────────────────────────────────────────────────────────────────────────────────

const conditionsOf = ({ people, tags }: Ids): fc.Arbitrary<ListCondition> => {
  const person = fc.constantFrom('nobody', 'me', ...people)
  const several = fc.constantFrom('has_any' as const, 'has_all' as const, 'has_none' as const)
  return fc.oneof(
    fc.record({
      field: fc.constantFrom('name', 'field.nick'),
      op: fc.constantFrom('is' as const, 'is_not' as const, 'begins_with' as const),
      value: fc.constantFrom('ann', 'ANNA', 'z'),
    }),
    fc.record({ field: fc.constant('tags'), op: several, value: fc.subarray([...tags], { minLength: 1 }) }),
    fc.record({ field: fc.constant('field.likes'), op: several, value: fc.subarray([...choices], { minLength: 1 }) }),
    fc.record({
      field: fc.constant('field.floor'),
      op: fc.constantFrom('is' as const, 'at_least' as const, 'at_most' as const),
      value: fc.constantFrom(0, 2.5, 3),
    }),
    fc.record({ field: fc.constant('field.keeper'), op: fc.constantFrom('is' as const, 'is_not' as const), value: person }),
    fc.record({
      field: fc.constant('field.keeper'),
      op: fc.constantFrom('any_of' as const, 'none_of' as const),
      value: fc.uniqueArray(person, { minLength: 1 }),
    }),
    fc.record({ field: fc.constant('field.ok'), op: fc.constant('is' as const), value: fc.boolean() }),
    fc.record({
      field: fc.constantFrom('tags', 'field.floor', 'field.nick', 'field.likes', 'field.keeper'),
      op: fc.constantFrom('empty' as const, 'not_empty' as const),
    }),
    dayCondition('field.moved'),
  )
}

const groupsOf = (ids: Ids): fc.Arbitrary<Group> => {
  const conditions = fc.array(conditionsOf(ids), { maxLength: 2 })
  const match = fc.constantFrom('all' as const, 'any' as const)
  return fc.record({ match, conditions, groups: fc.array(fc.record({ match, conditions }), { maxLength: 1 }) })
}

// ── The plain reading ───────────────────────────────────────────────────────────────────────────────────────────────

const isGiven = (value: Values[keyof Values]): boolean =>
  value !== null && value !== false && !(Array.isArray(value) && value.length === 0)

/** Whose value is shown: that of the record which stands for the others, else of the oldest that has one. */
const holderOf = ({ parts: [root, ...others] }: Whole, field: keyof Values): Part | undefined =>
  [root, ...others.toSorted((one, other) => (one.id < other.id ? -1 : 1))].find((each) => isGiven(each[field]))

const shown = <Field extends keyof Values>(whole: Whole, field: Field): Values[Field] =>
  (holderOf(whole, field) ?? whole.parts[0])[field]

const severalHold = ({ op, value }: ListCondition, has: readonly string[]): boolean => {
  const given = [value ?? []].flat().map(String)
  if (op === 'empty') return has.length === 0
  if (op === 'not_empty') return has.length > 0
  if (op === 'has_all') return given.every((each) => has.includes(each))
  return given.some((each) => has.includes(each)) === (op === 'has_any')
}

const keeperHolds = ({ op, value }: ListCondition, keeper: number | null, { people }: Ids): boolean => {
  if (op === 'empty') return keeper === null
  if (op === 'not_empty') return keeper !== null
  const has = keeper === null ? 'nobody' : people[keeper]
  const isOne = [value ?? []].flat().some((each) => (each === 'me' ? people[0] : each) === has)
  return op === 'is' || op === 'any_of' ? isOne : !isOne
}

const plainly = (condition: ListCondition, whole: Whole, ids: Ids): boolean => {
  switch (condition.field) {
    case 'name':
      return textHolds(condition, whole.parts[0].name)
    case 'tags':
      return severalHold(condition, [...new Set(whole.parts.flatMap(({ tags }) => tags.map((n) => ids.tags[n] as string)))])
    case 'field.floor':
      return numberHolds(condition, shown(whole, 'floor'))
    case 'field.nick':
      return textHolds(condition, shown(whole, 'nick'))
    case 'field.moved':
      return dayHolds(condition, shown(whole, 'moved'))
    case 'field.likes':
      return severalHold(
        condition,
        shown(whole, 'likes').map((n) => choices[n] as string),
      )
    case 'field.keeper':
      return keeperHolds(condition, shown(whole, 'keeper'), ids)
    default:
      return shown(whole, 'ok') === condition.value
  }
}

/** Of those that show the same, the id of the record which has it decides. */
const keyBy =
  (field: 'floor' | 'nick' | 'moved') =>
  (whole: Whole): (string | number | null)[] => {
    const holder = holderOf(whole, field)
    const value = holder?.[field] ?? null
    return holder ? [typeof value === 'string' ? value.toLowerCase() : value, holder.id] : [null, null]
  }

const keyOf: Keys<Whole> = {
  created_at: () => [],
  name: ({ parts: [{ name }] }) => [name],
  'field.floor': keyBy('floor'),
  'field.nick': keyBy('nick'),
  'field.moved': keyBy('moved'),
}

const hasWords = ({ words }: Part, search: string): boolean =>
  search.split(' ').every((each) => words.some((word) => word.startsWith(each)))

/** By what a search lists a person: the record that stands for them, if it has the words, else the newest that has them. */
const foundBy = ({ parts: [root, ...others] }: Whole, search: string): string | undefined => {
  if (hasWords(root, search)) return root.id
  const found = others.filter((each) => hasWords(each, search)).map(({ id }) => id)
  return found.toSorted().at(-1)
}

const plainSearch = (listed: readonly Whole[], search: string): string[] =>
  listed
    .flatMap((whole) => ({ id: whole.id, hit: foundBy(whole, search) }))
    .filter(({ hit }) => hit !== undefined)
    .toSorted((one, other) => (String(one.hit) < String(other.hit) ? 1 : -1))
    .map(({ id }) => id)

// ── The rows ────────────────────────────────────────────────────────────────────────────────────────────────────────

const fill = async (
  db: Db,
  orgId: string,
  kind: Kind,
  made: readonly Whole[],
  { tags, fields, people }: Ids,
): Promise<void> => {
  const org_id = orgId
  for (const whole of made)
    for (const { id, ...each } of whole.parts) {
      const merged = id === whole.id ? {} : { merged_into: whole.id, root_id: whole.id }
      const row = { org_id, id, ...merged, ...(id === whole.id && whole.deleted && { deleted_at: now }) }
      if (kind === 'contact')
        await db
          .insertInto('contacts')
          .values({ ...row, full_name: each.name })
          .execute()
      else
        await db
          .insertInto('companies')
          .values({ ...row, name: each.name })
          .execute()
      if (kind === 'contact' && each.words.length > 0)
        await db
          .insertInto('search_index')
          .values({ org_id, kind, id, contact_id: id, words: each.words.join(' ') })
          .execute()
      const tagged = each.tags.map((n) => ({ org_id, kind, record_id: id, tag_id: tags[n] as string }))
      if (tagged.length > 0) await db.insertInto('record_tags').values(tagged).execute()
      const values = [
        ...(each.floor === null ? [] : [{ field_id: fields.floor, number_value: String(each.floor) }]),
        ...(each.nick === null ? [] : [{ field_id: fields.nick, text_value: each.nick }]),
        ...(each.moved === null ? [] : [{ field_id: fields.moved, date_value: each.moved }]),
        ...(each.ok ? [{ field_id: fields.ok, number_value: '1' }] : []),
        ...each.likes.map((n, place) => ({ field_id: fields.likes, place, id_value: choices[n] as string })),
        ...(each.keeper === null ? [] : [{ field_id: fields.keeper, id_value: people[each.keeper] as string }]),
      ]
      for (const value of values)
        await db
          .insertInto('field_values')
          .values({ org_id, record_id: id, place: 0, ...value })
          .execute()
    }
}

const makeIds = async (owner: Someone, kind: Kind): Promise<Ids> => {
  const org_id = owner.orgId
  const people = [owner.personId, (await app.given.person(org_id, 'member')).personId]
  const tags = [newId(), newId(), newId()]
  const fields = Object.fromEntries(Object.keys(types).map((key) => [key, newId()])) as Record<keyof Values, string>
  await app.database.inOrg(org_id, async (db) => {
    for (const [n, id] of tags.entries())
      await db
        .insertInto('tags')
        .values({ org_id, id, name: `t${n}`, name_key: `t${n}`, hue: 1 })
        .execute()
    for (const [n, [key, type]] of Object.entries(types).entries())
      await db
        .insertInto('fields')
        .values({
          ...{ org_id, id: fields[key as keyof Values], kind, key, name: key, type, place: n },
          ...(type === 'choices' && {
            options: JSON.stringify({ choices: choices.map((id, c) => ({ id, name: `c${c}`, hue: 1, is_archived: false })) }),
          }),
        })
        .execute()
  })
  return { people, tags, fields }
}

/** A workspace with these records, for one kind. */
const given = async (kind: Kind, made: Wholes) => {
  const owner = await app.given.organization()
  const ids = await makeIds(owner, kind)
  const all = withIds(made)
  await app.database.inOrg(owner.orgId, (db) => fill(db, owner.orgId, kind, all, ids))
  const listed = all.filter(({ deleted }) => !deleted)
  const read = <T>(work: (db: Db, reading: Reading) => Promise<T>): Promise<T> =>
    app.database.inOrg(owner.orgId, async (db) =>
      work(db, await readingOf(db, owner.orgId, kind, { personId: owner.personId, now })),
    )
  return { owner, ids, all, listed, read }
}

const seeds = fc.infiniteStream(fc.nat())

// ── The promises ────────────────────────────────────────────────────────────────────────────────────────────────────

for (const kind of kinds)
  test(`of records of the kind ${kind} that are one, filters, orders and counts go by the value that is shown, each group once over all pages`, {
    timeout: 300_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(wholes, seeds, async (made, stream) => {
        const { ids, listed, read } = await given(kind, made)
        await read(async (db, reading) => {
          const seed = stream.next().value as number
          for (const [n, filter] of fc.sample(groupsOf(ids), { numRuns: 10, seed }).entries()) {
            const expected = listed.filter((whole) => groupHolds(filter, (condition) => plainly(condition, whole, ids)))
            const key = Object.keys(keyOf)[(seed + n) % Object.keys(keyOf).length]
            for (const sort of [`${key}`, `-${key}`])
              for (const [s, size] of sizes.entries()) {
                const found = await pagesOf(db, reading, filter, sort, 2 + (s % 2), size)
                assert.deepEqual(found, inPlainOrder(expected, sort, keyOf), JSON.stringify({ filter, sort, s }))
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

const searched = async (
  db: Db,
  reading: Reading,
  { filter, search, limit, size }: { filter: Group; search: string; limit: number; size: PageSizes },
): Promise<string[]> => {
  const found: string[] = []
  let after: Place | null = null
  for (let pages = 0; pages < 200; pages++) {
    const page = await findByIndex(db, { reading, tests: testsFor(filter, reading), search, after, limit, sizes: size })
    assert.ok(page.found.length <= limit)
    found.push(...page.found.map(({ id }) => id))
    if (!page.next) return found
    after = page.next
  }
  assert.fail('the pages do not end')
}

const selected = async (db: Db, reading: Reading, filter: Group, search: string): Promise<string[]> => {
  const found: string[] = []
  let cursor: string | null = null
  do {
    const part = await findSelected(db, reading, { filter, search }, { cursor, limit: 2 })
    found.push(...part.ids)
    cursor = part.next
  } while (cursor !== null)
  return found
}

test('a person that a search finds by several merged records is listed and selected once, over all pages', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(wholes, seeds, async (made, stream) => {
      const { ids, listed, read } = await given('contact', made)
      await read(async (db, reading) => {
        const everything: Group = { match: 'all', conditions: [] }
        const filters = fc.sample(groupsOf(ids), { numRuns: 2, seed: stream.next().value as number })
        for (const search of searches)
          for (const filter of [everything, ...filters]) {
            const fitting = listed.filter((whole) => groupHolds(filter, (condition) => plainly(condition, whole, ids)))
            const expected = plainSearch(fitting, search)
            for (const size of sizes)
              for (const limit of [2, 3])
                assert.deepEqual(
                  await searched(db, reading, { filter, search, limit, size }),
                  expected,
                  JSON.stringify({ filter, search, limit }),
                )
            assert.deepEqual(await selected(db, reading, filter, search), expected)
          }
      })
    }),
    { numRuns: 12 },
  )
})

for (const kind of kinds)
  test(`a list shows of records of the kind ${kind} that are one what their page shows`, async () => {
    await fc.assert(
      fc.asyncProperty(wholes, async (made) => {
        const { owner, listed, ids } = await given(kind, made)
        const columns = Object.keys(types).map((key) => `field.${key}`)
        const reply = await app.call('list-records', { kind, columns, limit: 100 }, owner)
        assert.equal(reply.status, 200, JSON.stringify(reply.body))
        const records = reply.body.records as unknown as { id: string; values: Record<string, unknown> }[]
        const pages = await app.database.inOrg(owner.orgId, (db) =>
          fieldsOf(
            db,
            owner.orgId,
            kind,
            listed.map(({ id }) => id),
          ),
        )
        assert.equal(records.length, listed.length)
        for (const { id, values } of records) {
          const whole = listed.find((each) => each.id === id)
          assert.ok(whole)
          const { likes, keeper, ...plain } = Object.fromEntries(
            columns.map((key) => [key.slice('field.'.length), values[key]]),
          )
          assert.deepEqual(plain, {
            floor: shown(whole, 'floor'),
            nick: shown(whole, 'nick'),
            moved: shown(whole, 'moved'),
            ok: shown(whole, 'ok'),
          })
          assert.deepEqual(
            likes,
            shown(whole, 'likes').map((n) => ({ id: choices[n], name: `c${n}` })),
          )
          const who = shown(whole, 'keeper')
          assert.equal((keeper as { id: string } | null)?.id ?? null, who === null ? null : ids.people[who])
          // The page says null of no choices.
          assert.deepEqual({ ...plain, likes: shown(whole, 'likes').length === 0 ? null : likes, keeper }, pages.get(id))
        }
      }),
      { numRuns: 6 },
    )
  })
