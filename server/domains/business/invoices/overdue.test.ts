import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { raiseOverdueInvoices } from '#domains/automation/alerts/raise-overdue-invoices.ts'
import { addDays, dayOf, dayStart } from '#shapes/wall-clocks.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { sentInvoice } from '#test/support/paying.ts'
import { isOverdue } from './overdue.ts'

let app: TestApp
let jobs: Awaited<ReturnType<typeof openJobContext>>
let clock = new Date()
before(async () => {
  app = await startApp({ now: () => clock })
  jobs = await openJobContext(app)
})
after(async () => {
  await jobs.close()
  await app.stop()
})

const zones = [
  'Pacific/Kiritimati',
  'Pacific/Apia',
  'Asia/Kathmandu',
  'Europe/Berlin',
  'UTC',
  'America/Sao_Paulo',
  'America/Los_Angeles',
  'Pacific/Pago_Pago',
]

/** What a calendar on the wall shows there, by the runtime's own words for it. */
const shown = (at: Date, zone: string): string => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(at)

const moment = fc.record({ zone: fc.constantFrom(...zones), minutes: fc.integer({ min: -60, max: 60 }) })

test('an invoice is overdue from the first moment after its day where the workspace is, in each zone, over changes of the clocks', () => {
  fc.assert(
    fc.property(moment, fc.integer({ min: 0, max: 1_500 }), ({ zone, minutes }, days) => {
      const due = addDays('2026-01-01', days)
      const at = new Date(dayStart(addDays(due, 1), zone).getTime() + minutes * 60_000)
      const invoice = { state: 'sent', due_on: due }
      assert.equal(isOverdue(invoice, dayOf(at, zone)), shown(at, zone) > due)
      assert.equal(isOverdue(invoice, dayOf(at, zone)), minutes >= 0)
    }),
    { numRuns: 2_000 },
  )
})

test('an invoice without a due date, or whose money is on its way, is not overdue', () => {
  assert.equal(isOverdue({ state: 'processing', due_on: '2027-03-31' }, '2027-04-01'), false)
  assert.equal(isOverdue({ state: 'sent', due_on: null }, '2027-04-01'), false)
  assert.equal(isOverdue({ state: 'paid', due_on: '2027-03-31' }, '2027-04-01'), false)
})

const answer = async (type: string, input: object, as: Someone) => {
  const { status, body } = await app.call(type, input, as)
  assert.equal(status, 200, `${type}: ${JSON.stringify(body)}`)
  return body as Record<string, unknown>
}

/** An invoice of a workspace in a zone that is due on the day that it has a little before an instant. */
const dueAround = async (zone: string, minutes: number) => {
  // The end of the day that it has there now, and some minutes.
  const due = dayOf(new Date(), zone)
  const ends = dayStart(addDays(due, 1), zone)
  clock = new Date(ends.getTime() + minutes * 60_000)
  const owner = await app.given.organization()
  const { invoiceId, token } = await sentInvoice(app.database, owner.orgId, { totalMinor: 5_000 })
  await app.database.inOrg(owner.orgId, async (db) => {
    await db.updateTable('orgs').set({ time_zone: zone }).where('org_id', '=', owner.orgId).execute()
    await db.updateTable('invoices').set({ due_on: due }).where('id', '=', invoiceId).execute()
  })
  return { owner, invoiceId, token, zone, ends, isOver: shown(clock, zone) > due }
}

/** Whether each place that says so has it as overdue. */
const saidBy = async ({ owner, invoiceId, token }: Awaited<ReturnType<typeof dueAround>>) => {
  const { invoice } = await answer('show-invoice', { invoiceId }, owner)
  const list = await answer('list-invoices', { state: 'overdue' }, owner)
  const { money } = await answer('show-home', { sections: ['money'] }, owner)
  const { invoice: payable } = await answer('show-payable', { token }, owner)
  const conditions = [
    { field: 'state', op: 'is', value: 'sent' },
    { field: 'due_on', op: 'older_than_days', value: 0 },
  ]
  const filtered = await answer('list-records', { kind: 'invoice', filter: { conditions } }, owner)
  const counted = await answer('count-records', { kind: 'invoice', filter: { conditions } }, owner)
  const [sum] = list.open as { overdue_count: number; overdue_minor: number }[]
  const home = money as { overdue: number; sums: { overdue_minor: number; due_minor: number }[]; rows: { overdue: boolean }[] }
  return {
    page: (invoice as { overdue: boolean }).overdue,
    list: (list.invoices as { overdue: boolean }[]).some(({ overdue }) => overdue),
    sum: sum?.overdue_count === 1 && sum.overdue_minor === 5_000,
    home: home.overdue === 1 && home.sums[0]?.overdue_minor === 5_000 && home.rows[0]?.overdue === true,
    'not due at home': home.sums[0]?.due_minor === 0,
    'pay page': (payable as { overdue: boolean }).overdue,
    filter: (filtered.records as unknown[]).length === 1,
    count: counted.count === 1,
  }
}

test('around midnight of the workspace all places say the same of an invoice: its page, lists, sums, Home, filters and the payment page', async () => {
  await fc.assert(
    fc.asyncProperty(moment, async ({ zone, minutes }) => {
      const made = await dueAround(zone, minutes)
      const said = await saidBy(made)
      assert.deepEqual(said, Object.fromEntries(Object.keys(said).map((place) => [place, made.isOver])), `${zone} ${minutes}`)
    }),
    {
      numRuns: 25,
      examples: zones.flatMap((zone) => [-1, 0].map((minutes): [{ zone: string; minutes: number }] => [{ zone, minutes }])),
    },
  )
})

test('the notice that an invoice is overdue is raised once its day is over in the zone of its workspace, and once', async () => {
  const made: Awaited<ReturnType<typeof dueAround>>[] = []
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/Los_Angeles']) made.push(await dueAround(zone, 0))
  const noticed = async ({ owner, invoiceId }: (typeof made)[number], at: Date) => {
    for (let n = 0; n < 2; n++) await raiseOverdueInvoices.run({}, { ...jobs.context, now: () => at })
    const found = await app.database.inOrg(owner.orgId, (db) =>
      db.selectFrom('notices').select('id').where('kind', '=', 'invoice_overdue').where('subject_id', '=', invoiceId).execute(),
    )
    return found.length
  }
  for (const each of made.toSorted((one, other) => one.ends.getTime() - other.ends.getTime())) {
    assert.equal(await noticed(each, new Date(each.ends.getTime() - 60_000)), 0, `${each.zone} before`)
    assert.equal(await noticed(each, each.ends), 1, `${each.zone} after`)
  }
})

test('outstanding invoices are aged by the days of the workspace, also those without a due date', async () => {
  const owner = await app.given.organization()
  const zone = 'America/Los_Angeles'
  await app.database.inOrg(owner.orgId, (db) =>
    db.updateTable('orgs').set({ time_zone: zone }).where('org_id', '=', owner.orgId).execute(),
  )
  const today = dayOf(new Date(), zone)
  // Late in the evening there, it is the next day in UTC.
  clock = new Date(dayStart(addDays(today, 1), zone).getTime() - 60_000)
  const ages = [
    ['0_30', { due_on: today }],
    ['not_due', { due_on: addDays(today, 1) }],
    ['0_30', { due_on: addDays(today, -30) }],
    ['31_60', { due_on: addDays(today, -31) }],
    ['61_90', { due_on: addDays(today, -61) }],
    ['over_90', { due_on: addDays(today, -91) }],
    ['0_30', { due_on: null, sent_at: dayStart(addDays(today, -30), zone) }],
    ['31_60', { due_on: null, sent_at: new Date(dayStart(addDays(today, -30), zone).getTime() - 1) }],
  ] as const
  const expected: Record<string, number> = {}
  for (const [at, [age, set]] of ages.entries()) {
    const totalMinor = 10 ** at
    const { invoiceId } = await sentInvoice(app.database, owner.orgId, { totalMinor })
    await app.database.inOrg(owner.orgId, (db) => db.updateTable('invoices').set(set).where('id', '=', invoiceId).execute())
    expected[age] = (expected[age] ?? 0) + totalMinor
  }
  const report = await answer('show-report', { report: 'outstanding' }, owner)
  const [{ rows }] = report.groups as unknown as [{ rows: { key: string; figures: { kind: string; value: number }[] }[] }]
  assert.deepEqual(
    Object.fromEntries(rows.map(({ key, figures }) => [key, figures.find(({ kind }) => kind === 'sum')?.value])),
    expected,
  )
})
