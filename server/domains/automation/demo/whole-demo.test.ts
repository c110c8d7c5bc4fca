import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#core/ids.ts'
import { foyer } from '#domains/catalogue.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { connectNumber } from '#test/support/messaging.ts'
import { react } from '#test/support/reactions.ts'
import { tiesOfDeals } from './clearing.ts'
import { clearDemo } from './demo.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app.stop())

test('each page has something to show: lists, board, inbox, calls, calendar, home and reports', async () => {
  const owner = await seeded()
  const get = async (action: string, input: object) => {
    const reply = await app.call(action, input, owner)
    assert.equal(reply.status, 200, `${action}: ${JSON.stringify(reply.body)}`)
    return reply.body as unknown as Body
  }
  for (const [kind, atLeast] of Object.entries({ lead: 55, contact: 50, company: 12, deal: 12, task: 9, invoice: 6 }))
    assert.ok((await get('count-records', { kind })).count >= atLeast || kind === 'task', kind)
  const deals = (await get('list-deals', { limit: 100 })).deals as Body[]
  assert.equal(deals.length, 12)
  const pipelines = (await get('list-pipelines', {})).pipelines as Body[]
  const [pipeline] = pipelines
  assert.ok(pipeline)
  const stages = (pipeline.stages as Body[]).map(({ slug }) => slug)
  const reached = new Set(deals.map(({ stage, status }) => (stage as Body | undefined)?.slug ?? status))
  for (const stage of stages) assert.ok(reached.has(stage), `a deal in ${stage}: ${[...reached]}`)

  const home = await get('show-home', { scope: 'all' })
  const section = (name: string) => home[name] as { count: number; late: number; overdue: number }
  assert.equal(section('replies').count, 3)
  assert.equal(section('replies').late, 2, 'two wait for longer than the target')
  assert.ok(section('tasks').count > 0 && section('tasks').late > 0)
  assert.equal(section('calls').count, 1)
  assert.equal(section('money').overdue, 2)
  const [sum] = (home.money as unknown as { sums: { currency: string; paid_minor: number }[] }).sums
  assert.ok(sum && sum.paid_minor > 0, 'test payments count')

  const answers = await get('show-response-times', {})
  assert.ok(JSON.stringify(answers).length > 100)
  assert.ok(((await get('list-calls', { limit: 50 })).calls as Body[]).length >= 3)
  const states = new Set(((await get('list-invoices', { limit: 50 })).invoices as Body[]).map(({ state }) => state))
  assert.deepEqual([...states].sort(), ['draft', 'paid', 'sent'])
  assert.equal(((await get('list-uploads', {})).uploads as Body[])[0]?.state, 'done')
  const weekAgo = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10)
  assert.match(JSON.stringify(await get('list-calendar', { from: weekAgo, days: 8 })), /Hannah Weiss/)
  const { rows: meetings } = await rowsOfSql<{ n: number }>(owner, sql`select count(*)::int as n from bookings`)
  assert.equal(meetings[0]?.n, 6)
})

test('a deal, a conversation, a contact and an invoice of the demo open', async () => {
  const owner = await seeded()
  const id = async (table: string) =>
    (await rowsOfSql<{ id: string }>(owner, sql`select id from ${sql.table(table)} order by id limit 1`)).rows[0]?.id
  for (const [action, input] of [
    ['show-deal', { dealId: await id('deals') }],
    ['show-contact', { contactId: await id('conversations') }],
    ['show-invoice', { invoiceId: await id('invoices') }],
    ['list-timeline', { contactId: await id('conversations'), limit: 50 }],
    ['fetch-chat-history', { projectId: await id('conversations') }],
    ['fetch-admin-chats', {}],
  ] as const) {
    const reply = await app.call(action, input, owner)
    assert.equal(reply.status, 200, `${action}: ${JSON.stringify(reply.body)}`)
  }
})

test('nothing learns of the demo: no mail, no webhook, no notice, no run, no job, and no number of an invoice', async () => {
  const owner = await app.given.organization()
  assert.equal((await app.call('create-webhook', { url: 'https://example.com/news' }, owner)).status, 200)
  const before = await countsOf(owner)
  await seedFor(owner)
  for (const reader of foyer.reactions) await react(app, reader.name as Parameters<typeof react>[1])
  const after = await countsOf(owner)
  const silent = [
    'webhook_deliveries',
    'notices',
    'notice_mails',
    'push_messages',
    'mails',
    'workflow_runs',
    'invoice_counters',
  ]
  for (const table of silent) assert.equal(after.get(table), before.get(table), table)
  const { rows } = await rowsOfSql<{ type: string }>(owner, sql`select distinct type from events where type <> 'lead.received'`)
  assert.deepEqual(
    rows.filter(({ type }) => /deal|message|invoice|task|call|note|compan/.test(type)),
    [],
  )
  const { rows: overdue } = await sql<{ id: string }>`
    select i.id from foyer.zones_of_workspaces() z, foyer.overdue_invoices(array[z.zone], array[current_date], 500) i
    where i.org_id = ${owner.orgId}`.execute(app.database.db)
  assert.deepEqual(overdue, [], 'no notice for an invoice that was invented')
  const { rows: idle } = await sql<{ id: string }>`
    select id from foyer.idle_deals(500) where org_id = ${owner.orgId}
    union all select id from foyer.late_deals(now(), 500) where org_id = ${owner.orgId}
    union all select id from foyer.hurried_deals(now(), 500) where org_id = ${owner.orgId}`.execute(app.database.db)
  assert.deepEqual(idle, [], 'no notice for a deal that was invented')
})

test('after seeding and clearing, each table has the rows that it had', async () => {
  const owner = await app.given.organization()
  // A pipeline begins with the first deal, invented or not, and may have been edited since.
  assert.equal((await app.call('save-tag', { name: 'Interiors' }, owner)).status, 200)
  const before = await contentOf(owner)
  await seedFor(owner)
  await app.database.inOrg(owner.orgId, (db) => clearDemo(db, owner.orgId, foyer.within))
  const after = await contentOf(owner)
  for (const [table, rows] of after) assert.deepEqual(rows, before.get(table), table)
})

test('a real task keeps a deal of the demo with its contact and company; a real message keeps its conversation', async () => {
  const owner = await seeded()
  const { rows } = await rowsOfSql<{ id: string; contact_id: string; company_id: string }>(
    owner,
    sql`select id, contact_id, company_id from deals where state = 'open' order by id desc limit 1`,
  )
  const [deal] = rows
  const task = await app.call('add-task', { dealId: deal?.id, kind: 'next_action', title: 'Real work' }, owner)
  assert.equal(task.status, 200, JSON.stringify(task.body))
  const { rows: threads } = await rowsOfSql<{ id: string }>(owner, sql`select id from conversations order by id limit 1`)
  const threadId = threads[0]?.id as string
  await rowsOfSql(
    owner,
    sql`insert into messages (org_id, id, contact_id, channel, direction, kind, body, at)
      values (${owner.orgId}, uuidv7(), ${threadId}, 'whatsapp', 'in', 'text', 'A real one', now() - interval '200 days')`,
  )
  assert.equal((await app.call('clear-demo', {}, owner)).status, 200)
  const idsIn = async (table: string) =>
    (await rowsOfSql<{ id: string }>(owner, sql`select id from ${sql.table(table)} order by id`)).rows.map(({ id }) => id)
  assert.deepEqual(await idsIn('deals'), [deal?.id])
  const { rows: employers } = await rowsOfSql<{ id: string }>(
    owner,
    sql`select distinct company_id as id from contacts where company_id is not null`,
  )
  assert.ok(employers.some(({ id }) => id === deal?.company_id))
  assert.deepEqual(new Set(await idsIn('companies')), new Set(employers.map(({ id }) => id)), 'of the contacts that stay')
  assert.deepEqual(await idsIn('conversations'), [threadId])
  assert.deepEqual(new Set(await idsIn('contacts')), new Set([deal?.contact_id, threadId]))
  const { rows: last } = await rowsOfSql<{ last_preview: string }>(owner, sql`select last_preview from conversations`)
  assert.equal(last[0]?.last_preview, 'A real one')
  assert.equal((await idsIn('messages')).length, 1)
})

test('a reply in the demo is kept, goes to no one and says so, ends the waiting, and is cleared with the demo', async () => {
  const owner = await seeded()
  const { rows: threads } = await rowsOfSql<{ id: string; channel: string }>(owner, sql`select id, channel from conversations`)
  assert.deepEqual([...new Set(threads.map(({ channel }) => channel))].sort(), ['email', 'web_chat', 'whatsapp'])
  for (const { id: projectId, channel } of threads) {
    const given = { projectId, clientMessageId: newId(), message: `Answered on ${channel}` }
    const [first, again] = [await app.call('reply-chat', given, owner), await app.call('reply-chat', given, owner)]
    assert.equal(first.status, 200, `${channel}: ${JSON.stringify(first.body)}`)
    const [sent, repeated] = [messageOf(first), messageOf(again)]
    assert.deepEqual([sent.comment_type, sent.state, sent.error_code, repeated.id], [channel, 'failed', 'demo_data', sent.id])
    const resent = await app.call('resend-message', { messageId: sent.id }, owner)
    assert.deepEqual([resent.status, resent.body.error], [409, 'This is demo data: it is sent to no one.'])
  }
  const home = await app.call('show-home', { scope: 'all' }, owner)
  assert.equal((home.body.replies as unknown as Body).count, 0)
  assert.equal((await app.call('clear-demo', {}, owner)).status, 200)
  for (const table of ['messages', 'conversations', 'deals', 'contacts'])
    assert.deepEqual((await rowsOfSql(owner, sql`select * from ${sql.table(table)}`)).rows, [], table)
})

test('with a number connected nothing leaves for a contact of the demo before a real message came from there', async () => {
  const owner = await seeded()
  await connectNumber(app, owner.orgId)
  const { rows } = await rowsOfSql<{ id: string; phone: string | null }>(
    owner,
    sql`select v.id, c.phone from conversations v join contacts c on c.id = v.id
      where v.channel = 'whatsapp' and v.session_status = 'open' order by c.phone nulls first`,
  )
  const [unreachable, reachable] = rows
  assert.ok(unreachable?.phone === null && reachable?.phone)
  const template = { templateName: 'hello', templateVars: ['Olivia'] }
  const toThread = await app.call('reply-chat', { projectId: reachable.id, ...template }, owner)
  assert.equal(messageOf(toThread).error_code, 'demo_data', JSON.stringify(toThread.body))
  const toNumber = await app.call('send-whatsapp', { to: reachable.phone, ...template }, owner)
  assert.deepEqual(
    (toNumber.body.messages as unknown as Body[]).map(({ status }) => status),
    ['failed'],
  )
  const { rows: waiting } = await rowsOfSql(owner, sql`select id from messages where state in ('queued', 'sending', 'sent')`)
  assert.deepEqual(waiting, [])

  await rowsOfSql(
    owner,
    sql`insert into messages (org_id, id, contact_id, channel, direction, kind, body, address, at)
      values (${owner.orgId}, uuidv7(), ${unreachable.id}, 'whatsapp', 'in', 'text', 'A real one', '4915112000001', now())`,
  )
  const toPerson = await app.call('reply-chat', { projectId: unreachable.id, message: 'Hello' }, owner)
  assert.equal(messageOf(toPerson).state, 'queued', JSON.stringify(toPerson.body))
})

test('every table that speaks of a deal is known to the clearing', async () => {
  const { rows } = await sql<{ table_name: string }>`
    select table_name::text from information_schema.columns
    where table_schema = 'foyer' and column_name = 'deal_id' and table_name <> all(${[...goesOrStays]}::text[])
    order by 1`.execute(app.database.db)
  assert.deepEqual(
    rows.map(({ table_name }) => table_name),
    [...tiesOfDeals].sort(),
  )
})

// ── How ──────────────────────────────────────────────────────────────────────────────────────────────────────────

type Body = Record<string, unknown> & { readonly count: number }

const messageOf = ({ body }: { readonly body: Readonly<Record<string, unknown>> }) =>
  body.message as Readonly<Record<'id' | 'comment_type' | 'state' | 'error_code', string | null>>

const seedFor = async (owner: Someone): Promise<void> => {
  const reply = await app.call('seed-demo', {}, owner)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  for (const [what, count] of Object.entries(reply.body)) assert.ok(Number(count) > 0, what)
}

const seeded = async (): Promise<Someone> => {
  const owner = await app.given.organization()
  await seedFor(owner)
  return owner
}

const rowsOfSql = <T>(owner: Someone, statement: ReturnType<typeof sql<T>>) =>
  app.database.inOrg(owner.orgId, (db) => statement.execute(db))

/** What goes with a deal, a conversation that stays without it, the history of a merge (which keeps its contacts), drafts that expire, and runs, which say what was done. */
const goesOrStays = [
  'deal_moves',
  'deal_people',
  'assignments',
  'conversations',
  'contact_merges',
  'reply_drafts',
  'workflow_runs',
]

/** Tables that have rows of a workspace. Views are of tables that are among them. */
const tablesOf = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select c.table_name::text as name from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
    where c.table_schema = 'foyer' and c.column_name = 'org_id' order by 1`.execute(app.database.db)
  return rows.map(({ name }) => name)
}

const countsOf = async (owner: Someone): Promise<Map<string, number>> =>
  new Map([...(await contentOf(owner, [])).entries()].map(([table, rows]) => [table, rows.length]))

/**
 * Not compared: `audit` and `idempotency`, where the calls themselves stand; pipelines and their stages, which begin with the first deal and are
 * the workspace's from then on. Counts of leads and sums of deals are compared as they add up.
 */
const sums = ['lead_counts', 'lead_count_changes', 'deal_sums', 'deal_sum_changes']
const apart = ['audit', 'idempotency', 'pipelines', 'stages', ...sums]

const contentOf = async (owner: Someone, without: readonly string[] = apart): Promise<Map<string, unknown[]>> => {
  const content = new Map<string, unknown[]>()
  for (const table of await tablesOf()) {
    if (without.includes(table)) continue
    const { rows } = await rowsOfSql<{ row: unknown }>(
      owner,
      sql`select to_jsonb(t) as row from ${sql.table(table)} t where org_id = ${owner.orgId} order by to_jsonb(t)::text`,
    )
    content.set(
      table,
      rows.map(({ row }) => row),
    )
  }
  const { rows } = await rowsOfSql(
    owner,
    sql`select sum(count)::int as count from (select count from lead_counts union all select count from lead_count_changes) c having sum(count) <> 0`,
  )
  content.set('leads by day', rows)
  const deals = await rowsOfSql(
    owner,
    sql`select sum(count)::int as count, sum(minor)::text as minor from (
      select count, minor from deal_sums union all select count, minor from deal_sum_changes) c having sum(count) <> 0`,
  )
  content.set('sums of deals', deals.rows)
  return content
}
