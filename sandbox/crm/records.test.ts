import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { openTable, type Table } from '../folder.ts'
import type { SimulatorContext } from '../simulators.ts'
import { openRecords } from './records.ts'
import type { AnyRecord } from './seed.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'foyer-records-'))
after(() => rmSync(folder, { recursive: true, force: true }))

let place = 0
const emptyRecords = () => {
  const tables = new Map<string, unknown>()
  const own = path.join(folder, String(++place))
  let now = Date.UTC(2024, 0, 1)
  const context: Pick<SimulatorContext, 'table' | 'now'> = {
    table: <Row extends { readonly id: string }>(name: string): Table<Row> => {
      const found = tables.get(name) ?? openTable<Row>(path.join(own, name))
      tables.set(name, found)
      return found as Table<Row>
    },
    now() {
      now += 500
      return new Date(now)
    },
  }
  return { context, records: openRecords(context, 'a') }
}

test('any edits lie over the seed, and pages of any size in both orders give each record once', () => {
  const step = fc.record({ kind: fc.constantFrom('create', 'edit', 'remove', 'merge'), one: fc.nat(40), other: fc.nat(40) })
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 30 }),
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom(1, 3, 100),
      (steps, limit, ties) => {
        const { records, context } = emptyRecords()
        records.reseed({ contacts: 25, stepMs: 1_000, ties })
        for (const { kind, one, other } of steps) {
          if (kind === 'create') records.create('contacts', { values: { email: null } })
          else if (kind === 'edit') records.edit('contacts', one, { values: { email: `e${other}@x.example` } })
          else if (kind === 'remove') records.remove('contacts', one)
          else records.merge('contacts', one, other)
        }
        const all = Array.from({ length: 70 }, (_, id) => records.find('contacts', id)).filter((each) => each !== undefined)
        const live = all.filter(({ deletedAt }) => deletedAt === null)
        const from = live[live.length >> 1]?.modifiedAt ?? 0
        for (const given of [{}, { from }, { until: from }]) {
          const wanted = live.filter(
            (each) => each.modifiedAt >= (given.from ?? 0) && each.modifiedAt < (given.until ?? Number.POSITIVE_INFINITY),
          )
          assert.equal(records.count('contacts', given), wanted.length)
          const later = wanted.filter(({ id }) => id > limit)
          assert.equal(records.count('contacts', { ...given, afterId: limit }), later.length)
          const byId: AnyRecord[] = []
          for (let page = records.list('contacts', 'id', { ...given, limit }); page.length > 0; )
            page = records.list('contacts', 'id', { ...given, limit, afterId: byId[byId.push(...page) - 1]?.id ?? 0 })
          assert.deepEqual(byId, wanted)
          const byChange: AnyRecord[] = []
          for (let page = records.list('contacts', 'change', { ...given, limit }); page.length > 0; ) {
            const last = page.at(-1) as AnyRecord
            byChange.push(...page)
            page = records.list('contacts', 'change', { ...given, limit, after: { at: last.modifiedAt, id: last.id } })
          }
          assert.deepEqual(
            byChange,
            [...wanted].sort((a, b) => a.modifiedAt - b.modifiedAt || a.id - b.id),
          )
        }
        assert.equal(records.count('contacts', { deleted: true }), all.length - live.length)
        assert.deepEqual(
          records.list('contacts', 'id', { limit: 99, deleted: true }),
          all.filter(({ deletedAt }) => deletedAt !== null),
        )
        // What is on disk says the same.
        assert.deepEqual(openRecords(context, 'a').list('contacts', 'id', { limit: 99 }), live)
      },
    ),
    { numRuns: 60 },
  )
})

test('a million records are counted and read in the middle without being made', () => {
  const { records } = emptyRecords()
  records.reseed({ contacts: 1_000_000, ties: 25_000 })
  const began = performance.now()
  assert.equal(records.count('contacts'), 1_000_000)
  assert.deepEqual(
    records.list('contacts', 'id', { afterId: 700_000, limit: 2 }).map(({ id }) => id),
    [700_001, 700_002],
  )
  const { startsAt, stepMs } = records.seed
  assert.equal(records.count('contacts', { from: startsAt + stepMs, until: startsAt + 2 * stepMs }), 25_000)
  assert.ok(performance.now() - began < 100)
})
