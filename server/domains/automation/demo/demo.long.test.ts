import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { react } from '#test/support/reactions.ts'
import { demoLeads } from './demo-leads.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app.stop())

interface Lead {
  id: string
  received_at: string
  email: string | null
  phone: string | null
  phone_e164: string | null
  full_name: string | null
  source: string
  contact_id: string
  via: string
}

test('demo leads look like some weeks of work, newest first, and their times agree with their ids', async () => {
  const owner = await app.given.organization()
  const seeded = await app.call('seed-demo', {}, owner)
  assert.equal(seeded.status, 200, JSON.stringify(seeded.body))
  const leads = await leadsOf(owner)
  assert.equal(leads.length, seeded.body.leads)
  assert.ok(leads.length >= 55 && leads.length <= 70, `${leads.length}`)
  assert.ok(Number(seeded.body.contacts) < leads.length, 'some people come twice')
  assert.ok(new Set(leads.map((lead) => lead.source)).size >= 6)
  for (const [n, lead] of leads.entries()) {
    assert.equal(lead.via, 'demo')
    assert.equal(Number.parseInt(lead.id.replaceAll('-', '').slice(0, 12), 16), Date.parse(lead.received_at))
    const newer = leads[n - 1]
    assert.ok(!newer || newer.received_at >= lead.received_at)
  }
  const span = Date.parse(leads[0]?.received_at ?? '') - Date.parse(leads.at(-1)?.received_at ?? '')
  assert.ok(span > 14 * 86_400_000, 'they span weeks')
  const shown = await app.call('show-lead', { leadId: leads[0]?.id }, owner)
  assert.match(String((shown.body.lead as unknown as { received: string }).received), /"email"/)
})

test('every person in the demo is invented: addresses of RFC 2606 and numbers reserved for fiction, all of them readable', async () => {
  const leads = demoLeads(new Date())
  const fiction =
    /^\+(49(3023125|17139200|17604069)\d+|33(19900|63998)\d{4}|44(2079460|7700900|1632960)\d{3}|46(8465004\d\d|701740605)|61(25550\d{4}|491570156)|1\d{3}55501\d\d)$/
  for (const { body } of leads) {
    if (body.email !== undefined) assert.match(String(body.email), /@([a-z-]+\.)?example\.(com|net|org)$/)
    if (body.phone !== undefined) assert.match(String(body.phone).replaceAll(' ', ''), fiction)
    assert.equal('external_id' in body, false)
  }
  const stored = await leadsOf(await seeded())
  assert.deepEqual(
    stored.filter((lead) => lead.phone !== null && lead.phone_e164 === null),
    [],
  )
})

test('seeding twice adds nothing, also at the same moment', async () => {
  const owner = await app.given.organization()
  const replies = await Promise.all([1, 2, 3].map(() => app.call('seed-demo', {}, owner)))
  assert.equal(replies.filter((reply) => Number(reply.body.leads) > 0).length, 1)
  const before = await contentOf(owner)
  const again = (await app.call('seed-demo', {}, owner)).body
  assert.deepEqual(new Set(Object.values(again)), new Set([0]))
  assert.deepEqual(await contentOf(owner), before)
})

test('a member may neither seed nor clear', async () => {
  const member = await app.given.person(app.owner.orgId, 'member')
  for (const type of ['seed-demo', 'clear-demo']) assert.equal((await app.call(type, {}, member)).status, 403)
})

test('with real leads before and between, clearing leaves exactly the state without the demo', async () => {
  const people = demoLeads(new Date()).map(({ body }) => body)
  const someone = fc.record({
    // A person of the demo, by address, by number, by both, or one of each of two; or a stranger.
    by: fc.constantFrom('email', 'phone', 'both', 'mixed', 'stranger'),
    first: fc.nat(people.length - 1),
    second: fc.nat(people.length - 1),
    n: fc.nat(5),
  })
  const bodyOf = ({ by, first, second, n }: { by: string; first: number; second: number; n: number }) => {
    const person = people[first] as Record<string, unknown>
    const other = people[second] as Record<string, unknown>
    const email = by === 'stranger' || by === 'phone' ? undefined : person.email
    const phone = by === 'phone' || by === 'both' ? person.phone : by === 'mixed' ? other.phone : undefined
    return {
      ...(email === undefined && phone === undefined ? { email: `real${n}@example.com` } : { email, phone }),
      name: `Real ${n}`,
      source: 'real',
    }
  }

  await fc.assert(
    fc.asyncProperty(fc.array(someone, { maxLength: 4 }), fc.array(someone, { maxLength: 4 }), async (earlier, later) => {
      const owner = await app.given.organization()
      const key = (await app.given.key(owner.orgId)).text
      const real: string[] = []
      const post = async (lead: (typeof earlier)[number]) => {
        const reply = await app.post(bodyOf(lead), key)
        assert.equal(reply.status, 200, JSON.stringify(reply.body))
        real.push(String(reply.body.contact_id))
      }
      for (const lead of earlier) await post(lead)
      const untouched = await contentOf(owner)
      await app.call('seed-demo', {}, owner)
      assert.deepEqual(await contentOf(owner, 'not from the demo'), untouched, 'seeding touches nothing that is real')
      await indexAll(owner)

      for (const lead of later) await post(lead)
      await indexAll(owner)
      const [leadsBefore, contactsBefore] = [await realLeadsOf(owner), await rowsOf(owner, 'contacts')]
      const cleared = await app.call('clear-demo', {}, owner)
      assert.equal(cleared.status, 200, JSON.stringify(cleared.body))

      assert.deepEqual(await realLeadsOf(owner), leadsBefore, 'real leads stay to the letter')
      const contacts = await rowsOf(owner, 'contacts')
      assert.deepEqual(new Set(contacts.map((row) => row.id)), new Set(real), 'contacts of real leads stay, and only those')
      assert.deepEqual(
        contacts,
        contactsBefore.filter((row) => real.includes(String(row.id))),
      )
      const leadIds = (await rowsOf(owner, 'leads')).map((row) => row.id)
      assert.equal(leadIds.length, earlier.length + later.length)
      assert.deepEqual(
        new Set((await rowsOf(owner, 'events')).filter((row) => row.type === 'lead.received').map((row) => row.subject_id)),
        new Set(leadIds),
      )
      assert.deepEqual(await findable(owner), new Set([...leadIds, ...real]))
      assert.ok((await rowsOf(owner, 'contact_keys')).every((row) => real.includes(String(row.contact_id))))
    }),
    { numRuns: 12 },
  )
})

test('a real lead that comes for a demo contact while it is cleared is kept, with a contact', async () => {
  for (let round = 0; round < 5; round++) {
    const owner = await seeded()
    const key = (await app.given.key(owner.orgId)).text
    const [cleared, ...replies] = await Promise.all([
      app.call('clear-demo', {}, owner),
      ...demoLeads(new Date()).flatMap(({ body }) => (body.email ? [app.post({ email: body.email }, key)] : [])),
    ])
    assert.equal(cleared.status, 200, JSON.stringify(cleared.body))
    const leads = await rowsOf(owner, 'leads')
    assert.equal(leads.length, replies.length)
    for (const reply of replies) {
      assert.equal(reply.status, 200, JSON.stringify(reply.body))
      assert.ok(leads.some((lead) => lead.id === reply.body.lead_id))
    }
  }
})

test('a contact of the demo that was sent an invoice stays', async () => {
  const owner = await app.given.organization()
  await app.call('seed-demo', {}, owner)
  const [contact] = await rowsOf(owner, 'contacts')
  const contactId = String(contact?.id)
  const invoice = await app.call(
    'create-invoice',
    {
      clientName: 'Maya',
      clientEmail: 'maya@example.com',
      contactId,
      currency: 'EUR',
      lines: [{ description: 'Talk', quantity: '1', unitMinor: 100 }],
    },
    owner,
  )
  assert.equal(invoice.status, 200, JSON.stringify(invoice.body))
  assert.equal((await app.call('clear-demo', {}, owner)).status, 200)
  assert.deepEqual(
    (await rowsOf(owner, 'contacts')).map(({ id }) => id),
    [contactId],
  )
})

test('every table that refers to a contact or a lead is known to the clearing', async () => {
  const { rows } = await sql<{ from: string }>`
    select distinct conrelid::regclass::text as from from pg_constraint
    where contype = 'f' and confrelid in ('foyer.contacts'::regclass, 'foyer.leads'::regclass) order by 1`.execute(
    app.database.db,
  )
  assert.deepEqual(
    rows.map((row) => row.from),
    [
      'calls',
      'chat_sessions',
      'contact_claims',
      'conversations',
      'deal_people',
      'deals',
      'design_jobs',
      'design_links',
      'invoices',
      'leads',
      'mailbox_thread_shares',
      'messages',
      'tasks',
    ],
    'clear-demo (isTied) must ask whether another table speaks of a contact before it goes',
  )
})

// ── How ──────────────────────────────────────────────────────────────────────────────────────────────────────────

const seeded = async (): Promise<Someone> => {
  const owner = await app.given.organization()
  assert.equal((await app.call('seed-demo', {}, owner)).status, 200)
  return owner
}

const leadsOf = async (owner: Someone): Promise<Lead[]> =>
  (await app.call('list-leads', { limit: 100 }, owner)).body.leads as unknown as Lead[]

type Row = Record<string, unknown>

const rowsOf = (owner: Someone, table: 'leads' | 'contacts' | 'contact_keys' | 'events' | 'search_index'): Promise<Row[]> =>
  app.database.inOrg(owner.orgId, async (db) => {
    const { rows } = await sql<{
      row: Row
    }>`select to_jsonb(t) as row from ${sql.table(table)} t where org_id = ${owner.orgId} order by to_jsonb(t)::text`.execute(
      db,
    )
    return rows.map(({ row }) => row)
  })

const realLeadsOf = async (owner: Someone): Promise<Row[]> => (await rowsOf(owner, 'leads')).filter((row) => row.via !== 'demo')

/** Leads, contacts, keys and events; without what bears the id of a demo lead, if so wished. */
const contentOf = async (owner: Someone, which?: 'not from the demo'): Promise<Row[][]> => {
  const content = await Promise.all(
    (['leads', 'contacts', 'contact_keys', 'events'] as const).map((table) => rowsOf(owner, table)),
  )
  if (!which) return content
  const demo = new Set((content[0] ?? []).filter((row) => row.via === 'demo').map((row) => row.id))
  return content.map((rows) => rows.filter((row) => !demo.has(row.id) && !demo.has(row.contact_id)))
}

/** Leads and contacts that a search finds. */
const findable = async (owner: Someone): Promise<Set<unknown>> =>
  new Set(
    (await rowsOf(owner, 'search_index')).flatMap((row) => [
      ...(row.kind === 'lead' ? [row.id] : []),
      ...(row.contact_id === null ? [] : [row.contact_id]),
    ]),
  )

/** Brings the words up to date, as the worker does. A reader waits for the oldest transaction that still runs, in whichever database of the server: so does this. */
const indexAll = async (owner: Someone): Promise<void> => {
  for (let tries = 0; tries < 1_000; tries++) {
    await react(app, 'search')
    const found = await findable(owner)
    if ((await rowsOf(owner, 'leads')).every((row) => found.has(row.id) && found.has(row.contact_id))) return
    await new Promise((done) => setTimeout(done, 10))
  }
  assert.fail('the words were not indexed')
}
