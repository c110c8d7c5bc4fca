import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { idFloor, newId } from '#core/ids.ts'
import { leadStates } from '#domains/crm/leads/states.ts'
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

/* What the lists of leads, tasks and invoices find, against a plain reading of all rows: the same conditions written in TypeScript. */

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app?.stop())

interface Ids {
  readonly orgId: string
  readonly people: readonly string[]
  readonly tags: readonly string[]
}

/** A list as this test knows it: rows, what can be asked of them, and what is true. */
interface Plain<Row extends { readonly id: string }> {
  readonly kind: ListKind
  readonly rows: fc.Arbitrary<Omit<Row, 'id'>[]>
  idOf(row: Omit<Row, 'id'>, at: number): string
  fill(ids: Ids, rows: readonly Row[]): Promise<void>
  isListed(row: Row): boolean
  conditions(ids: Ids): fc.Arbitrary<ListCondition>
  holds(condition: ListCondition, row: Row, ids: Ids): boolean
  readonly keys: Keys<Row>
}

// ── Conditions ──────────────────────────────────────────────────────────────────────────────────────────────────────

const ofChoice = (field: string, choices: readonly string[]): fc.Arbitrary<ListCondition> =>
  fc.oneof(
    fc.record({
      field: fc.constant(field),
      op: fc.constantFrom('is' as const, 'is_not' as const),
      value: fc.constantFrom(...choices),
    }),
    fc.record({
      field: fc.constant(field),
      op: fc.constantFrom('any_of' as const, 'none_of' as const),
      value: fc.subarray([...choices], { minLength: 1 }),
    }),
  )

const ofPerson = (field: string, { people }: Ids): fc.Arbitrary<ListCondition> =>
  fc.oneof(
    ofChoice(field, ['nobody', 'me', ...people]),
    fc.record({ field: fc.constant(field), op: fc.constantFrom('empty' as const, 'not_empty' as const) }),
  )

const choiceHolds = ({ op, value }: ListCondition, has: string | null, me?: string): boolean => {
  if (op === 'empty') return has === null
  if (op === 'not_empty') return has !== null
  const given = [value ?? []].flat().map((each) => (each === 'me' ? me : each))
  return given.includes(has ?? 'nobody') === (op === 'is' || op === 'any_of')
}

const groupsOf = (one: fc.Arbitrary<ListCondition>): fc.Arbitrary<Group> => {
  const conditions = fc.array(one, { maxLength: 3 })
  const match = fc.constantFrom('all' as const, 'any' as const)
  const inner = fc.record({ match, conditions })
  return fc.record({ match, conditions, groups: fc.array(inner, { maxLength: 2 }) })
}

/** Of records whose id is their time: each at another moment of its day. */
const idAt = (day: string, at: number): string => {
  // The last part is random: what is read by a day is read by the first.
  const floor = idFloor(new Date(Date.parse(`${day}T12:00:00Z`) + at))
  return `${floor.slice(0, 24)}${newId().slice(24)}`
}

const owned = (ids: Ids, owner: number | null): string | null => (owner === null ? null : (ids.people[owner] as string))
const late = (day: string | null): Date | null => (day === null ? null : new Date(`${day}T23:30:00.123Z`))

// ── Leads ───────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Lead {
  readonly id: string
  readonly day: string
  readonly state: string
  readonly source: string
  readonly owner: number | null
  readonly tags: readonly number[]
  readonly deleted: boolean
}

const sources = ['website', 'fair', 'Fair', 'google-ads'] as const

const leads: Plain<Lead> = {
  kind: 'lead',
  rows: fc.array(
    fc.record({
      day: fc.constantFrom(...days),
      state: fc.constantFrom(...leadStates),
      source: fc.constantFrom(...sources),
      owner: fc.constantFrom(null, 0, 1),
      tags: fc.subarray([0, 1, 2]),
      deleted: fc.constantFrom(false, false, false, true),
    }),
    { maxLength: 20 },
  ),
  idOf: ({ day }, at) => idAt(day, at),
  async fill(ids, rows) {
    await app.database.inOrg(ids.orgId, async (db) => {
      for (const lead of rows) {
        const contact = newId()
        await db.insertInto('contacts').values({ org_id: ids.orgId, id: contact, full_name: 'x' }).execute()
        await db
          .insertInto('leads')
          .values({
            ...{ org_id: ids.orgId, id: lead.id, contact_id: contact, source: lead.source, via: 'api' },
            ...{ state: lead.state === 'new' ? null : lead.state, owner_id: owned(ids, lead.owner) },
            ...(lead.state === 'not_fit' && { state_reason: 'price' }),
            ...(lead.deleted && { deleted_at: now }),
          })
          .execute()
        for (const n of lead.tags)
          await db
            .insertInto('record_tags')
            .values({ org_id: ids.orgId, kind: 'lead', record_id: lead.id, tag_id: ids.tags[n] as string })
            .execute()
      }
    })
  },
  isListed: ({ deleted }) => !deleted,
  conditions: (ids) =>
    fc.oneof(
      ofChoice('state', leadStates),
      ofChoice('source', sources),
      ofPerson('owner', ids),
      fc.record({
        field: fc.constant('tags'),
        op: fc.constantFrom('has_any' as const, 'has_all' as const, 'has_none' as const),
        value: fc.subarray([...ids.tags], { minLength: 1 }),
      }),
      fc.record({ field: fc.constant('tags'), op: fc.constantFrom('empty' as const, 'not_empty' as const) }),
      dayCondition('received_at').filter(({ op }) => op !== 'empty' && op !== 'not_empty'),
    ),
  holds(condition, lead, ids) {
    const { field, op, value } = condition
    if (field === 'received_at') return dayHolds(condition, lead.day)
    if (field === 'state') return choiceHolds(condition, lead.state)
    if (field === 'source') return choiceHolds(condition, lead.source)
    if (field === 'owner') return choiceHolds(condition, owned(ids, lead.owner), ids.people[0])
    const tags = lead.tags.map((n) => ids.tags[n] as string)
    if (op === 'empty' || op === 'not_empty') return (tags.length === 0) === (op === 'empty')
    const given = [value ?? []].flat().map(String)
    if (op === 'has_all') return given.every((tag) => tags.includes(tag))
    return given.some((tag) => tags.includes(tag)) === (op === 'has_any')
  },
  keys: { received_at: () => [] },
}

// ── Tasks ───────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Task {
  readonly id: string
  readonly day: string
  readonly owner: number | null
  readonly due: string | null
  readonly done: string | null
  readonly of: 'none' | 'open' | 'won' | 'deleted'
  readonly deleted: boolean
}

const tasks: Plain<Task> = {
  kind: 'task',
  rows: fc.array(
    fc.record({
      day: fc.constantFrom(...days),
      owner: fc.constantFrom(null, 0, 1),
      due: fc.constantFrom(null, ...days),
      done: fc.constantFrom(null, null, ...days),
      of: fc.constantFrom('none' as const, 'open' as const, 'won' as const, 'deleted' as const),
      deleted: fc.constantFrom(false, false, false, true),
    }),
    { maxLength: 20 },
  ),
  idOf: ({ day }, at) => idAt(day, at),
  async fill(ids, rows) {
    await app.database.inOrg(ids.orgId, async (db) => {
      const stage = await db.selectFrom('stages').select(['id', 'pipeline_id']).limit(1).executeTakeFirstOrThrow()
      const contact = newId()
      await db.insertInto('contacts').values({ org_id: ids.orgId, id: contact, full_name: 'x' }).execute()
      const dealsOf: Record<string, string> = {}
      for (const standing of ['open', 'won', 'deleted']) {
        const id = newId()
        dealsOf[standing] = id
        await db
          .insertInto('deals')
          .values({
            ...{ org_id: ids.orgId, id, contact_id: contact, name: standing, kind: 'manual', rank: 'a' },
            ...{ pipeline_id: stage.pipeline_id, stage_id: stage.id, state: standing === 'won' ? 'won' : 'open' },
            ...(standing === 'won' && { closed_at: now }),
            ...(standing === 'deleted' && { deleted_at: now }),
          })
          .execute()
      }
      for (const task of rows)
        await db
          .insertInto('tasks')
          .values({
            ...{ org_id: ids.orgId, id: task.id, kind: 'next_action', title: 'x', cause: '{"person_id": null}' },
            ...{ deal_id: dealsOf[task.of] ?? null, contact_id: task.of === 'none' ? contact : null },
            ...{ assigned_to: owned(ids, task.owner), due_at: late(task.due), done_at: late(task.done) },
            ...(task.deleted && { deleted_at: now }),
          })
          .execute()
    })
  },
  isListed: ({ of, done, deleted }) => !deleted && (done !== null || of === 'none' || of === 'open'),
  conditions: (ids) =>
    fc.oneof(
      ofPerson('owner', ids),
      dayCondition('due_at'),
      dayCondition('done_at'),
      dayCondition('created_at').filter(({ op }) => op !== 'empty' && op !== 'not_empty'),
    ),
  holds(condition, task, ids) {
    if (condition.field === 'owner') return choiceHolds(condition, owned(ids, task.owner), ids.people[0])
    if (condition.field === 'due_at') return dayHolds(condition, task.due)
    return dayHolds(condition, condition.field === 'done_at' ? task.done : task.day)
  },
  keys: { created_at: () => [], due_at: ({ due }) => [due], done_at: ({ done }) => [done] },
}

// ── Invoices ────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Invoice {
  readonly id: string
  readonly day: string
  readonly client: string
  readonly state: string
  readonly number: number | null
  readonly due: string | null
  readonly paid: string | null
  readonly total: number
  readonly currency: string
}

const clients = ['anna', 'Anna', 'annabel', 'Ännchen', 'Zoe', 'o’neil'] as const
const states = ['draft', 'sent', 'processing', 'paid', 'void'] as const
const currencies = ['EUR', 'USD'] as const
const totals = [1, 100, 5_000] as const

const invoices: Plain<Invoice> = {
  kind: 'invoice',
  rows: fc
    .array(
      fc.record({
        day: fc.constantFrom(...days),
        client: fc.constantFrom(...clients),
        state: fc.constantFrom(...states),
        due: fc.constantFrom(null, ...days),
        paid: fc.constantFrom(...days),
        total: fc.constantFrom(...totals),
        currency: fc.constantFrom(...currencies),
      }),
      { maxLength: 20 },
    )
    .map((made) =>
      made.map((invoice, at) => ({
        ...invoice,
        number: invoice.state === 'draft' ? null : at + 1,
        paid: invoice.state === 'paid' ? invoice.paid : null,
      })),
    ),
  idOf: ({ day }, at) => idAt(day, at),
  async fill(ids, rows) {
    await app.database.inOrg(ids.orgId, async (db) => {
      for (const invoice of rows)
        await db
          .insertInto('invoices')
          .values({
            ...{ org_id: ids.orgId, id: invoice.id, client_name: invoice.client, client_email: 'x@example.com', locale: 'en' },
            ...{ currency: invoice.currency, subtotal_minor: invoice.total, tax_minor: 0, total_minor: invoice.total },
            ...{ state: invoice.state, due_on: invoice.due, paid_at: late(invoice.paid) },
            ...(invoice.number !== null && {
              ...{ number: invoice.number, label: `INV-${invoice.number}`, sender: '{"name":"x"}' },
              ...{ pay_token_sealed: 'x', sent_at: now },
            }),
            ...(invoice.state === 'void' && { voided_at: now, state_reason: 'x' }),
          })
          .execute()
    })
  },
  isListed: () => true,
  conditions: () =>
    fc.oneof(
      fc.record({
        field: fc.constant('client'),
        op: fc.constantFrom('is' as const, 'is_not' as const, 'begins_with' as const),
        value: fc.constantFrom('ann', 'ANNA', 'z', 'o'),
      }),
      ofChoice('state', states),
      fc.record({
        field: fc.constant('number'),
        op: fc.constantFrom('is' as const, 'at_least' as const, 'at_most' as const),
        value: fc.constantFrom(1, 3, 9),
      }),
      fc.record({ field: fc.constant('number'), op: fc.constantFrom('empty' as const, 'not_empty' as const) }),
      fc.record({
        field: fc.constant('total'),
        op: fc.constantFrom('is' as const, 'at_least' as const, 'at_most' as const),
        value: fc.constantFrom(...totals),
        currency: fc.constantFrom(...currencies),
      }),
      dayCondition('due_on'),
      dayCondition('paid_at'),
      dayCondition('created_at').filter(({ op }) => op !== 'empty' && op !== 'not_empty'),
    ),
  holds(condition, invoice) {
    const { field } = condition
    if (field === 'client') return textHolds(condition, invoice.client)
    if (field === 'state') return choiceHolds(condition, invoice.state)
    if (field === 'number') return numberHolds(condition, invoice.number)
    if (field === 'total') return invoice.currency === condition.currency && numberHolds(condition, invoice.total)
    if (field === 'due_on') return dayHolds(condition, invoice.due)
    return dayHolds(condition, field === 'paid_at' ? invoice.paid : invoice.day)
  },
  keys: {
    created_at: () => [],
    client: ({ client }) => [client],
    number: ({ number }) => [number],
    total: ({ currency, total }) => [currency, total],
    due_on: ({ due }) => [due],
    paid_at: ({ paid }) => [paid],
  },
}

// ── The comparison ──────────────────────────────────────────────────────────────────────────────────────────────────

const asPlainlyRead = <Row extends { readonly id: string }>(plain: Plain<Row>): Promise<void> =>
  fc.assert(
    fc.asyncProperty(plain.rows, fc.infiniteStream(fc.nat()), async (made, stream) => {
      const owner = await app.given.organization()
      const ids: Ids = {
        orgId: owner.orgId,
        people: [owner.personId, (await app.given.person(owner.orgId, 'member')).personId],
        tags: [newId(), newId(), newId()],
      }
      // The first look at the board makes the first pipeline.
      await app.call('show-board', {}, owner)
      await app.database.inOrg(owner.orgId, async (db) => {
        for (const [n, id] of ids.tags.entries())
          await db
            .insertInto('tags')
            .values({ org_id: owner.orgId, id, name: `t${n}`, name_key: `t${n}`, hue: 1 })
            .execute()
      })
      const rows = made.map((row, at) => ({ ...row, id: plain.idOf(row, at) }) as unknown as Row)
      await plain.fill(ids, rows)
      const listed = rows.filter((row) => plain.isListed(row))
      await app.database.inOrg(owner.orgId, async (db) => {
        const reading = await readingOf(db, owner.orgId, plain.kind, { personId: owner.personId, now })
        const seed = stream.next().value as number
        for (const filter of fc.sample(groupsOf(plain.conditions(ids)), { numRuns: 12, seed })) {
          const expected = listed.filter((row) => groupHolds(filter, (condition) => plain.holds(condition, row, ids)))
          const [key] = fc.sample(fc.constantFrom(...Object.keys(plain.keys)), {
            numRuns: 1,
            seed: seed + filter.conditions.length,
          })
          for (const sort of [`${key}`, `-${key}`])
            for (const [n, size] of sizes.entries()) {
              const found = await pagesOf(db, reading, filter, sort, n + 2, size)
              assert.deepEqual(found, inPlainOrder(expected, sort, plain.keys), JSON.stringify({ filter, sort, n }))
            }
          assert.deepEqual(await countFound(db, { reading, tests: testsFor(filter, reading) }), {
            count: expected.length,
            is_exact: true,
          })
        }
      })
    }),
    { numRuns: 8 },
  )

test('a filter of leads finds what a plain reading of all leads finds, in pages and in numbers', { timeout: 300_000 }, () =>
  asPlainlyRead(leads),
)

test(
  'a filter of tasks finds what a plain reading of all tasks finds, without those of deals that are closed',
  {
    timeout: 300_000,
  },
  () => asPlainlyRead(tasks),
)

test(
  'a filter of invoices finds what a plain reading of all invoices finds, amounts by their currency',
  {
    timeout: 300_000,
  },
  () => asPlainlyRead(invoices),
)
