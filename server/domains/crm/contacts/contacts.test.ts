import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { foyer } from '#domains/catalogue.ts'
import { recordMessage } from '#domains/conversations/inbox/messages.ts'
import { readPhone } from '#shapes/phones.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import { followEvents } from '#test/support/reactions.ts'
import { openDealFor } from '../deals/deals.ts'
import { resolveContact } from '../identities/identities.ts'
import { canonicalContactOf, mergeGroupOf } from '../identities/merge-groups.ts'
import { type TimelineEntry, type TimelineOf, timelinePage } from './timeline.ts'

let app: TestApp
let orgId: string
let key: string
before(async () => {
  app = await startApp()
  orgId = app.owner.orgId
  key = (await app.given.key(orgId)).text
})
after(() => app.stop())

const inOrg = <T>(work: (db: Db) => Promise<T>): Promise<T> => app.database.inOrg(orgId, work)
const make = (email: string, name: string | null = null): Promise<string> =>
  inOrg(async (db) => (await resolveContact(db, orgId, foyer.within, { email, name }, 'web_chat')).contactId)
const follow = (reader: 'identities' | 'search'): Promise<unknown> => followEvents(app, orgId, reader)
const done = async (type: string, body: object) => {
  const answer = await app.call(type, body)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body as Record<string, unknown>
}

test('merged contacts are listed and found once, by any of their words, as their canonical contact', async () => {
  const a = await make('quill@one.example', 'Quill Zephyr')
  const b = await make('quill@two.example', 'Quill Yarrow')
  const c = await make('quill@three.example', 'Quill Xenia')
  const { mergeId } = await done('merge-contacts', { sourceId: c, targetId: a, reason: 'She said so' })
  await follow('search')
  const found = async (search: string, limit = 10): Promise<string[]> => {
    const ids: string[] = []
    for (let cursor: unknown = null; ; ) {
      const page = await done('list-contacts', { search, limit, ...(cursor !== null && { cursor }) })
      ids.push(...(page.contacts as { id: string }[]).map(({ id }) => id))
      cursor = page.next_cursor
      if (cursor === null) return ids
    }
  }
  assert.deepEqual(await found('xenia'), [a], 'a hit on a merged one shows who stands for them')
  assert.deepEqual((await found('quill')).sort(), [a, b].sort())
  assert.deepEqual((await found('quill', 1)).sort(), [a, b].sort(), 'nobody comes twice, on whatever page')
  const listed = (await done('list-contacts', {})).contacts as { id: string }[]
  assert.ok(listed.some(({ id }) => id === a) && !listed.some(({ id }) => id === c))
  const shown = (await done('show-contact', { contactId: c })) as {
    contact?: { id: string }
    merges?: { id: string; source: { name: string }; reason: string; can_undo: boolean; person: { id: string } }[]
    identities?: { value: string }[]
  }
  assert.equal(shown.contact?.id, a)
  assert.deepEqual(
    shown.merges?.map((merge) => [merge.id, merge.source.name, merge.reason, merge.can_undo, merge.person.id]),
    [[mergeId, 'Quill Xenia', 'She said so', true, app.owner.personId]],
  )
  assert.deepEqual(shown.identities?.map(({ value }) => value).sort(), ['quill@one.example', 'quill@three.example'])
  await done('undo-merge', { mergeId })
  for (const contactId of [a, c]) {
    const { entries } = await done('list-timeline', { contactId, kinds: ['merge'] })
    assert.deepEqual(
      (entries as { cause: { kind: string }; person: { id: string }; facts: Record<string, unknown> }[]).map(
        ({ cause, person, facts }) => [cause.kind, person.id, facts.source_id, facts.target_id, facts.undone],
      ),
      [
        ['undo', app.owner.personId, c, a, true],
        ['person', app.owner.personId, c, a, false],
      ],
      'the timelines of both say who merged them, and who took it back',
    )
  }
  assert.deepEqual((await found('quill')).sort(), [a, b, c].sort())
  assert.equal((await app.call('merge-contacts', { sourceId: a, targetId: a })).status, 400)
  assert.equal((await app.call('merge-contacts', { sourceId: a, targetId: newId() })).status, 404)
})

test('a contact given a new address is found by it and no longer by the old; a used address names its contact', async () => {
  const a = await make('old@change.example', 'Ada')
  const b = await make('other@change.example', 'Bea')
  await done('update-contact', { contactId: a, email: 'new@change.example', phone: '+49 151 12399999', company: ' ' })
  assert.equal(await make('NEW@change.example'), a)
  assert.equal(
    await inOrg(
      async (db) =>
        (await resolveContact(db, orgId, foyer.within, { phone: readPhone('+4915112399999', null) }, 'voice')).contactId,
    ),
    a,
  )
  assert.notEqual(await make('old@change.example'), a)
  const taken = await app.call('update-contact', { contactId: b, email: 'new@change.example' })
  assert.deepEqual([taken.status, taken.body.code, taken.body.field], [409, 'contact_taken', 'email'])
  assert.match(String(taken.body.error), /belongs to Ada/)
  assert.equal(await make('other@change.example'), b, 'who was refused keeps what they had')
  await done('update-contact', { contactId: b, email: null })
  assert.notEqual(await make('other@change.example'), b)
  assert.equal((await app.call('update-contact', { contactId: b, email: 'x' })).status, 400)
  assert.equal((await app.call('update-contact', { contactId: b, linkedinUrl: 'javascript:alert(1)' })).status, 400)
})

test('a lead proposes to merge two contacts only where neither has another address or number, and merges none', async () => {
  const lead = async (email: string, phone: string) => app.post({ email, phone, name: 'From a lead' }, key)
  const comes = (phone: string) =>
    inOrg(
      async (db) => (await resolveContact(db, orgId, foyer.within, { phone: readPhone(phone, null) }, 'whatsapp')).contactId,
    )
  const web = await make('half@join.example')
  const number = await comes('+5511987654321')
  await lead('half@join.example', '+55 11 8765-4321')
  await follow('identities')
  const claimsOf = async (contactId: string) =>
    (
      (await done('show-contact', { contactId })) as unknown as {
        claims: { id: string; value: string; known_as: { id: string } }[]
      }
    ).claims
  assert.equal(await inOrg((db) => canonicalContactOf(db, orgId, number)), number)
  const [claim, ...more] = await claimsOf(web)
  assert.deepEqual([claim?.value, claim?.known_as.id, more.length], ['+551187654321', number, 0])
  assert.deepEqual(await claimsOf(number), [claim], 'both contacts show it')
  await done('decide-claim', { claimId: claim?.id, accept: true })
  const shown = (await done('show-contact', { contactId: number })) as { contact?: { full_name: string; phone: string } }
  assert.deepEqual([shown.contact?.full_name, shown.contact?.phone], ['From a lead', '+5511987654321'])
  assert.deepEqual(await claimsOf(web), [])

  // Colleagues with the number of their company.
  await lead('one@company.example', '+4930123456')
  const other = (await app.post({ email: 'other@company.example' }, key)).body.contact_id
  await lead('other@company.example', '+4930123456')
  await follow('identities')
  assert.equal(await inOrg((db) => canonicalContactOf(db, orgId, String(other))), other)
  assert.deepEqual(await claimsOf(String(other)), [])
})

test('a contact with a deal or a conversation outlives the demo that made it', async () => {
  const owner = await app.given.organization()
  assert.equal((await app.call('seed-demo', {}, owner)).status, 200)
  // Two without a deal of the demo, which a new one would join.
  const people = (await app.call('list-contacts', { limit: 100 }, owner)).body.contacts as unknown as {
    id: string
    full_name: string
  }[]
  const [one, two] = ['Tomasz Zieliński', 'Jonas Lindqvist'].map((name) => people.find((person) => person.full_name === name))
  assert.ok(one && two)
  await app.database.inOrg(owner.orgId, async (db) => {
    await openDealFor(db, owner.orgId, { contactId: one.id, kind: 'manual', name: 'x', cause: 'person' })
    await recordMessage(db, owner.orgId, { contactId: two.id, channel: 'web_chat', direction: 'in', kind: 'text', body: 'x' })
  })
  assert.equal((await app.call('clear-demo', {}, owner)).status, 200)
  const left = (await app.call('list-contacts', {}, owner)).body.contacts as unknown as { id: string }[]
  assert.deepEqual(left.map(({ id }) => id).sort(), [one.id, two.id].sort())
})

const allOf = async (whose: object, limit = 200): Promise<TimelineEntry[]> => {
  const entries: TimelineEntry[] = []
  for (let cursor: unknown = null; ; ) {
    const page = await done('list-timeline', { ...whose, limit, ...(cursor !== null && { cursor }) })
    entries.push(...(page.entries as TimelineEntry[]))
    cursor = page.next_cursor
    if (cursor === null) return entries
  }
}

test('one timeline shows everything of a contact in order, each entry with its cause, from every merged record', async () => {
  const email = 'time@line.example'
  const sent = await app.post({ email, source: 'apollo', note: 'Wants a call' }, key)
  const contactId = String(sent.body.contact_id)
  const second = await make('time@second.example', 'Second')
  const { dealId } = await inOrg(async (db) => {
    const deal = await openDealFor(db, orgId, { contactId, kind: 'lead', name: 'A website', cause: 'lead' })
    await recordMessage(db, orgId, {
      contactId: second,
      channel: 'whatsapp',
      direction: 'in',
      kind: 'text',
      body: 'Hello',
      dealId: null,
    })
    return deal
  })
  await done('merge-contacts', { sourceId: second, targetId: contactId, reason: 'Same voice' })
  const invoice = await done('create-invoice', {
    clientName: 'T',
    clientEmail: email,
    contactId: second,
    currency: 'EUR',
    lines: [{ description: 'Work', quantity: '1', unitMinor: 100 }],
  })
  const whole = await allOf({ contactId: second })
  assert.deepEqual(
    whole.map((entry) => [entry.kind, entry.text, entry.cause.kind, entry.person?.id ?? null]).toSorted(),
    [
      ['assignment', null, 'turns', null],
      ['deal', 'A website', 'lead', null],
      ['invoice', null, 'person', app.owner.personId],
      ['lead', 'Wants a call', 'api', null],
      ['merge', 'Same voice', 'person', app.owner.personId],
      ['message', 'Hello', 'whatsapp', null],
    ].toSorted(),
  )
  assert.equal(whole.find((entry) => entry.kind === 'invoice')?.subject_id, (invoice.invoice as { id: string }).id)
  assert.deepEqual(
    whole,
    whole.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)),
    'newest first',
  )
  assert.deepEqual(await allOf({ contactId }, 1), whole, 'whatever the size of the page')
  assert.deepEqual(await allOf({ dealId }), whole)
  const other = await inOrg(async (db) => {
    const contact = (await resolveContact(db, orgId, foyer.within, { email: 'another@line.example' }, 'prd')).contactId
    return openDealFor(db, orgId, { contactId: contact, kind: 'prd', name: 'Another', cause: 'prd' })
  })
  assert.deepEqual((await allOf({ dealId: other.dealId })).map(({ kind }) => kind).sort(), ['assignment', 'deal'])
  assert.equal((await app.call('list-timeline', {})).status, 400)
  assert.equal((await app.call('list-timeline', { dealId: newId() })).status, 404)
})

test('a page of the timeline of a person with 10,000 messages is read in less than 50 ms', async () => {
  const contactId = await make('many@line.example')
  const second = await make('many@second.example')
  await done('merge-contacts', { sourceId: second, targetId: contactId })
  await inOrg((db) =>
    sql`
      insert into messages (org_id, id, contact_id, channel, direction, kind, body, at)
      select ${orgId}, gen_random_uuid(), case when n % 2 = 0 then ${contactId}::uuid else ${second}::uuid end, 'whatsapp', 'in', 'text',
             'message ' || n, now() - make_interval(secs => n)
      from generate_series(1, 10000) n`.execute(db),
  )
  const times: number[] = []
  let cursor: unknown = null
  for (let page = 0; page < 8; page++) {
    const from = performance.now()
    const answer = await done('list-timeline', { contactId, limit: 50, ...(cursor !== null && { cursor }) })
    times.push(performance.now() - from)
    cursor = answer.next_cursor
    assert.equal((answer.entries as unknown[]).length, 50)
  }
  assert.ok(Math.min(...times) < 50, `${times.map(Math.round).join(' ')} ms`)
  assert.equal((await inOrg((db) => mergeGroupOf(db, orgId, contactId))).length, 2)
})

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Rows Removed by Filter'?: number
  readonly 'Actual Loops'?: number
  readonly 'Shared Hit Blocks'?: number
  readonly 'Shared Read Blocks'?: number
  readonly Plans?: readonly Plan[]
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

test('a page of the timeline reads by indexes only, of a contact with 1,000 entries among 42,000 rows', async () => {
  const contactId = await make('busy@line.example')
  const { dealId } = await inOrg((db) => openDealFor(db, orgId, { contactId, kind: 'lead', name: 'Busy', cause: 'lead' }))
  await seedTimelines({ contactId, dealId }, 6_000)
  const within = foyer.within
  const explained = (whose: TimelineOf) =>
    inOrg(async (db) => {
      const page = await timelinePage(db, orgId, within, whose, { limit: 50 })
      const { rows } = await sql<{ 'QUERY PLAN': { Plan: Plan }[] }>`explain (analyze, buffers, format json) ${page}`.execute(
        db,
      )
      return nodesOf(rows[0]?.['QUERY PLAN'][0]?.Plan as Plan)
    })
  const big = ['leads', 'messages', 'calls', 'deals', 'deal_moves', 'assignments', 'tasks', 'mails', 'facts', 'contacts']
  for (const whose of [
    { kind: 'contact', id: contactId, contactId },
    { kind: 'deal', id: dealId, contactId },
    { kind: 'company', id: newId(), contactId: null },
  ] as const) {
    const nodes = await explained(whose)
    const read = nodes.filter((node) => big.includes(node['Relation Name'] ?? ''))
    assert.ok(read.length >= 5)
    assert.deepEqual(
      read.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']),
      [],
    )
    assert.deepEqual(
      read
        .filter((node) => (node['Rows Removed by Filter'] ?? 0) * (node['Actual Loops'] ?? 1) > 100)
        .map((node) => [node['Relation Name'], node['Rows Removed by Filter']]),
      [],
      'rows of others are read and thrown away',
    )
    const blocks = (nodes[0]?.['Shared Hit Blocks'] ?? 0) + (nodes[0]?.['Shared Read Blocks'] ?? 0)
    assert.ok(blocks < 3_000, `${blocks} blocks`)
  }
})

/** Seven times `count` rows of many contacts, of which this one has a fortieth; with the planner's knowledge of them. */
const seedTimelines = async (own: { contactId: string; dealId: string }, count: number): Promise<void> => {
  const others = count / 20
  const whose = sql`case when n % 40 = 0 then ${own.contactId}::uuid else ('00000000-0000-4000-8000-' || lpad((n % ${others})::text, 12, '0'))::uuid end`
  const deal = sql`case when n % 40 = 0 then ${own.dealId}::uuid else ('00000000-0000-4001-8000-' || lpad((n % ${others})::text, 12, '0'))::uuid end`
  const at = sql`now() - make_interval(secs => n)`
  await inOrg(async (db) => {
    await sql`insert into contacts (org_id, id, email) select ${orgId}, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'other' || n || '@line.example'
      from generate_series(0, ${others}) n`.execute(db)
    await sql`insert into deals (org_id, id, contact_id, name, kind, pipeline_id, stage_id, rank)
      select ${orgId}, ('00000000-0000-4001-8000-' || lpad(n::text, 12, '0'))::uuid, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid,
        'Deal', d.kind, d.pipeline_id, d.stage_id, 'z' || n from deals d, generate_series(0, ${others}) n where d.org_id = ${orgId} and d.id = ${own.dealId}`.execute(
      db,
    )
    await sql`insert into leads (org_id, id, contact_id, source, via, received_at) select ${orgId}, gen_random_uuid(), ${whose}, 'seed', 'api', ${at}
      from generate_series(1, ${count}) n`.execute(db)
    await sql`insert into messages (org_id, id, contact_id, channel, direction, kind, body, at)
      select ${orgId}, gen_random_uuid(), ${whose}, 'whatsapp', 'in', 'text', 'message ' || n, ${at} from generate_series(1, ${count}) n`.execute(
      db,
    )
    await sql`insert into calls (org_id, id, connection_id, provider_call_id, direction, contact_id, from_number, to_number, state, started_at)
      select ${orgId}, gen_random_uuid(), gen_random_uuid(), 'seed-' || ${orgId} || n, 'in', ${whose}, '+4915112345678', '+4915112345679', 'completed', ${at}
      from generate_series(1, ${count}) n`.execute(db)
    await sql`insert into deal_moves (org_id, id, deal_id, to_stage_id, cause, at)
      select ${orgId}, gen_random_uuid(), ${deal}, d.stage_id, 'person', ${at} from deals d, generate_series(1, ${count}) n
      where d.org_id = ${orgId} and d.id = ${own.dealId}`.execute(db)
    await sql`insert into tasks (org_id, id, deal_id, kind, title, cause, created_at, done_at)
      select ${orgId}, gen_random_uuid(), ${deal}, 'call_back', 'Call', '{}', ${at}, ${at} from generate_series(1, ${count}) n`.execute(
      db,
    )
    await sql`insert into facts (org_id, id, subject_kind, subject_id, field, value, state, source, at)
      select ${orgId}, gen_random_uuid(), 'deal', ${deal}, 'field' || n, 'x', 'current', 'person', ${at} from generate_series(1, ${count}) n`.execute(
      db,
    )
    await sql`insert into mails (org_id, id, template, to_email, subject, state, give_up_at, created_at, sent_at)
      select ${orgId}, gen_random_uuid(), 'invoice', case when n % 40 = 0 then 'busy@line.example' else 'other' || n % ${others} || '@line.example' end,
        'Invoice', 'sent', ${at}, ${at}, ${at} from generate_series(1, ${count}) n`.execute(db)
  })
  await asOwner(app.target, (owner) =>
    owner.query('analyze contacts, deals, leads, messages, calls, deal_moves, tasks, facts, mails'),
  )
}

test('leads, contacts and companies are listed from the oldest on too, companies also by name; a search is newest first', async () => {
  const owner = await app.given.organization()
  const { text } = await app.given.key(owner.orgId)
  const people = ['Nora', 'Abel', 'Zita', 'Mia', 'Finn']
  for (const name of people) {
    assert.equal((await app.post({ name, email: `${name}@example.com` }, text)).status, 200)
    assert.equal((await app.call('create-company', { name: `${name.toLowerCase()} Ltd` }, owner)).status, 200)
  }
  const listed = async (action: string, rows: string, order: string): Promise<string[]> => {
    const names: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { status, body } = await app.call(action, { limit: 2, order, ...(cursor && { cursor }) }, owner)
      assert.equal(status, 200, JSON.stringify(body))
      const page = body as unknown as Record<string, { full_name?: string; name: string }[]>
      names.push(...(page[rows] ?? []).map((row) => row.full_name ?? row.name))
      cursor = (body as unknown as { next_cursor: string | null }).next_cursor
    }
    return names
  }
  const firms = people.map((name) => `${name.toLowerCase()} Ltd`)
  assert.deepEqual(await listed('list-leads', 'leads', 'received_at'), people)
  assert.deepEqual(await listed('list-leads', 'leads', '-received_at'), people.toReversed())
  assert.deepEqual(await listed('list-contacts', 'contacts', 'created_at'), people)
  assert.deepEqual(await listed('list-contacts', 'contacts', '-created_at'), people.toReversed())
  assert.deepEqual(await listed('list-companies', 'companies', 'created_at'), firms)
  assert.deepEqual(await listed('list-companies', 'companies', 'name'), firms.toSorted())
  assert.deepEqual(await listed('list-companies', 'companies', '-name'), firms.toSorted().toReversed())
  for (const [action, order] of [
    ['list-leads', 'received_at'],
    ['list-contacts', 'created_at'],
  ] as const)
    assert.equal((await app.call(action, { order, search: 'Nora' }, owner)).body.code, 'order_with_search')
})
