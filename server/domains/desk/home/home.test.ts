import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#core/ids.ts'
import { recordMessage } from '#domains/conversations/inbox/messages.ts'
import { addImportedDeals } from '#domains/crm/deals/imported-deals.ts'
import { addTask } from '#domains/crm/deals/tasks.ts'
import { sayTime } from '#shapes/time-texts.ts'
import { wallClockOf } from '#shapes/wall-clocks.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import {
  answers,
  dayMs,
  dueInvoice,
  meetingSoon,
  paidInvoice,
  standingDeal,
  waitingDocument,
  writesIn,
} from '#test/support/todays-work.ts'
import { recordVisit } from './visits.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app?.stop())

/** As much of what Home answers as these tests look at. */
interface Home {
  readonly replies: {
    readonly target_minutes: number
    readonly count: number
    readonly late: number
    readonly rows: { contact: { id: string; name: string } | null; kind: string; waiting_since: string; due_at: string }[]
  }
  readonly leads: {
    readonly since: string
    readonly count: number
    readonly rows: { id: string; name: string; source: string }[]
  }
  readonly tasks: { readonly count: number; readonly late: number; readonly rows: { id: string; title: string }[] }
  readonly calls: { readonly count: number; readonly rows: { phone: string | null; title: string }[] }
  readonly deals: { readonly count: number; readonly rows: { id: string; name: string; reason: string }[] }
  readonly meetings: { readonly count: number; readonly rows: { id: string }[] }
  readonly money: {
    readonly count: number
    readonly overdue: number
    readonly sums: { currency: string; due_minor: number; overdue_minor: number; paid_minor: number }[]
    readonly rows: { id: string; overdue: boolean }[]
  }
  readonly documents: { readonly rows: { title: string; signers: number; waits_for: { name: string } | null }[] }
  readonly steps: { readonly count: number }
  readonly charts: {
    readonly leads: {
      total: number
      before: number
      days: { day: string; count: number; before: number }[]
      sources: { source: string; count: number }[]
    }
    readonly answers: { median_minutes: number | null; days: { median_minutes: number | null }[] }
    readonly paid: { from: string[]; currencies: { currency: string; weeks: number[] }[] }
  }
  readonly checklist: { readonly dismissed: boolean; readonly steps: { step: string; done: boolean }[] }
}

const homeOf = async (as: Someone, input: object = {}): Promise<Home> => {
  const { status, body } = await app.call('show-home', input, as)
  assert.equal(status, 200, JSON.stringify(body))
  return body as unknown as Home
}

test('contacts who wait are shown by the time that is left, from their first message without an answer; an answer ends it, and so does closing', async () => {
  const owner = await app.given.organization()
  const { orgId } = owner
  const late = await writesIn(app, orgId, 'Marcus', { minutes: 68, text: 'Is Saturday still possible?' })
  const soon = await writesIn(app, orgId, 'Nadia', { minutes: 54, text: 'We open in March.' })
  await writesIn(app, orgId, 'Hannah', { minutes: 9, text: 'A second date, please.' })
  const answered = await writesIn(app, orgId, 'Tomasz', { minutes: 99, text: 'Windows' })
  await answers(app, orgId, answered)
  const { replies } = await homeOf(owner)
  assert.deepEqual(
    replies.rows.map(({ contact }) => contact?.name),
    ['Marcus', 'Nadia', 'Hannah'],
  )
  assert.deepEqual([replies.target_minutes, replies.count, replies.late], [60, 3, 1])
  const [first] = replies.rows
  assert.equal(Date.parse(first?.due_at ?? '') - Date.parse(first?.waiting_since ?? ''), 60 * 60_000)

  // Writing again does not move one to the end of the queue.
  await app.database.inOrg(orgId, (db) =>
    db
      .updateTable('conversations')
      .set({ last_message_at: new Date() })
      .where('org_id', '=', orgId)
      .where('id', '=', late)
      .execute(),
  )
  assert.equal((await homeOf(owner)).replies.rows[0]?.contact?.id, late)

  await app.call('update-chat-session', { projectId: late, action: 'close' }, owner)
  await app.call(
    'update-chat-session',
    { projectId: soon, action: 'snooze', until: new Date(Date.now() + dayMs).toISOString() },
    owner,
  )
  assert.deepEqual(
    (await homeOf(owner)).replies.rows.map(({ contact }) => contact?.name),
    ['Hannah'],
  )
})

test('a deal without a message waits for its first answer; one whose contact has written waits once', async () => {
  const owner = await app.given.organization()
  const { orgId } = owner
  const make = async (name: string) => {
    const { body } = await app.call('create-deal', { client: { name, email: `${newId()}@example.com` }, name }, owner)
    const { id } = body.deal as unknown as { id: string }
    await app.database.inOrg(orgId, (db) =>
      db
        .updateTable('deals')
        .set({ response_due_at: new Date(Date.now() + 10 * 60_000), responded_at: null })
        .where('org_id', '=', orgId)
        .where('id', '=', id)
        .execute(),
    )
    return id
  }
  await make('Kitchen')
  const { replies } = await homeOf(owner)
  assert.deepEqual(
    replies.rows.map(({ kind, contact }) => [kind, contact?.name]),
    [['deal', 'Kitchen']],
  )
  const contactId = replies.rows[0]?.contact?.id ?? ''
  await app.database.inOrg(orgId, (db) =>
    recordMessage(db, orgId, { channel: 'whatsapp', direction: 'in', kind: 'text', contactId, body: 'Hello?' }),
  )
  assert.deepEqual(
    (await homeOf(owner)).replies.rows.map(({ kind }) => kind),
    ['conversation'],
  )
})

test('my work is what is mine and what is unassigned; everyone sees all', async () => {
  const owner = await app.given.organization()
  const other = await app.given.person(owner.orgId, 'member')
  const theirs = await writesIn(app, owner.orgId, 'Theirs', { minutes: 5, text: 'x' })
  const mine = await writesIn(app, owner.orgId, 'Mine', { minutes: 4, text: 'x' })
  await writesIn(app, owner.orgId, 'Free', { minutes: 3, text: 'x' })
  await app.call('update-chat-session', { projectId: theirs, action: 'claim' }, other)
  await app.call('update-chat-session', { projectId: mine, action: 'claim' }, owner)
  await standingDeal(app, owner.orgId, 'Theirs', { days: 20, hasStep: false, ownerId: other.personId })
  await standingDeal(app, owner.orgId, 'Mine', { days: 15, hasStep: false, ownerId: owner.personId })
  const names = async (as: Someone, scope: string) => {
    const { replies, deals } = await homeOf(as, { scope, sections: ['replies', 'deals'] })
    return [replies.rows.map(({ contact }) => contact?.name), deals.rows.map(({ name }) => name)]
  }
  assert.deepEqual(await names(owner, 'mine'), [['Mine', 'Free'], ['Mine']])
  assert.deepEqual(await names(other, 'mine'), [['Theirs', 'Free'], ['Theirs']])
  assert.deepEqual(await names(owner, 'all'), [
    ['Theirs', 'Mine', 'Free'],
    ['Theirs', 'Mine'],
  ])
})

test('leads are new since the visit before; loading the page again goes on with the same visit, and polling is none', async () => {
  const owner = await app.given.organization()
  const key = await app.given.key(owner.orgId)
  const visit = (minutesAgo: number) =>
    app.database.inOrg(owner.orgId, (db) =>
      recordVisit(db, owner.orgId, owner.personId, new Date(Date.now() - minutesAgo * 60_000)),
    )
  await visit(180)
  await app.post({ name: 'Lindiwe', email: 'lindiwe@example.com', source: 'website' }, key.text)
  const sinceOf = async () => Math.round((Date.now() - Date.parse((await homeOf(owner)).leads.since)) / 60_000)
  assert.equal(await sinceOf(), 180)
  assert.equal(await sinceOf(), 180, 'looking does not move it')
  await visit(20)
  assert.equal(await sinceOf(), 180, 'the visit goes on')
  await app.call('record-home-visit', {}, owner)
  assert.equal(await sinceOf(), 180, 'loaded again within half an hour')
  const { leads } = await homeOf(owner)
  assert.deepEqual(
    leads.rows.map(({ name, source }) => [name, source]),
    [['Lindiwe', 'website']],
  )
  // Half a day later the visit before is the one that ended now.
  await app.database.inOrg(owner.orgId, (db) =>
    sql`update home_visits set seen_at = seen_at - interval '12 hours', since = since - interval '12 hours'`.execute(db),
  )
  assert.equal(await sinceOf(), 720)
  const { body } = await app.call('show-home', { sections: ['leads'], since: new Date().toISOString() }, owner)
  assert.equal((body as unknown as Home).leads.count, 0)
})

test('a lead that was dealt with or deleted is not new', async () => {
  const owner = await app.given.organization()
  const key = await app.given.key(owner.orgId)
  for (const name of ['Contacted', 'Deleted', 'New'])
    await app.post({ name, email: `${newId()}@example.com`, source: 'website' }, key.text)
  await app.database.inOrg(owner.orgId, (db) =>
    sql`update leads set state = case when full_name = 'Contacted' then 'contacted' end,
      deleted_at = case when full_name = 'Deleted' then now() end where org_id = ${owner.orgId}`.execute(db),
  )
  const { leads } = await homeOf(owner)
  assert.deepEqual(
    leads.rows.map(({ name }) => name),
    ['New'],
  )
})

test('tasks due by the end of today are shown, late ones first; calls to return stand apart, with their numbers', async () => {
  const owner = await app.given.organization()
  const { orgId, personId } = owner
  const add = (title: string, dueAt: Date, more: object = {}) =>
    app.database.inOrg(orgId, (db) =>
      addTask(db, orgId, { kind: 'next_action', title, dueAt, assignedTo: personId, cause: { person_id: null }, ...more }),
    )
  await add('Tomorrow', new Date(Date.now() + 2 * dayMs))
  await add('Yesterday', new Date(Date.now() - dayMs))
  const { taskId } = await add('An hour ago', new Date(Date.now() - 3_600_000))
  await add('Call back +44 20 7946 0000', new Date(Date.now() - 60_000), { kind: 'call_back' })
  const home = await homeOf(owner)
  assert.deepEqual(
    home.tasks.rows.map(({ title }) => title),
    ['Yesterday', 'An hour ago'],
  )
  assert.deepEqual([home.tasks.count, home.tasks.late, home.calls.count], [2, 2, 1])

  assert.equal((await app.call('complete-task', { taskId }, owner)).status, 200)
  assert.equal((await homeOf(owner)).tasks.count, 1)
  for (const _ of [1, 2]) {
    const { status, body } = await app.call('reopen-task', { taskId }, owner)
    assert.equal(status, 200)
    assert.equal((body.task as unknown as { done_at: string | null }).done_at, null)
  }
  assert.equal((await homeOf(owner)).tasks.count, 2)
})

test('a task or a call that is put off to another day leaves Home until that day', async () => {
  const owner = await app.given.organization()
  const given = (kind: 'next_action' | 'call_back') =>
    app.database.inOrg(owner.orgId, (db) =>
      addTask(db, owner.orgId, {
        ...{ kind, title: 'Call', dueAt: new Date(Date.now() - dayMs), assignedTo: owner.personId },
        cause: { person_id: null },
      }),
    )
  const tasks = [await given('next_action'), await given('call_back')]
  const countsAt = async (days: number): Promise<number[]> => {
    for (const { taskId } of tasks) {
      const dueAt = new Date(Date.now() + days * dayMs).toISOString()
      assert.equal((await app.call('update-task', { taskId, dueAt }, owner)).status, 200)
    }
    const home = await homeOf(owner)
    return [home.tasks.count, home.tasks.late, home.calls.count]
  }
  assert.deepEqual(await countsAt(2), [0, 0, 0])
  assert.deepEqual(await countsAt(-1), [1, 1, 1])
})

test('deals without a next step and deals that stand still are shown with the reason; others are not', async () => {
  const owner = await app.given.organization()
  await standingDeal(app, owner.orgId, 'Idle', { days: 3, hasStep: false })
  await standingDeal(app, owner.orgId, 'Standing', { days: 21, hasStep: true })
  await standingDeal(app, owner.orgId, 'Moving', { days: 3, hasStep: true })
  const removed = await standingDeal(app, owner.orgId, 'Deleted', { days: 30, hasStep: false })
  await app.database.inOrg(owner.orgId, (db) =>
    db
      .updateTable('deals')
      .set({ deleted_at: new Date() })
      .where('org_id', '=', owner.orgId)
      .where('id', '=', removed)
      .execute(),
  )
  assert.deepEqual(
    (await homeOf(owner)).deals.rows.map(({ name, reason }) => [name, reason]),
    [
      ['Standing', 'standing'],
      ['Idle', 'no_next_step'],
    ],
  )
})

test('an imported deal is not said to stand still before it was worked with, counts its two weeks from the import, and hides no other', async () => {
  const owner = await app.given.organization()
  const mine = await standingDeal(app, owner.orgId, 'Made here', { days: 1, hasStep: false })
  const names = async () =>
    (await homeOf(owner, { scope: 'all', sections: ['deals'] })).deals.rows.map(({ name, reason }) => [name, reason])
  const imported = await app.database.inOrg(owner.orgId, async (db) => {
    const deal = await db.selectFrom('deals').selectAll().where('id', '=', mine).executeTakeFirstOrThrow()
    const stage = { id: deal.stage_id, pipeline_id: deal.pipeline_id, kind: 'open' as const }
    const made = Array.from({ length: 600 }, (_, at) => ({
      ...{ id: newId(), name: `Of a file ${at}`, contact_id: deal.contact_id, company_id: null, stage, value: null },
      ...{ assigned_to: null, lost_reason: '', people: [] },
    }))
    await addImportedDeals(db, owner.orgId, made)
    // Older than what was made here, as the walk goes: two days.
    await db
      .updateTable('deals')
      .set({ stage_since: new Date(Date.now() - 2 * dayMs) })
      .where('kind', '=', 'import')
      .where('org_id', '=', owner.orgId)
      .execute()
    return made.map(({ id }) => id)
  })
  const [tasked = '', moved = '', old = ''] = imported
  assert.deepEqual(await names(), [['Made here', 'no_next_step']])

  const { task } = (await app.call('add-task', { dealId: tasked, title: 'Call' }, owner)).body as unknown as {
    task: { id: string }
  }
  assert.deepEqual(await names(), [['Made here', 'no_next_step']], 'it has a step')
  await app.call('complete-task', { taskId: task.id }, owner)
  const stages = await app.database.inOrg(owner.orgId, (db) =>
    db
      .selectFrom('stages')
      .select('id')
      .where('org_id', '=', owner.orgId)
      .where('kind', '=', 'open')
      .orderBy('position')
      .execute(),
  )
  const { status } = await app.call('move-deal', { dealId: moved, stageId: stages[1]?.id }, owner)
  assert.equal(status, 200)
  await app.database.inOrg(owner.orgId, (db) =>
    db
      .updateTable('deals')
      .set({ stage_since: new Date(Date.now() - 15 * dayMs) })
      .where('org_id', '=', owner.orgId)
      .where('id', '=', old)
      .execute(),
  )
  assert.deepEqual((await names()).map(([name]) => name).sort(), ['Made here', 'Of a file 0', 'Of a file 1', 'Of a file 2'])

  const [planned = ''] = imported.slice(3)
  await app.call('add-task', { dealId: planned, title: 'Call' }, owner)
  await app.database.inOrg(owner.orgId, (db) =>
    sql`update deals set stage_since = now() - interval '30 days' where org_id = ${owner.orgId} and kind = 'import' and id <> ${moved}`.execute(
      db,
    ),
  )
  const weeksLater = await names()
  assert.deepEqual(
    weeksLater
      .slice(0, 2)
      .map(([name]) => name)
      .sort(),
    ['Made here', 'Of a file 1'],
    'those of the file come last',
  )
  assert.ok(weeksLater.length > 2)
  const { deals } = await homeOf(owner, { scope: 'all', sections: ['deals'] })
  assert.ok(deals.rows.every(({ id }) => id !== planned))
})

test('an imported deal with a next step does not stand still for having been imported two weeks ago; once it has moved here it does as any other', async () => {
  const owner = await app.given.organization()
  const made = await standingDeal(app, owner.orgId, 'Made here', { days: 20, hasStep: true })
  const dealId = newId()
  await app.database.inOrg(owner.orgId, async (db) => {
    const deal = await db.selectFrom('deals').selectAll().where('id', '=', made).executeTakeFirstOrThrow()
    const stage = { id: deal.stage_id, pipeline_id: deal.pipeline_id, kind: 'open' as const }
    await addImportedDeals(db, owner.orgId, [
      {
        ...{ id: dealId, name: 'Of a file', contact_id: deal.contact_id, company_id: null, stage, value: null },
        ...{ assigned_to: null, lost_reason: '', people: [] },
      },
    ])
    await addTask(db, owner.orgId, { dealId, kind: 'next_action', title: 'Call', cause: { person_id: owner.personId } })
  })
  const since = (stage: string, created: string) =>
    app.database.inOrg(owner.orgId, (db) =>
      sql`update deals set stage_since = now() - ${stage}::interval, created_at = now() - ${created}::interval where id = ${dealId}`.execute(
        db,
      ),
    )
  const names = async () =>
    (await homeOf(owner, { scope: 'all', sections: ['deals'] })).deals.rows.map(({ name, reason }) => [name, reason])
  await since('40 days', '40 days')
  assert.deepEqual(await names(), [['Made here', 'standing']])
  await since('30 days', '40 days')
  assert.deepEqual(await names(), [
    ['Of a file', 'standing'],
    ['Made here', 'standing'],
  ])
})

test('a new lead says how it can be answered: in its conversation, by email, or by telephone', async () => {
  const owner = await app.given.organization()
  const key = await app.given.key(owner.orgId)
  await app.post({ name: 'Mail alone', email: 'mail@example.com', source: 'website' }, key.text)
  await app.post({ name: 'Number alone', phone: '+919711699983', source: 'fair' }, key.text)
  const wrote = await app.post({ name: 'Wrote', email: 'wrote@example.com', source: 'website' }, key.text)
  await app.database.inOrg(owner.orgId, (db) =>
    recordMessage(db, owner.orgId, {
      ...{ channel: 'web_chat', direction: 'in', kind: 'text', contactId: String(wrote.body.contact_id), body: 'Hello' },
    }),
  )
  const { rows } = (await homeOf(owner)).leads as unknown as { rows: Record<string, unknown>[] }
  assert.deepEqual(
    rows.map(({ name, email, phone, has_conversation }) => [name, email, phone, has_conversation]),
    [
      ['Wrote', 'wrote@example.com', null, true],
      ['Number alone', null, '+919711699983', false],
      ['Mail alone', 'mail@example.com', null, false],
    ],
  )
})

test('money is shown by currency: due within a week, overdue, and come in this month', async () => {
  const owner = await app.given.organization()
  await dueInvoice(app, owner.orgId, -9, 43_200, 'GBP')
  await dueInvoice(app, owner.orgId, 2, 21_600)
  await dueInvoice(app, owner.orgId, 0, 1_000)
  await dueInvoice(app, owner.orgId, 40, 99_900)
  await paidInvoice(app, owner.orgId, { at: new Date(), amountMinor: 5_000, refundedMinor: 2_000 })
  const { money } = await homeOf(owner)
  assert.deepEqual(money.sums, [
    { currency: 'EUR', due_minor: 22_600, overdue_minor: 0, paid_minor: 3_000 },
    { currency: 'GBP', due_minor: 0, overdue_minor: 43_200, paid_minor: 0 },
  ])
  assert.deepEqual([money.count, money.overdue], [3, 1])
  assert.deepEqual(
    money.rows.map(({ overdue }) => overdue),
    [true, false, false],
  )
})

test('meetings that are not over, and documents that wait, with the signer whose turn it is', async () => {
  const owner = await app.given.organization()
  const other = await app.given.person(owner.orgId, 'member')
  const running = await meetingSoon(app, owner, -10)
  await meetingSoon(app, owner, -120)
  await waitingDocument(app, owner, 'Kitchen contract', 3)
  const home = await homeOf(owner)
  assert.deepEqual(
    home.meetings.rows.map(({ id }) => id),
    [running],
  )
  assert.deepEqual(
    home.documents.rows.map(({ title, signers, waits_for }) => [title, signers, waits_for?.name]),
    [['Kitchen contract', 1, 'Nadia El Amrani']],
  )
  const theirs = await homeOf(other)
  assert.deepEqual([theirs.meetings.count, theirs.documents.rows.length], [0, 0])
  assert.equal((await homeOf(other, { scope: 'all' })).meetings.count, 1)
})

test('Home gives the times of meetings in the time zone and the language of a member, whatever those of the browser are', async () => {
  const owner = await app.given.organization()
  const id = await meetingSoon(app, owner, 20)
  // One of the two is far from midnight, after which it would be tomorrow's meeting.
  const hourIn = (zone: string) => Number(wallClockOf(new Date(), zone).time.slice(0, 2))
  const zone = hourIn('Asia/Kolkata') < 22 ? 'Asia/Kolkata' : 'America/New_York'
  assert.equal((await app.call('update-profile', { timezone: zone, language: 'de' }, owner)).status, 200)
  const { meetings } = (await homeOf(owner)) as unknown as {
    meetings: { rows: { id: string; time: string; starts_at: string }[] }
  }
  const meeting = meetings.rows.find((each) => each.id === id)
  assert.equal(meeting?.time, sayTime(new Date(meeting?.starts_at ?? 0), { locale: 'de', zone }).time)
})

test('the charts count leads by day and source, and payments by week', async () => {
  const owner = await app.given.organization()
  const key = await app.given.key(owner.orgId)
  for (const source of ['ads', 'ads', 'website'])
    await app.post({ name: 'x', email: `${newId()}@example.com`, source }, key.text)
  await paidInvoice(app, owner.orgId, { at: new Date(), amountMinor: 5_000 })
  await paidInvoice(app, owner.orgId, { at: new Date(Date.now() - 7 * dayMs), amountMinor: 700 })
  const { charts } = await homeOf(owner)
  assert.deepEqual([charts.leads.total, charts.leads.before, charts.leads.days.length], [3, 0, 14])
  assert.equal(charts.leads.days.at(-1)?.count, 3)
  assert.deepEqual(charts.leads.sources, [
    { source: 'ads', count: 2 },
    { source: 'website', count: 1 },
  ])
  assert.equal(charts.paid.from.length, 8)
  assert.deepEqual(charts.paid.currencies, [{ currency: 'EUR', weeks: [0, 0, 0, 0, 0, 0, 700, 5_000] }])
})

test('the checklist is read from the data, and a member hides it for themselves alone', async () => {
  const owner = await app.given.organization()
  const stepsOf = async (as: Someone) =>
    (await homeOf(as, { sections: ['checklist'] })).checklist.steps.filter(({ done }) => done).map(({ step }) => step)
  assert.deepEqual(await stepsOf(owner), [])
  await app.call('seed-demo', {}, owner)
  assert.deepEqual(await stepsOf(owner), [], 'demo leads are no first lead')
  const key = await app.given.key(owner.orgId)
  await app.post({ name: 'Maya', email: 'maya@example.com' }, key.text)
  const other = await app.given.person(owner.orgId, 'member')
  await dueInvoice(app, owner.orgId, 2, 100)
  assert.deepEqual(await stepsOf(owner), ['first_lead', 'colleague', 'first_invoice'])
  const isDismissed = async (as: Someone) => (await homeOf(as, { sections: ['checklist'] })).checklist.dismissed
  await app.call('dismiss-checklist', {}, owner)
  assert.deepEqual([await isDismissed(owner), await isDismissed(other)], [true, false])
  await app.call('dismiss-checklist', { dismissed: false }, owner)
  assert.equal(await isDismissed(owner), false)
})

test('a member, who may not set up the workspace, has three steps of their own, each done by themselves', async () => {
  const owner = await app.given.organization()
  const member = await app.given.person(owner.orgId, 'member')
  const stepsOf = async (as: Someone) => (await homeOf(as, { sections: ['checklist'] })).checklist.steps
  const own = (...done: string[]) =>
    ['own_mailbox', 'own_hours', 'own_notifications'].map((step) => ({ step, done: done.includes(step) }))
  assert.deepEqual(await stepsOf(member), own())
  await app.call('set-hours', { timezone: 'Europe/Berlin' }, owner)
  assert.deepEqual(await stepsOf(member), own(), 'hours of another')
  await app.call('set-hours', { timezone: 'Europe/Berlin' }, member)
  assert.deepEqual(await stepsOf(member), own('own_hours'))
  assert.equal((await app.call('save-notification-settings', { summaryAt: '07:00' }, member)).status, 200)
  assert.deepEqual(await stepsOf(member), own('own_hours', 'own_notifications'))
  const admin = await app.given.person(owner.orgId, 'admin')
  assert.equal((await stepsOf(admin))[0]?.step, 'first_lead')
})

test('only the sections that were asked for are read, and a wrong one is refused', async () => {
  const home = await homeOf(await app.given.organization(), { sections: ['tasks', 'tasks', 'money'] })
  assert.deepEqual(Object.keys(home).sort(), ['money', 'tasks'])
  assert.equal((await app.call('show-home', { sections: ['weather'] })).status, 400)
  assert.equal((await app.call('show-home', { sections: [] })).status, 400)
})
