import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { idFloor, newId } from '#core/ids.ts'
import { addDays, dayStart } from '#shapes/wall-clocks.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { dayMs, dueInvoice, paidInvoice, standingDeal } from '#test/support/todays-work.ts'
import { bordersOf, periodOf, spanOf, weekOf, weekStartOf } from './periods.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app?.stop())

interface Figure {
  readonly figure: string
  readonly kind: 'count' | 'median' | 'sum'
  readonly currency: string | null
  readonly value: number | null
  readonly before: number | null
}
interface Report {
  readonly period: { readonly first: string; readonly last: string }
  readonly before: { readonly first: string; readonly last: string } | null
  readonly points: readonly string[]
  readonly figures: readonly Figure[]
  readonly series: readonly { figure: string; currency: string | null; values: (number | null)[]; before: (number | null)[] }[]
  readonly groups: readonly {
    by: string
    rows: readonly { key: string | null; name: string | null; figures: readonly Figure[] }[]
  }[]
}
interface Listed {
  readonly id: string
  readonly minutes: number | null
  readonly amount_minor: number | null
}

const reportOf = async (as: Someone, input: object): Promise<Report> => {
  const { status, body } = await app.call('show-report', input, as)
  assert.equal(status, 200, JSON.stringify(body))
  return body as unknown as Report
}

/** All of a list, page by page: each record once. */
const recordsOf = async (as: Someone, input: object, limit = 7): Promise<Listed[]> => {
  const all: Listed[] = []
  for (let cursor: unknown; ; ) {
    const { status, body } = await app.call('list-report-records', { ...input, limit, ...(cursor ? { cursor } : {}) }, as)
    assert.equal(status, 200, JSON.stringify(body))
    all.push(...(body.records as unknown as Listed[]))
    cursor = body.next_cursor
    if (!cursor) break
  }
  assert.equal(new Set(all.map(({ id }) => id)).size, all.length, 'no record is listed twice')
  return all
}

/** What a figure must be by the records that are listed behind it. */
const worthOf = (kind: Figure['kind'], records: readonly Listed[]): number | null => {
  if (kind === 'count') return records.length
  if (kind === 'sum') return records.reduce((sum, { amount_minor: amount }) => sum + (amount ?? 0), 0)
  const minutes = records.map((record) => record.minutes ?? 0).sort((a, b) => a - b)
  if (minutes.length === 0) return null
  const [low, high] = [minutes[Math.floor((minutes.length - 1) / 2)] ?? 0, minutes[Math.floor(minutes.length / 2)] ?? 0]
  return (low + high) / 2
}

const same = (found: number | null, listed: number | null, what: string): void => {
  if (found === null || listed === null) assert.equal(found, listed, what)
  else assert.ok(Math.abs(found - listed) <= 0.06, `${what}: ${found} is not ${listed}`)
}

/** Each figure, point and row of a report, beside the list behind it. */
const equalsItsLists = async (as: Someone, input: { report: string }): Promise<void> => {
  const report = await reportOf(as, input)
  const listed = (more: object) => recordsOf(as, { ...input, ...more })
  for (const { figure, kind, currency, value, before } of report.figures) {
    const of = { figure, ...(currency && { currency }) }
    same(value, worthOf(kind, await listed(of)), `${input.report} ${figure}`)
    if (report.before) same(before, worthOf(kind, await listed({ ...of, isBefore: true })), `${input.report} ${figure} before`)
  }
  for (const { figure, currency, values } of report.series) {
    const kind = report.figures.find((each) => each.figure === figure)?.kind ?? 'count'
    for (const [part, value] of values.entries())
      if (value)
        same(value, worthOf(kind, await listed({ figure, part, ...(currency && { currency }) })), `${figure} of part ${part}`)
    if (kind !== 'median') {
      const total = report.figures.find((each) => each.figure === figure && each.currency === currency)?.value
      assert.equal(
        values.reduce<number>((sum, value) => sum + (value ?? 0), 0),
        total,
        `the parts of ${figure}`,
      )
    }
  }
  for (const { by, rows } of report.groups)
    for (const { key, figures } of rows)
      for (const { figure, kind, currency, value } of figures)
        same(
          value,
          worthOf(kind, await listed({ figure, by, key, ...(currency && { currency }) })),
          `${figure} by ${by} ${key}`,
        )
}

/** A lead that came in at a moment. */
const leadAt = (
  orgId: string,
  at: Date,
  more: { source: string; ownerId: string | null; state: string | null; isDeleted: boolean },
) =>
  app.database.inOrg(orgId, async (db) => {
    const contactId = newId()
    await db
      .insertInto('contacts')
      .values({ org_id: orgId, id: contactId, email: `${contactId}@example.com` })
      .execute()
    const id = `${idFloor(at).slice(0, 19)}${newId().slice(19)}`
    await db
      .insertInto('leads')
      .values({ org_id: orgId, id, contact_id: contactId, source: more.source, via: 'api', received_at: at })
      .execute()
    await db
      .updateTable('leads')
      .set({ owner_id: more.ownerId, state: more.state, deleted_at: more.isDeleted ? new Date() : null })
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .execute()
    return id
  })

const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Africa/Cairo',
  'UTC',
]
/** Days on which clocks change somewhere, and borders of weeks, months and years. */
const edges = [
  '2026-03-29',
  '2026-10-25',
  '2026-03-08',
  '2026-11-01',
  '2026-04-05',
  '2026-10-04',
  '2026-04-24',
  '2026-12-31',
  '2026-02-28',
]

test('figures of leads equal their lists to the unit: around borders of days, on days on which clocks change, in any zone, after any change', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...zones),
      fc.constantFrom(...edges),
      fc.array(
        fc.record({
          day: fc.integer({ min: -3, max: 3 }),
          ms: fc.constantFrom(-900_000, -1, 0, 1, 3_600_000, 7_200_000, 43_200_000),
          source: fc.constantFrom('ads', 'website'),
          isOwned: fc.boolean(),
          state: fc.constantFrom(null, 'contacted', 'qualified', 'not_fit', 'deal'),
          isDeleted: fc.boolean(),
        }),
        { minLength: 1, maxLength: 12 },
      ),
      fc.boolean(),
      async (zone, edge, given, isCompacted) => {
        const owner = await app.given.organization()
        await app.database.inOrg(owner.orgId, (db) =>
          db.updateTable('orgs').set({ time_zone: zone }).where('org_id', '=', owner.orgId).execute(),
        )
        for (const { day, ms, isOwned, ...lead } of given)
          await leadAt(owner.orgId, new Date(dayStart(addDays(edge, day), zone).getTime() + ms), {
            ...lead,
            ownerId: isOwned ? owner.personId : null,
          })
        if (isCompacted)
          await app.database.inOrg(owner.orgId, (db) => sql`select foyer.compact_lead_counts(100000)`.execute(db))
        const period = { period: 'custom', from: addDays(edge, -1), to: addDays(edge, 1) }
        await equalsItsLists(owner, { report: 'leads', ...period })
        await equalsItsLists(owner, { report: 'conversion', ...period })
        const { from, to } = spanOf({ first: period.from, last: period.to }, zone)
        const within = given.filter(({ day, ms, isDeleted }) => {
          const at = dayStart(addDays(edge, day), zone).getTime() + ms
          return !isDeleted && at >= from.getTime() && at < to.getTime()
        })
        const report = await reportOf(owner, { report: 'leads', ...period })
        assert.equal(report.figures[0]?.value, within.length)
      },
    ),
    { numRuns: 12 },
  )
})

test('figures of deals, answers, activity and money equal their lists, and currencies are never added', async () => {
  const owner = await app.given.organization()
  const { orgId, personId } = owner
  const key = await app.given.key(orgId)
  for (const days of [0, 1, 8, 20]) {
    const id = await standingDeal(app, orgId, `Deal ${days}`, { days, hasStep: true, ownerId: personId })
    await app.database.inOrg(orgId, (db) =>
      db
        .updateTable('deals')
        .set({ state: days % 2 ? 'won' : 'lost', closed_at: new Date(Date.now() - days * dayMs), lost_reason: 'x' })
        .where('org_id', '=', orgId)
        .where('id', '=', id)
        .execute(),
    )
  }
  await app.post({ name: 'x', email: 'x@example.com' }, key.text)
  for (const [days, amountMinor, currency, refundedMinor] of [
    [0, 5_000, 'EUR', 0],
    [1, 700, 'EUR', 700],
    [3, 900, 'GBP', 100],
    [35, 1_000, 'EUR', 0],
  ] as const)
    await paidInvoice(app, orgId, { at: new Date(Date.now() - days * dayMs), amountMinor, currency, refundedMinor })
  for (const days of [3, 0, -1, -30, -31, -60, -61, -90, -91])
    await dueInvoice(app, orgId, days, 1_000 - days, days % 2 ? 'EUR' : 'GBP')
  for (const report of ['response', 'activity', 'revenue', 'outstanding', 'conversion'])
    for (const period of ['month', 'year'])
      await equalsItsLists(await app.given.person(orgId, 'member'), { report, period } as { report: string })
  const custom = {
    period: 'custom',
    from: new Date(Date.now() - 5 * dayMs).toISOString().slice(0, 10),
    to: new Date(Date.now() + dayMs).toISOString().slice(0, 10),
  }
  const { figures } = await reportOf(owner, { report: 'revenue', ...custom })
  assert.deepEqual(
    figures.filter(({ figure }) => figure !== 'payments').map(({ figure, currency, value }) => [figure, currency, value]),
    [
      ['paid', 'EUR', 5_700],
      ['paid', 'GBP', 900],
      ['returned', 'EUR', 700],
      ['returned', 'GBP', 100],
    ],
  )
  const open = await reportOf(owner, { report: 'outstanding' })
  assert.deepEqual(open.groups[0]?.rows.map((row) => row.key).sort(), ['0_30', '31_60', '61_90', 'not_due', 'over_90'])
})

test('counts stay exact while changes are added up at the same time', async () => {
  const owner = await app.given.organization()
  const key = await app.given.key(owner.orgId)
  const compact = () => app.database.inOrg(owner.orgId, (db) => sql`select foyer.compact_lead_counts(3)`.execute(db))
  const total = async () => (await reportOf(owner, { report: 'leads', period: 'today' })).figures[0]?.value
  const posts = Array.from({ length: 24 }, (_, n) =>
    app.post({ name: 'x', email: `x${n}@example.com`, source: `s${n % 3}` }, key.text),
  )
  await Promise.all([...posts, ...Array.from({ length: 12 }, compact)])
  assert.equal(await total(), 24)
  for (let n = 0; n < 12; n++) await compact()
  assert.equal(await total(), 24)
  await app.database.inOrg(owner.orgId, (db) => sql`update leads set deleted_at = now() where source = 's1'`.execute(db))
  assert.equal(await total(), 16)
  await app.database.inOrg(owner.orgId, (db) => sql`update leads set deleted_at = null where source = 's1'`.execute(db))
  assert.equal(await total(), 24)
})

test('a period is that of the calendar up to today, and stands beside as many days before it', () => {
  const monday = { weekStart: 1 }
  assert.deepEqual(periodOf('week', null, '2026-11-27', monday), {
    days: { first: '2026-11-23', last: '2026-11-27' },
    before: { first: '2026-11-16', last: '2026-11-20' },
  })
  assert.deepEqual(periodOf('week', null, '2026-11-27', { weekStart: 7 }).days.first, '2026-11-22')
  assert.deepEqual(periodOf('month', null, '2026-03-31', monday).before, { first: '2026-02-01', last: '2026-02-28' })
  assert.deepEqual(periodOf('quarter', null, '2026-11-27', monday), {
    days: { first: '2026-10-01', last: '2026-11-27' },
    before: { first: '2026-07-01', last: '2026-08-27' },
  })
  assert.deepEqual(periodOf('year', null, '2026-01-01', monday).before, { first: '2025-01-01', last: '2025-01-01' })
  assert.deepEqual(periodOf('custom', { first: '2026-03-01', last: '2026-03-10' }, '2026-11-27', monday).before, {
    first: '2026-02-19',
    last: '2026-02-28',
  })
  assert.deepEqual([weekStartOf(null), weekStartOf('DE'), weekStartOf('US'), weekStartOf('EG')], [1, 1, 7, 6])
  assert.equal(weekOf('2026-11-29', 1), '2026-11-23')
})

test('parts of a span begin at the borders of days, also where a day has 23 or 25 hours', () => {
  const calendar = { zone: 'Europe/Berlin', weekStart: 1 }
  const hours = (day: string) => bordersOf({ first: day, last: day }, 'hour', calendar).length
  assert.deepEqual([hours('2026-03-29'), hours('2026-10-25'), hours('2026-06-01')], [23, 25, 24])
  const days = bordersOf({ first: '2026-03-28', last: '2026-03-30' }, 'day', calendar)
  assert.deepEqual(
    days.map((at) => at.toISOString()),
    ['2026-03-27T23:00:00.000Z', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  )
  assert.equal(bordersOf({ first: '2026-01-15', last: '2026-03-02' }, 'month', calendar).length, 3)
  assert.equal(bordersOf({ first: '2026-11-25', last: '2026-12-08' }, 'week', calendar).length, 3)
})

test('bad periods, figures and groupings are refused with the field that is wrong', async () => {
  const fieldOf = async (type: string, input: object) => {
    const { status, body } = await app.call(type, input)
    assert.equal(status, 400, JSON.stringify(body))
    return body.field
  }
  assert.equal(await fieldOf('show-report', { report: 'leads', period: 'custom' }), 'from')
  assert.equal(await fieldOf('show-report', { report: 'leads', period: 'custom', from: '2026-02-01' }), 'to')
  assert.equal(await fieldOf('show-report', { report: 'leads', period: 'custom', from: '2026-02-01', to: '2026-01-31' }), 'to')
  assert.equal(await fieldOf('show-report', { report: 'leads', period: 'custom', from: '1990-02-01', to: '2026-01-31' }), 'to')
  assert.equal(await fieldOf('list-report-records', { report: 'leads', figure: 'paid' }), 'figure')
  assert.equal(await fieldOf('list-report-records', { report: 'leads', figure: 'leads', by: 'stage' }), 'by')
  assert.equal(await fieldOf('list-report-records', { report: 'conversion', figure: 'reached' }), 'by')
  assert.equal((await app.call('show-report', { report: 'weather' })).status, 400)
})

test('the CSV file has a line for each figure, begins with a byte order mark, and runs no formula', async () => {
  const owner = await app.given.organization()
  const key = await app.given.key(owner.orgId)
  await app.post({ name: 'x', email: 'x@example.com', source: 'website' }, key.text)
  await standingDeal(app, owner.orgId, 'Deal', { days: 1, hasStep: true })
  await app.database.inOrg(owner.orgId, (db) => sql`update stages set name = '=1+1' where org_id = ${owner.orgId}`.execute(db))
  const answer = await fetch(`${app.url}/download/export-report?report=conversion`, {
    headers: { cookie: `foyer_session=${owner.session}` },
  })
  assert.equal(answer.status, 200)
  const bytes = Buffer.from(await answer.arrayBuffer())
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf])
  const lines = bytes.subarray(3).toString('utf8').split('\r\n')
  assert.equal(lines[0], 'by,name,figure,currency,value,before')
  assert.ok(lines.includes('source,website,leads,,1,0'), lines.join('\n'))
  assert.ok(
    lines.some((line) => line.startsWith('stage,"\'=1+1"') || line.startsWith("stage,'=1+1")),
    lines.join('\n'),
  )
})

test('a key reads reports with its scope, and not without', async () => {
  const owner = await app.given.organization()
  const status = async (scopes: string[]) => {
    const key = await app.given.key(owner.orgId, { scopes })
    return (await app.call('show-report', { report: 'leads' }, { ...owner, token: key.text })).status
  }
  assert.equal(await status(['reports:read']), 200)
  assert.equal(await status(['deals:read']), 403)
})
