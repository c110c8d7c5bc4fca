import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import type { Db } from '#core/context.ts'
import { idFloor, newId } from '#core/ids.ts'
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

/** Uploads, requests, webhook deliveries and activity, against a plain reading of all rows. */
let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app?.stop())

interface Row {
  readonly id: string
  /** Of the record, by which its id begins. */
  readonly day: string
}

interface Log<R extends Row> {
  readonly kind: ListKind
  readonly rows: fc.Arbitrary<Omit<R, 'id'>[]>
  readonly conditions: (ids: Ids) => fc.Arbitrary<ListCondition>
  readonly holds: (condition: ListCondition, row: R, ids: Ids) => boolean
  readonly isListed: (row: R) => boolean
  readonly keys: Keys<R>
  readonly fill: (db: Db, orgId: string, row: R, ids: Ids) => Promise<unknown>
}

/** Two people and three webhooks, of which the last is gone. */
interface Ids {
  readonly people: readonly string[]
  readonly webhooks: readonly string[]
  readonly keys: readonly string[]
}

const idOf = (day: string): string => `${idFloor(new Date(`${day}T10:00:00Z`)).slice(0, 24)}${randomBytes(6).toString('hex')}`

const groups = (condition: fc.Arbitrary<ListCondition>): fc.Arbitrary<Group> => {
  const conditions = fc.array(condition, { maxLength: 3 })
  const match = fc.constantFrom('all' as const, 'any' as const)
  return fc.record({ match, conditions, groups: fc.array(fc.record({ match, conditions }), { maxLength: 2 }) })
}

const choice = (field: string, values: readonly string[]): fc.Arbitrary<ListCondition> =>
  fc.oneof(
    fc.record({
      field: fc.constant(field),
      op: fc.constantFrom('is' as const, 'is_not' as const),
      value: fc.constantFrom(...values),
    }),
    fc.record({
      field: fc.constant(field),
      op: fc.constantFrom('any_of' as const, 'none_of' as const),
      value: fc.subarray([...values], { minLength: 1 }),
    }),
  )

const person = (field: string, { people }: Ids): fc.Arbitrary<ListCondition> =>
  fc.oneof(
    choice(field, ['nobody', 'me', ...people]),
    fc.record({ field: fc.constant(field), op: fc.constantFrom('empty' as const, 'not_empty' as const) }),
  )

/** Days without `empty`: each record has its time. */
const bornOn = (field: string): fc.Arbitrary<ListCondition> =>
  dayCondition(field).filter(({ op }) => op !== 'empty' && op !== 'not_empty')

const choiceHolds = ({ op, value }: ListCondition, has: string): boolean =>
  [value ?? []].flat().includes(has) === (op === 'is' || op === 'any_of')

const personHolds = (condition: ListCondition, has: number | null, { people }: Ids): boolean => {
  const { op, value } = condition
  if (op === 'empty') return has === null
  if (op === 'not_empty') return has !== null
  const given = [value ?? []].flat().map((each) => (each === 'me' ? people[0] : each))
  return choiceHolds({ ...condition, value: given as string[] }, has === null ? 'nobody' : (people[has] as string))
}

interface UploadRow extends Row {
  readonly name: string
  readonly state: 'mapping' | 'done' | 'importing'
  readonly creator: number | null
  readonly finished: string | null
  readonly rejected: number
}

const uploads: Log<UploadRow> = {
  kind: 'upload',
  rows: fc.array(
    fc.record({
      day: fc.constantFrom(...days),
      name: fc.constantFrom('fair.csv', 'Fair.csv', 'ärzte.csv', 'zoo.csv', '2026.csv'),
      state: fc.constantFrom('mapping' as const, 'done' as const, 'importing' as const),
      creator: fc.constantFrom(null, 0, 1),
      finished: fc.constantFrom(null, ...days),
      rejected: fc.constantFrom(0, 1, 7, 5_000),
    }),
    { maxLength: 24 },
  ),
  conditions: (ids) =>
    fc.oneof(
      fc.record({
        field: fc.constant('name'),
        op: fc.constantFrom('is' as const, 'is_not' as const, 'begins_with' as const),
        value: fc.constantFrom('FAIR', 'fair.csv', 'z', '2'),
      }),
      choice('state', ['mapping', 'done', 'importing', 'failed']),
      person('created_by', ids),
      fc.record({
        field: fc.constant('rejected'),
        op: fc.constantFrom('is' as const, 'at_least' as const, 'at_most' as const),
        value: fc.constantFrom(0, 1, 8),
      }),
      dayCondition('finished_at'),
      bornOn('created_at'),
    ),
  holds: (condition, row, ids) => {
    if (condition.field === 'name') return textHolds(condition, row.name)
    if (condition.field === 'state') return choiceHolds(condition, row.state)
    if (condition.field === 'created_by') return personHolds(condition, row.creator, ids)
    if (condition.field === 'rejected') return numberHolds(condition, row.rejected)
    return dayHolds(condition, condition.field === 'created_at' ? row.day : row.finished)
  },
  isListed: () => true,
  keys: {
    created_at: () => [],
    name: ({ name }) => [name],
    rejected: ({ rejected }) => [rejected],
    finished_at: ({ finished }) => [finished],
  },
  fill: (db, orgId, row, { people }) =>
    db
      .insertInto('uploads')
      .values({
        ...{ org_id: orgId, id: row.id, name: row.name, state: row.state, size_bytes: 10, sha256: 'x' },
        ...{ created_by: row.creator === null ? null : (people[row.creator] as string), rejected_rows: row.rejected },
        finished_at: row.finished && new Date(`${row.finished}T23:30:00Z`),
      })
      .execute(),
}

interface DeliveryRow extends Row {
  readonly event: string
  readonly webhook: number
  readonly state: 'waiting' | 'delivered' | 'failed'
}

const events = ['lead.received', 'lead.changed', 'contact.changed']

const deliveries: Log<DeliveryRow> = {
  kind: 'webhook_delivery',
  rows: fc.array(
    fc.record({
      day: fc.constantFrom(...days),
      event: fc.constantFrom(...events),
      webhook: fc.constantFrom(0, 1, 2),
      state: fc.constantFrom('waiting' as const, 'delivered' as const, 'failed' as const),
    }),
    { maxLength: 24 },
  ),
  conditions: ({ webhooks }) =>
    fc.oneof(
      choice('event', [...events, 'deal.created']),
      choice('webhook', webhooks),
      choice('state', ['waiting', 'delivered', 'failed']),
      bornOn('created_at'),
    ),
  holds: (condition, row, { webhooks }) => {
    if (condition.field === 'event') return choiceHolds(condition, row.event)
    if (condition.field === 'webhook') return choiceHolds(condition, webhooks[row.webhook] as string)
    return condition.field === 'state' ? choiceHolds(condition, row.state) : dayHolds(condition, row.day)
  },
  // What a removed webhook was sent is deleted behind.
  isListed: ({ webhook }) => webhook < 2,
  keys: { created_at: () => [] },
  fill: (db, orgId, row, { webhooks }) =>
    db
      .insertInto('webhook_deliveries')
      .values({
        ...{ org_id: orgId, id: row.id, endpoint_id: webhooks[row.webhook] as string, event_id: row.id },
        ...{ type: row.event, body: '{}', state: row.state },
      })
      .execute(),
}

interface RequestRow extends Row {
  readonly outcome: string
  readonly sender: number
}

/** Two keys, of which each has leads and requests that made none. */
const requests: Log<RequestRow> = {
  kind: 'delivery',
  rows: fc.array(
    fc.record({
      day: fc.constantFrom(...days),
      outcome: fc.constantFrom('accepted', 'accepted', 'accepted of before', 'rejected', 'deduplicated', 'held'),
      sender: fc.constantFrom(0, 1),
    }),
    { maxLength: 24 },
  ),
  conditions: ({ keys }) =>
    fc.oneof(
      choice('outcome', ['accepted', 'rejected', 'deduplicated', 'test']),
      choice('sender', keys),
      bornOn('received_at'),
    ),
  holds: (condition, row, { keys }) => {
    if (condition.field === 'outcome') return choiceHolds(condition, row.outcome.replace(' of before', ''))
    return condition.field === 'sender' ? choiceHolds(condition, keys[row.sender] as string) : dayHolds(condition, row.day)
  },
  isListed: () => true,
  keys: { received_at: () => [] },
  fill: async (db, orgId, row, { keys }) => {
    const common = { org_id: orgId, id: row.id, key_id: keys[row.sender] as string }
    if (row.outcome !== 'accepted')
      return db
        .insertInto('deliveries')
        .values({ ...common, status: 200, outcome: row.outcome.replace(' of before', '') })
        .execute()
    const [contact] = await db.insertInto('contacts').values({ org_id: orgId, id: newId() }).returning('id').execute()
    return db
      .insertInto('leads')
      .values({ ...common, contact_id: contact?.id as string, dkey: newId(), source: 'fair', via: 'api', received: '{}' })
      .execute()
  },
}

interface ActivityRow extends Row {
  readonly action: string
  readonly outcome: string
  readonly person: number | null
}

const actions = ['create-key', 'update-workspace', 'sign-in']

const activity: Log<ActivityRow> = {
  kind: 'activity',
  rows: fc.array(
    fc.record({
      day: fc.constantFrom(...days),
      action: fc.constantFrom(...actions),
      outcome: fc.constantFrom('done', 'done', 'forbidden', 'last_owner'),
      person: fc.constantFrom(null, 0, 1),
    }),
    { maxLength: 24 },
  ),
  conditions: (ids) =>
    fc.oneof(
      choice('action', [...actions, 'remove-key']),
      choice('outcome', ['done', 'rejected']),
      person('person', ids),
      bornOn('at'),
    ),
  holds: (condition, row, ids) => {
    if (condition.field === 'action') return choiceHolds(condition, row.action)
    if (condition.field === 'outcome') return choiceHolds(condition, row.outcome === 'done' ? 'done' : 'rejected')
    return condition.field === 'person' ? personHolds(condition, row.person, ids) : dayHolds(condition, row.day)
  },
  isListed: () => true,
  keys: { at: () => [] },
  fill: (db, orgId, row, { people }) =>
    db
      .insertInto('audit')
      .values({
        ...{ org_id: orgId, id: row.id, action: row.action, outcome: row.outcome, target: '{}', address: '::1' },
        ...{ request_id: row.id, person_id: row.person === null ? null : (people[row.person] as string) },
      })
      .execute(),
}

const proves = async <R extends Row>(log: Log<R>): Promise<void> => {
  await fc.assert(
    fc.asyncProperty(log.rows, fc.nat(), async (made, seed) => {
      const owner = await app.given.organization()
      const { orgId, personId } = owner
      const people = [personId, (await app.given.person(orgId, 'member')).personId]
      const keys = [(await app.given.key(orgId)).id, (await app.given.key(orgId)).id]
      const ids = { people, webhooks: days.slice(0, 3).map(idOf), keys }
      const rows = made.map((row) => ({ ...row, id: idOf(row.day) }) as unknown as R)
      await app.database.inOrg(orgId, async (db) => {
        for (const id of ids.webhooks.slice(0, 2))
          await db
            .insertInto('webhook_endpoints')
            .values({
              org_id: orgId,
              id,
              url: 'https://example.com',
              secret_sealed: 'x',
              secret_hint: 'x',
              state: 'disabled',
              disabled_reason: 'person',
            })
            .execute()
        for (const row of rows) await log.fill(db, orgId, row, ids)
        const reading = await readingOf(db, orgId, log.kind, { personId, now })
        for (const filter of fc.sample(groups(log.conditions(ids)), { numRuns: 12, seed })) {
          const expected = rows.filter((row) => log.isListed(row) && groupHolds(filter, (each) => log.holds(each, row, ids)))
          for (const key of Object.keys(log.keys))
            for (const sort of [key, `-${key}`])
              for (const [n, size] of sizes.entries()) {
                const found = await pagesOf(db, reading, filter, sort, n + 2, size)
                assert.deepEqual(found, inPlainOrder(expected, sort, log.keys), JSON.stringify({ filter, sort, n }))
              }
          const counted = await countFound(db, { reading, tests: testsFor(filter, reading) })
          assert.deepEqual(counted, { count: expected.length, is_exact: true })
        }
      })
    }),
    { numRuns: 6 },
  )
}

test('the pages of uploads, joined, are what a plain reading finds, for each filter and order', { timeout: 300_000 }, () =>
  proves(uploads),
)

test(
  'the pages of webhook deliveries, joined, are what a plain reading finds, without those of a removed webhook',
  {
    timeout: 300_000,
  },
  () => proves(deliveries),
)

test('the pages of the activity, joined, are what a plain reading finds, for each filter', { timeout: 300_000 }, () =>
  proves(activity),
)

test(
  'the pages of the request log, joined, are what a plain reading finds, of requests that made a lead and of others',
  {
    timeout: 300_000,
  },
  () => proves(requests),
)
