import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { startApp, type TestApp } from '../support/app.ts'
import { postLead, type ServerProcess, startServerProcess } from './processes.ts'
import { contactsOf, deliveriesOf, leadsOf } from './tenant-rows.ts'

/** 500 by hand (`ROUNDS=500`); what a run of all tests has time for otherwise. */
const rounds = Number(process.env.ROUNDS ?? 40)
const parallel = 64

let app: TestApp
let other: ServerProcess
let urls: readonly [string, string]

before(async () => {
  app = await startApp()
  other = await startServerProcess(app.target)
  urls = [app.url, other.url]
})
after(async () => {
  await other?.stop()
  await app.stop()
})

const workspace = async () => {
  const { orgId } = await app.given.organization()
  return { orgId, key: (await app.given.key(orgId)).text }
}

/** Sends all at once, by turns to both processes. */
const sendAll = (key: string, bodies: readonly object[]) =>
  Promise.all(bodies.map((body, n) => postLead(urls[n % 2] as string, key, body)))

/** What must hold in a workspace whatever came in at the same time. */
const assertWhole = async (orgId: string): Promise<void> => {
  const faults = await app.database.inOrg(orgId, async (db) => {
    const leads = await db.selectFrom('leads').selectAll().execute()
    const contacts = await db.selectFrom('contacts').selectAll().execute()
    const keys = await db.selectFrom('contact_keys').selectAll().execute()
    const deliveries = await db.selectFrom('all_deliveries').selectAll().execute()
    const events = await db.selectFrom('events').selectAll().where('type', '=', 'lead.received').execute()
    const found: string[] = []
    const contactIds = new Set(contacts.map(({ id }) => id))
    const used = new Set(leads.map(({ contact_id }) => contact_id))
    for (const { id } of contacts) if (!used.has(id)) found.push(`contact ${id} has no lead`)
    for (const lead of leads) {
      if (!contactIds.has(lead.contact_id)) found.push(`lead ${lead.id} has no contact`)
      if (events.filter(({ subject_id }) => subject_id === lead.id).length !== 1)
        found.push(`lead ${lead.id} has not one event`)
      const own = deliveries.filter(({ id }) => id === lead.id)
      if (own.length !== 1 || own[0]?.outcome !== 'accepted' || own[0].lead_id !== lead.id)
        found.push(`lead ${lead.id} has no delivery`)
    }
    if (events.length !== leads.length) found.push(`${events.length} events of ${leads.length} leads`)
    if (deliveries.filter(({ outcome }) => outcome === 'accepted').length !== leads.length)
      found.push('an accepted delivery without a lead')
    for (const contact of contacts) {
      const kinds = keys
        .filter(({ contact_id }) => contact_id === contact.id)
        .map(({ kind }) => kind)
        .sort()
      const wanted = [...(contact.email === null ? [] : ['email']), ...(contact.phone === null ? [] : ['phone'])]
      if (kinds.join() !== wanted.join()) found.push(`contact ${contact.id} with ${wanted} is found by ${kinds}`)
    }
    if (new Set(keys.map(({ key }) => key)).size !== keys.length) found.push('a key points to two contacts')
    return found
  })
  assert.deepEqual(faults, [])
}

test(`${parallel} posts of one external_id to two processes make one record and one deduplicated:false, ${rounds} times`, async () => {
  const { orgId, key } = await workspace()
  for (let round = 0; round < rounds; round++) {
    const external_id = `round-${round}`
    const answers = await sendAll(
      key,
      Array.from({ length: parallel }, () => ({ email: 'one@example.com', external_id })),
    )
    assert.deepEqual(
      [...new Set(answers.map(({ status }) => status))],
      [200],
      JSON.stringify(answers.find(({ status }) => status !== 200)),
    )
    assert.equal(answers.filter(({ body }) => body.deduplicated === false).length, 1, `round ${round}`)
    assert.equal(new Set(answers.map(({ body }) => body.lead_id)).size, 1)
    assert.equal(new Set(answers.map(({ body }) => body.contact_id)).size, 1)
  }
  const leads = await leadsOf(app, orgId)
  assert.equal(leads.length, rounds)
  assert.equal(new Set(leads.map(({ external_id }) => external_id)).size, rounds)
  assert.equal((await contactsOf(app, orgId)).length, 1)
  assert.equal((await deliveriesOf(app, orgId)).length, rounds * parallel)
})

test('posts of one external_id by different new people make no orphan contact', async () => {
  for (let round = 0; round < rounds / 4; round++) {
    const { orgId, key } = await workspace()
    const answers = await sendAll(
      key,
      Array.from({ length: 32 }, (_, n) => ({ email: `p${n}@example.com`, external_id: 'same' })),
    )
    assert.equal(answers.filter(({ body }) => body.deduplicated === false).length, 1)
    assert.equal((await leadsOf(app, orgId)).length, 1)
    assert.equal((await contactsOf(app, orgId)).length, 1)
    await assertWhole(orgId)
  }
})

test('posts of one new person at once make one contact and a lead each', async () => {
  for (let round = 0; round < rounds / 4; round++) {
    const { orgId, key } = await workspace()
    const answers = await sendAll(
      key,
      Array.from({ length: parallel }, (_, n) =>
        n % 3 ? { email: 'One@example.com' } : { email: 'one@EXAMPLE.com', phone: '+4915112345678' },
      ),
    )
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    assert.ok(answers.every(({ body }) => body.deduplicated === false))
    assert.equal(new Set(answers.map(({ body }) => body.lead_id)).size, parallel)
    assert.equal(new Set(answers.map(({ body }) => body.contact_id)).size, 1)
    assert.equal((await contactsOf(app, orgId)).length, 1)
    await assertWhole(orgId)
  }
})

test('two addresses that come at once for one number: the contact gets the first, and is found by no other', async () => {
  const { orgId, key } = await workspace()
  for (let round = 0; round < rounds; round++) {
    const phone = `+4915112345${String(round).padStart(3, '0')}`
    const first = await postLead(urls[0], key, { phone })
    const answers = await sendAll(
      key,
      Array.from({ length: 8 }, (_, n) => ({ phone, email: `r${round}n${n}@example.com` })),
    )
    assert.deepEqual([...new Set(answers.map(({ body }) => body.contact_id))], [first.body.contact_id])
  }
  await assertWhole(orgId)
})

// ── Any mixture of addresses and numbers, against a model that takes them one after the other ──────────────────────

interface Sent {
  readonly email?: number
  readonly phone?: number
  readonly externalId?: number
}

const SentLead: fc.Arbitrary<Sent> = fc
  .record({ email: fc.nat(2), phone: fc.nat(2), externalId: fc.nat(1) }, { requiredKeys: [] })
  .filter(({ email, phone }) => email !== undefined || phone !== undefined)

const asBody = ({ email, phone, externalId }: Sent): object => ({
  ...(email !== undefined && { email: `e${email}@example.com` }),
  ...(phone !== undefined && { phone: `+491511234567${phone}` }),
  ...(externalId !== undefined && { external_id: `x${externalId}` }),
})

/** What one order of the leads makes: who is whose, in a form that does not depend on ids. */
const play = (order: readonly (Sent & { readonly n: number })[]): string => {
  const contacts: { email?: number; phone?: number; leads: number[] }[] = []
  const byEmail = new Map<number, number>()
  const byPhone = new Map<number, number>()
  const byExternalId = new Map<number, { n: number; contact: number }>()
  const answers: string[] = []
  for (const { n, email, phone, externalId } of order) {
    const seen = externalId === undefined ? undefined : byExternalId.get(externalId)
    if (seen) {
      answers[n] = `of ${seen.n}`
      continue
    }
    let at = (email === undefined ? undefined : byEmail.get(email)) ?? (phone === undefined ? undefined : byPhone.get(phone))
    if (at === undefined) at = contacts.push({ leads: [] }) - 1
    const contact = contacts[at] as (typeof contacts)[number]
    if (email !== undefined && contact.email === undefined && !byEmail.has(email)) {
      contact.email = email
      byEmail.set(email, at)
    }
    if (phone !== undefined && contact.phone === undefined && !byPhone.has(phone)) {
      contact.phone = phone
      byPhone.set(phone, at)
    }
    contact.leads.push(n)
    if (externalId !== undefined) byExternalId.set(externalId, { n, contact: at })
    answers[n] = 'new'
  }
  return written(
    contacts.map(({ email, phone, leads }) => ({ email: email ?? null, phone: phone ?? null, leads })),
    answers,
  )
}

const written = (
  contacts: { email: number | null; phone: number | null; leads: number[] }[],
  answers: readonly string[],
): string =>
  JSON.stringify([
    contacts.map(({ email, phone, leads }) => `${email}/${phone}: ${leads.toSorted((a, b) => a - b)}`).sort(),
    answers,
  ])

function* ordersOf<T>(items: readonly T[]): Generator<T[]> {
  if (items.length <= 1) return yield [...items]
  for (const [n, first] of items.entries()) for (const rest of ordersOf(items.toSpliced(n, 1))) yield [first, ...rest]
}

test('the result of overlapping writes in two processes equals some order of them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(SentLead, { minLength: 2, maxLength: 5 }), async (sent) => {
      const { orgId, key } = await workspace()
      const answers = await sendAll(key, sent.map(asBody))
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
      await assertWhole(orgId)

      const numberOf = new Map<unknown, number>()
      for (const [n, { body }] of answers.entries()) if (body.deduplicated === false) numberOf.set(body.lead_id, n)
      const contacts = await contactsOf(app, orgId)
      const leads = await leadsOf(app, orgId)
      const found = written(
        contacts.map((contact) => ({
          email: contact.email === null ? null : Number(/^e(\d)/.exec(contact.email)?.[1]),
          phone: contact.phone === null ? null : Number(contact.phone.at(-1)),
          leads: leads.filter(({ contact_id }) => contact_id === contact.id).map(({ id }) => numberOf.get(id) ?? -1),
        })),
        answers.map(({ body }) => (body.deduplicated === false ? 'new' : `of ${numberOf.get(body.lead_id)}`)),
      )
      const numbered = sent.map((lead, n) => ({ ...lead, n }))
      for (const order of ordersOf(numbered)) if (play(order) === found) return
      assert.fail(`no order of ${JSON.stringify(sent.map(asBody))} makes ${found}`)
    }),
    { numRuns: rounds * 2, ...(process.env.SEED ? { seed: Number(process.env.SEED) } : {}) },
  )
})

test('300 concurrent leads that share numbers and addresses at random: no caller gets an error, and every record is whole', async () => {
  const { orgId, key } = await workspace()
  for (let round = 0; round < Math.max(2, rounds / 10); round++) {
    const bodies = Array.from({ length: 300 }, (_, n) => ({
      email: `r${(n * 7 + round) % 40}@example.com`,
      phone: `+4915112345${String((n * 11) % 40).padStart(3, '0')}`,
      ...(n % 4 === 0 && { external_id: `r${n % 50}` }),
      name: `N${n}`,
      company: n % 2 ? 'C' : '',
    }))
    const answers = await sendAll(key, bodies)
    assert.deepEqual(
      [...new Set(answers.map(({ status }) => status))],
      [200],
      JSON.stringify(answers.find(({ status }) => status !== 200)),
    )
  }
  await assertWhole(orgId)
})
