import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import type { z } from 'zod'
import type { Db } from '#core/context.ts'
import { publicEvents } from '#core/events/public-events.ts'
import { newId } from '#core/ids.ts'
import { recordMessage } from '#domains/conversations/inbox/messages.ts'
import { recordDealChange } from '#domains/crm/deals/deal-changes.ts'
import { dealFactsOf } from '#domains/crm/deals/deal-facts.ts'
import { openDealFor } from '#domains/crm/deals/deals.ts'
import { changeContact } from '#domains/crm/identities/contact-changes.ts'
import { noCounts } from '#domains/crm/sync/sync-jobs.ts'
import { openReceiver, type Received, type Receiver, until } from '#test/promises/webhook-receiver.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
let receiver: Receiver
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ env: { OUTGOING_ALLOWED_PRIVATE: '127.0.0.1' } })
  receiver = await openReceiver()
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await receiver?.close()
  await app.stop()
})

interface Endpoint {
  readonly id: string
  readonly secret: string
  readonly path: string
  readonly as: Someone
}
let paths = 0
/** An endpoint of a workspace of its own. */
const endpoint = async (input: object = {}, as?: Someone): Promise<Endpoint> => {
  const owner = as ?? (await app.given.organization())
  const path = `/hook${++paths}`
  const made = await app.call('create-webhook', { url: receiver.url(path), ...input }, owner)
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const body = made.body as unknown as { webhook: { id: string }; secret: string }
  return { id: body.webhook.id, secret: body.secret, path, as: owner }
}
const first = (path: string, timeoutMs?: number): Promise<Received> =>
  until(`something comes to ${path}`, () => receiver.of(path)[0], timeoutMs)

interface Shown {
  id: string
  event_id: string
  state: string
  tries: number
  last_status: number | null
  last_error: string | null
  next_try_at: string | null
  body: string
  attempts: { status: number | null; error: string | null; request_headers: Record<string, string>; response_body: string }[]
}
const deliveriesOf = async ({ id, as }: Endpoint, state?: string): Promise<Shown[]> =>
  (await app.call('list-webhook-deliveries', { webhookId: id, ...(state && { state }) }, as)).body
    .deliveries as unknown as Shown[]
const show = async (id: string, as: Someone): Promise<Shown> =>
  (await app.call('show-webhook-delivery', { webhookDeliveryId: id }, as)).body.delivery as unknown as Shown
const webhookOf = async ({ id, as }: Endpoint): Promise<Record<string, unknown>> =>
  ((await app.call('list-webhooks', {}, as)).body.webhooks as unknown as { id: string }[]).find(
    (each) => each.id === id,
  ) as Record<string, unknown>
/** Brings the next try of everything of an endpoint forward. */
const hurry = ({ id, as }: Endpoint) =>
  app.database.inOrg(as.orgId, (db) =>
    db
      .updateTable('webhook_deliveries')
      .set({ next_try_at: new Date(Date.now() - 1_000) })
      .where('endpoint_id', '=', id)
      .execute(),
  )
const change = ({ id, as }: Endpoint, values: object) =>
  app.database.inOrg(as.orgId, (db) => db.updateTable('webhook_endpoints').set(values).where('id', '=', id).execute())

const headersOf = ({ headers }: Received): Record<string, string> => ({
  'webhook-id': String(headers['webhook-id']),
  'webhook-timestamp': String(headers['webhook-timestamp']),
  'webhook-signature': String(headers['webhook-signature']),
})
/** Two libraries by other people must accept it. */
const verify = (got: Received, secret: string): unknown => {
  new StandardWebhook(secret).verify(got.body, headersOf(got))
  return new SvixWebhook(secret).verify(got.body, headersOf(got))
}

test('a lead is delivered within moments, signed so that two independent libraries accept it, with the fields an integrator needs', async () => {
  const hook = await endpoint()
  assert.match(hook.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  const key = await app.given.key(hook.as.orgId)
  const posted = await app.post(
    {
      email: 'Maya@Example.com',
      phone: '+49 1511 2345678',
      name: 'Maya Okafor',
      company: 'Okafor Ltd',
      title: 'Founder',
      note: 'Wants a call',
      linkedin_url: 'https://www.linkedin.com/in/maya',
      external_id: 'x-1',
      source: 'Apollo',
    },
    key.text,
  )
  const got = await first(hook.path)
  verify(got, hook.secret)
  const told = JSON.parse(got.body)
  assert.deepEqual(Object.keys(told), ['type', 'timestamp', 'data'])
  assert.equal(told.type, 'lead.received')
  assert.match(told.timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.match(told.data.received_at, /Z$/)
  assert.deepEqual(
    { ...told.data, received_at: undefined },
    {
      id: posted.body.lead_id,
      contact_id: posted.body.contact_id,
      external_id: 'x-1',
      source: 'apollo',
      name: 'Maya Okafor',
      email: 'Maya@Example.com',
      phone: '+49 1511 2345678',
      phone_e164: '+4915112345678',
      company: 'Okafor Ltd',
      title: 'Founder',
      note: 'Wants a call',
      linkedin_url: 'https://www.linkedin.com/in/maya',
      via: 'api',
      received_at: undefined,
    },
  )
  assert.equal(got.headers['content-type'], 'application/json')
  const delivery = await until('it is delivered', async () => (await deliveriesOf(hook, 'delivered'))[0])
  assert.deepEqual([delivery.event_id, delivery.last_status, delivery.tries], [got.headers['webhook-id'], 204, 1])
  const shown = await show(delivery.id, hook.as)
  assert.equal(shown.body, got.body)
  assert.equal(shown.attempts[0]?.request_headers['webhook-signature'], got.headers['webhook-signature'])

  // A repeated external_id is not a new lead, and sends no event.
  await app.post({ email: 'maya@example.com', external_id: 'x-1' }, key.text)
  await app.post({ email: 'noor@example.com' }, key.text)
  await until('the next lead comes', () => receiver.of(hook.path).length === 2)
  assert.equal(JSON.parse(receiver.of(hook.path)[1]?.body ?? '').data.email, 'noor@example.com')
})

test('a tampered body, a foreign secret and an old timestamp are refused by those libraries', async () => {
  const hook = await endpoint()
  await app.call('test-webhook', { webhookId: hook.id }, hook.as)
  const got = await first(hook.path)
  verify(got, hook.secret)
  assert.throws(() => verify({ ...got, body: got.body.replace('foyer.test', 'foyer.tost') }, hook.secret))
  assert.throws(() => verify(got, `whsec_${Buffer.alloc(32, 1).toString('base64')}`))
  const old = { ...got.headers, 'webhook-timestamp': String(Number(got.headers['webhook-timestamp']) - 400) }
  assert.throws(() => verify({ ...got, headers: old }, hook.secret))
})

test('each event’s webhook body is as the reference says', async () => {
  const hook = await endpoint()
  const { orgId } = hook.as
  const key = await app.given.key(orgId)
  const lead = await app.post({ email: 'a@example.com' }, key.text)
  await app.call('create-key', { name: 'Zapier', scopes: ['leads:write'] }, hook.as)
  const recordId = String(lead.body.contact_id)
  await app.call('save-field', { kind: 'contact', name: 'Size', fieldType: 'number' }, hook.as)
  await app.call('tag-records', { kind: 'contact', recordIds: [recordId], add: ['VIP'] }, hook.as)
  await app.call('set-fields', { kind: 'contact', recordId, fields: { size: 3 } }, hook.as)
  await app.database.inOrg(orgId, async (db) => {
    const event = (type: string, subject_id: string, payload: object) =>
      db
        .insertInto('events')
        .values({ org_id: orgId, id: newId(), type, subject_id, payload: JSON.stringify(payload) })
        .execute()
    await event('contact.changed', String(lead.body.contact_id), {})
    await event('lead.changed', String(lead.body.lead_id), {})
    for (const change of ['deleted', 'restored', 'removed']) await event(`record.${change}`, recordId, { kind: 'contact' })
    const merge = { source_id: newId(), target_id: newId(), cause: 'person', reason: 'She said so' }
    await db
      .insertInto('contact_merges')
      .values({ org_id: orgId, id: merge.source_id, ...merge })
      .execute()
    await event('contact.merged', merge.source_id, {})
    const companies = { source_id: newId(), target_id: newId(), reason: 'One legal entity' }
    await db
      .insertInto('company_merges')
      .values({ org_id: orgId, id: companies.source_id, ...companies })
      .execute()
    await event('company.merged', companies.source_id, {})
    const contactId = String(lead.body.contact_id)
    const { dealId } = await openDealFor(db, orgId, { contactId, kind: 'manual', name: 'x', cause: 'person' })
    await event('deal.changed', dealId, {})
    await event('deal.closed', dealId, {})
    const note = { org_id: orgId, id: newId(), kind: 'contact', record_id: contactId, body: 'x' }
    await db.insertInto('notes').values(note).execute()
    await event('note.added', note.id, { kind: 'contact', record_id: contactId, author_id: null, mentions: [] })
    await recordMessage(db, orgId, { contactId, channel: 'web_chat', direction: 'in', kind: 'text', body: 'x', dealId })
    const call = { id: newId(), connection_id: newId(), provider_call_id: 'CA1', direction: 'in', state: 'completed' }
    const numbers = { from_number: '+4915112345678', to_number: '+4930123456' }
    await db
      .insertInto('calls')
      .values({ org_id: orgId, ...call, ...numbers, contact_id: contactId, started_at: new Date() })
      .execute()
    await event('call.ended', call.id, { state: 'completed' })
    await event('member.joined', hook.as.personId, {})
    await event('member.changed', hook.as.personId, { role: 'admin' })
    await event('member.left', hook.as.personId, { role: 'member' })
    await event('connection.connected', newId(), { provider: 'stripe', mode: 'live' })
    await event('connection.failed', newId(), { provider: 'stripe', mode: 'live', status: 'error', reason: 'It said no.' })
    await event('connection.disconnected', newId(), { provider: 'stripe', mode: 'live' })
    await event('crm.sync_finished', newId(), {
      ...{ provider: 'hubspot', kind: 'sync', status: 'completed', code: null, entities: ['contacts'] },
      counts: { contacts: noCounts },
    })
    const [invoiceId, paymentId] = [newId(), newId()]
    const money = { org_id: orgId, currency: 'EUR' }
    const invoice = { ...money, id: invoiceId, client_name: 'x', client_email: 'x@example.com', locale: 'en' }
    await db
      .insertInto('invoices')
      .values({ ...invoice, subtotal_minor: 1, tax_minor: 0, total_minor: 1 })
      .execute()
    const link = { client_email: 'x@example.com', success_url: 'https://example.com', cancel_url: 'https://example.com' }
    const checkout = { ...money, id: newId(), invoice_id: invoiceId, connection_id: newId(), amount_minor: 1, is_live: true }
    await db
      .insertInto('checkouts')
      .values({ ...checkout, ...link, provider: 'stripe' })
      .execute()
    const payment = {
      ...money,
      checkout_id: checkout.id,
      id: paymentId,
      invoice_id: invoiceId,
      kind: 'payment',
      amount_minor: 1,
      is_live: true,
    }
    await db
      .insertInto('payments')
      .values({ ...payment, provider: 'stripe', provider_payment_id: 'pi_1', received_at: new Date() })
      .execute()
    await event('payment.received', paymentId, {})
    const [workflowId, runId] = [newId(), newId()]
    await db.insertInto('workflows').values({ org_id: orgId, id: workflowId, name: 'x' }).execute()
    await db
      .insertInto('workflow_runs')
      .values({
        ...{ org_id: orgId, id: runId, workflow_id: workflowId, version: 1, state: 'completed', trigger: '{}' },
        ...{ root_id: runId, ended_at: new Date() },
      })
      .execute()
    for (const type of ['workflow.run_waiting', 'workflow.run_paused', 'workflow.run_finished', 'workflow.run_failed'])
      await event(type, runId, {})
    await event('invoice.changed', invoiceId, { kind: 'sent', before: { state: 'draft' }, after: { state: 'open' } })
    const bookingId = newId()
    await db
      .insertInto('bookings')
      .values({
        ...{ org_id: orgId, id: bookingId, event_type_id: newId(), state: 'confirmed', name: 'Jo', source: 'page' },
        ...{ starts_at: new Date(), ends_at: new Date(Date.now() + 1), wall_clock: 'x', host_zone: 'UTC', zone: 'UTC' },
        ...{ tz_version: 'x', because: '{}', tokens_sealed: 'x' },
      })
      .execute()
    for (const type of ['booking.created', 'booking.confirmed', 'booking.rescheduled', 'booking.cancelled'])
      await event(type, bookingId, {})
    const [templateId, documentId] = [newId(), newId()]
    await db.insertInto('templates').values({ org_id: orgId, id: templateId, name: 'x', kind: 'text', version: 1 }).execute()
    await db
      .insertInto('template_versions')
      .values({ org_id: orgId, template_id: templateId, version: 1, body: 'x', placeholders: '[]', fields: '[]' })
      .execute()
    await db
      .insertInto('documents')
      .values({
        ...{ org_id: orgId, id: documentId, title: 'x', doc_type: 'contract', replacements: '{}', pages: '[]', fields: '[]' },
        ...{ template_id: templateId, template_version: 1, ends_at: new Date(Date.now() + 86_400_000) },
      })
      .execute()
    for (const type of ['sent', 'signer_signed', 'signed', 'sealed', 'ended', 'viewed'])
      await event(`document.${type}`, documentId, {})
    const proposalId = newId()
    const ends_at = new Date(Date.now() + 86_400_000)
    await db
      .insertInto('proposals')
      .values({
        ...{ org_id: orgId, id: proposalId, title: 'x', locale: 'en', currency: 'EUR', status: 'sent', version: 1, ends_at },
        ...{ deal_id: dealId, contact_id: contactId, client_name: 'x', client_email: 'x@example.com', sent_at: new Date() },
      })
      .execute()
    for (const type of ['sent', 'viewed', 'accepted', 'declined', 'ended']) await event(`proposal.${type}`, proposalId, {})
    const reviewId = await storedReview(db, orgId)
    for (const type of ['received', 'edited', 'removed']) await event(`review.${type}`, reviewId, { version: 2 })
  })
  await until('all of them come', () => receiver.of(hook.path).length >= publicEvents().length)
  const told = new Map(receiver.of(hook.path).map(({ body }) => [JSON.parse(body).type, JSON.parse(body).data]))
  assert.deepEqual(
    [...told.keys()].sort(),
    publicEvents()
      .map(({ type }) => type)
      .sort(),
  )
  for (const { type, webhook } of publicEvents())
    assert.deepEqual((webhook.body as z.ZodObject).strict().parse(told.get(type)), told.get(type), `${type} tells what it says`)
  assert.deepEqual(told.get('record.tagged'), { id: recordId, kind: 'contact', added: ['VIP'], removed: [], tags: ['VIP'] })
  assert.deepEqual(told.get('record.changed'), {
    ...{ id: recordId, kind: 'contact', before: { size: null }, after: { size: 3 }, fields: { size: 3 } },
  })
  assert.deepEqual(told.get('member.left'), {
    id: hook.as.personId,
    name: told.get('member.left').name,
    email: hook.as.email,
    role: 'member',
  })
})

/** A review that was edited once. */
const storedReview = async (db: Db, orgId: string): Promise<string> => {
  const [connection_id, location_id, id] = [newId(), newId(), newId()]
  const location = { account_id: '1', location_id: '2', title: 'Berlin', connection_id }
  const words = { pictures: 0, changed_at: new Date(), text: 'Good.' }
  await db
    .insertInto('connections')
    .values({
      org_id: orgId,
      id: connection_id,
      provider: 'google',
      kind: 'oauth',
      mode: 'test',
      status: 'connected',
      credentials: 'x',
    })
    .execute()
  await db
    .insertInto('review_locations')
    .values({ org_id: orgId, id: location_id, ...location })
    .execute()
  await db
    .insertInto('reviews')
    .values({
      ...{ org_id: orgId, id, location_id, review_id: '3', version: 2, stars: 4, posted_at: new Date(), seen_run: newId() },
      ...words,
    })
    .execute()
  const versions = [2, 4].map((stars, at) => ({ org_id: orgId, review_id: id, version: at + 1, stars, ...words }))
  await db.insertInto('review_versions').values(versions).execute()
  return id
}

test('two changes of one moment are two events: each with the facts of its moment, not of its delivery', async () => {
  const hook = await endpoint({ eventTypes: ['deal.changed', 'contact.changed'] })
  const { orgId } = hook.as
  const lead = await app.post({ email: 'a@example.com' }, (await app.given.key(orgId)).text)
  const contactId = String(lead.body.contact_id)
  const { dealId } = await app.database.inOrg(orgId, (db) =>
    openDealFor(db, orgId, { contactId, kind: 'manual', name: 'First', cause: 'person' }),
  )
  await app.database.inOrg(orgId, async (db) => {
    for (const name of ['Second', 'Third']) {
      const before = await dealFactsOf(db, orgId, dealId)
      await db.updateTable('deals').set({ name }).where('org_id', '=', orgId).where('id', '=', dealId).execute()
      await recordDealChange(db, orgId, dealId, 'edited', before)
      await changeContact(db, orgId, contactId, { full_name: name })
    }
  })
  await until('all four come', () => receiver.of(hook.path).length === 4)
  const told = receiver.of(hook.path).map(({ body }) => JSON.parse(body))
  for (const type of ['deal.changed', 'contact.changed'])
    assert.deepEqual(
      told
        .filter((each) => each.type === type)
        .map(({ data }) => data.name)
        .sort(),
      ['Second', 'Third'],
    )
  const kept = await app.database.inOrg(orgId, (db) =>
    db.selectFrom('events').select('payload').where('type', '=', 'deal.changed').orderBy('id').execute(),
  )
  assert.deepEqual(
    kept.map(({ payload }) => {
      const { before, after } = payload as { before: { name: string }; after: { name: string } }
      return [before.name, after.name]
    }),
    [
      ['First', 'Second'],
      ['Second', 'Third'],
    ],
  )
})

test('an endpoint gets the events that it chose, of its own workspace, from when it was made', async () => {
  const stranger = await endpoint()
  const owner = await app.given.organization()
  const key = await app.given.key(owner.orgId)
  await app.post({ email: 'before@example.com' }, key.text)
  const leads = await endpoint({ eventTypes: ['lead.received', 'lead.received'] }, owner)
  const keys = await endpoint({ eventTypes: ['key.changed'] }, owner)
  await app.call('create-key', { name: 'One', scopes: ['leads:write'] }, owner)
  await app.post({ email: 'after@example.com' }, key.text)
  await first(leads.path)
  await first(keys.path)
  await new Promise((done) => setTimeout(done, 700))
  const typesAt = (path: string) => receiver.of(path).map(({ body }) => [JSON.parse(body).type, JSON.parse(body).data.email])
  assert.deepEqual(typesAt(leads.path), [['lead.received', 'after@example.com']])
  assert.deepEqual(typesAt(keys.path), [['key.changed', undefined]])
  assert.deepEqual(receiver.of(stranger.path), [])
})

test('while an old secret overlaps, each body has both signatures and both secrets are accepted; then only the new one', async () => {
  const hook = await endpoint()
  const rolled = (await app.call('roll-webhook-secret', { webhookId: hook.id, overlapHours: 1 }, hook.as)).body as unknown as {
    secret: string
    webhook: { old_secret_until: string; secret_hint: string }
  }
  assert.notEqual(rolled.secret, hook.secret)
  assert.equal(rolled.webhook.secret_hint, rolled.secret.slice(-4))
  assert.ok(Math.abs(Date.parse(rolled.webhook.old_secret_until) - Date.now() - 3_600_000) < 60_000)
  await app.call('test-webhook', { webhookId: hook.id }, hook.as)
  const both = await first(hook.path)
  assert.equal(String(both.headers['webhook-signature']).split(' ').length, 2)
  verify(both, hook.secret)
  verify(both, rolled.secret)

  await change(hook, { old_secret_until: new Date(Date.now() - 1_000) })
  await app.call('test-webhook', { webhookId: hook.id }, hook.as)
  await until('the next comes', () => receiver.of(hook.path).length === 2)
  const alone = receiver.of(hook.path)[1] ?? assert.fail()
  verify(alone, rolled.secret)
  assert.throws(() => verify(alone, hook.secret))
  assert.equal((await webhookOf(hook)).old_secret_until, null)
})

test('a failed delivery is retried with the same webhook-id and a fresh signature, and ends delivered', async () => {
  const hook = await endpoint()
  receiver.answerWith((got, response) => {
    if (got.path !== hook.path) return void response.writeHead(204).end()
    const tries = receiver.of(hook.path).length
    if (tries === 1) response.writeHead(500, { 'x-why': 'broken' }).end('a\0broken answer')
    else if (tries === 2) response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
    else response.writeHead(200).end('fine')
  })
  const sent = (await app.call('test-webhook', { webhookId: hook.id }, hook.as)).body.delivery as unknown as Shown
  assert.deepEqual([sent.state, sent.tries], ['waiting', 0])
  const failed = await until('the first try failed', async () => {
    const shown = await show(sent.id, hook.as)
    return shown.last_status === 500 && shown
  })
  assert.equal(failed.state, 'waiting')
  const wait = Date.parse(failed.next_try_at ?? '') - Date.now()
  assert.ok(wait > 2_000 && wait < 6_500, `${wait} ms`)
  assert.notEqual((await webhookOf(hook)).failing_since, null)
  for (const status of [302, 200]) {
    await hurry(hook)
    await until(`it was answered ${status}`, async () => (await show(sent.id, hook.as)).last_status === status)
  }
  const shown = await show(sent.id, hook.as)
  assert.deepEqual([shown.state, shown.tries, shown.last_error], ['delivered', 3, null])
  assert.deepEqual(
    shown.attempts.map(({ status }) => status),
    [500, 302, 200],
  )
  assert.equal(shown.attempts[0]?.response_body, 'a\uFFFDbroken answer')
  assert.match(shown.attempts[1]?.error ?? '', /redirects are not followed/)
  assert.equal(new Set(receiver.of(hook.path).map(({ headers }) => headers['webhook-id'])).size, 1)
  for (const got of receiver.of(hook.path)) verify(got, hook.secret)
  assert.equal((await webhookOf(hook)).failing_since, null)
})

test('Retry-After is honoured, up to a day, and delays the other deliveries of the endpoint too', async () => {
  const hook = await endpoint()
  receiver.answerWith((got, response) =>
    got.path === hook.path ? response.writeHead(429, { 'retry-after': '3600' }).end() : response.writeHead(204).end(),
  )
  const sent = (await app.call('test-webhook', { webhookId: hook.id }, hook.as)).body.delivery as unknown as Shown
  const shown = await until('it was answered', async () => {
    const now = await show(sent.id, hook.as)
    return now.last_status === 429 && now
  })
  const wait = (Date.parse(shown.next_try_at ?? '') - Date.now()) / 1_000
  assert.ok(wait > 3_590 && wait < 3_600 * 1.21, `${wait} s`)
  await app.call('create-key', { name: 'x', scopes: ['leads:write'] }, hook.as)
  await until('it stands in line', async () => (await deliveriesOf(hook)).length === 2)
  await new Promise((done) => setTimeout(done, 700))
  assert.equal(receiver.of(hook.path).length, 1, 'nothing more is sent while the receiver wants none')

  receiver.answerWith((_got, response) => response.writeHead(204).end())
  await app.call('replay-webhook-delivery', { webhookDeliveryId: sent.id }, hook.as)
  await until('what somebody asks for goes out', async () => (await deliveriesOf(hook, 'delivered')).length === 2)
})

test('410 disables an endpoint at once: no more events are sent, and a notice is raised', async () => {
  const hook = await endpoint()
  const admin = await app.given.person(hook.as.orgId, 'admin')
  await app.given.person(hook.as.orgId, 'member')
  receiver.answerWith((got, response) => response.writeHead(got.path === hook.path ? 410 : 204).end())
  await app.call('test-webhook', { webhookId: hook.id }, hook.as)
  const off = await until('it is off', async () => {
    const webhook = await webhookOf(hook)
    return webhook.state === 'disabled' && webhook
  })
  assert.equal(off.disabled_reason, 'gone')
  assert.equal((await deliveriesOf(hook))[0]?.state, 'failed')
  await app.call('create-key', { name: 'x', scopes: ['leads:write'] }, hook.as)
  await new Promise((done) => setTimeout(done, 700))
  assert.equal(receiver.of(hook.path).length, 1)
  assert.equal((await app.call('test-webhook', { webhookId: hook.id }, hook.as)).body.code, 'webhook_disabled')

  const notices = (await app.call('list-notices', {}, admin)).body.notices as unknown as { kind: string; subject_id: string }[]
  assert.deepEqual(
    notices.map(({ kind, subject_id }) => [kind, subject_id]),
    [['webhook_disabled', hook.id]],
  )
  const mails = await app.database.inOrg(hook.as.orgId, (db) =>
    db.selectFrom('mails').select(['template', 'to_email']).execute(),
  )
  assert.deepEqual(
    mails.map(({ template, to_email }) => [template, to_email]).sort(),
    [
      ['webhook-disabled', admin.email],
      ['webhook-disabled', hook.as.email],
    ].sort(),
  )
  receiver.answerWith((_got, response) => response.writeHead(204).end())
  await app.call('update-webhook', { webhookId: hook.id, state: 'active' }, hook.as)
  assert.deepEqual((await app.call('list-notices', {}, admin)).body.notices, [])
})

test('an endpoint that failed for five days is disabled with a notice; one that failed for four goes on', async () => {
  const hook = await endpoint()
  receiver.answerWith((got, response) => response.writeHead(got.path === hook.path ? 500 : 204).end())
  const dayMs = 86_400_000
  await change(hook, { failing_since: new Date(Date.now() - 4.9 * dayMs) })
  await app.call('test-webhook', { webhookId: hook.id }, hook.as)
  await until('it failed', async () => (await deliveriesOf(hook))[0]?.last_status === 500)
  assert.equal((await webhookOf(hook)).state, 'active')
  await change(hook, { failing_since: new Date(Date.now() - 5.1 * dayMs) })
  await hurry(hook)
  const off = await until('it is off', async () => {
    const webhook = await webhookOf(hook)
    return webhook.state === 'disabled' && webhook
  })
  assert.equal(off.disabled_reason, 'failing')
  assert.deepEqual(
    (await deliveriesOf(hook)).map(({ state }) => state),
    ['failed'],
    'nothing waits for what is off',
  )
  const notices = (await app.call('list-notices', {}, hook.as)).body.notices as unknown as { kind: string }[]
  assert.deepEqual(
    notices.map(({ kind }) => kind),
    ['webhook_disabled'],
  )
  receiver.answerWith((_got, response) => response.writeHead(204).end())
})

test('after ten failed tries a delivery has failed; replayed, it begins anew with the same id', async () => {
  const hook = await endpoint()
  receiver.answerWith((got, response) => response.writeHead(got.path === hook.path ? 503 : 204).end())
  const sent = (await app.call('test-webhook', { webhookId: hook.id }, hook.as)).body.delivery as unknown as Shown
  for (let tries = 1; tries <= 10; tries++) {
    await until(`try ${tries}`, async () => (await show(sent.id, hook.as)).attempts.length === tries)
    await hurry(hook)
  }
  assert.deepEqual([(await show(sent.id, hook.as)).state, (await show(sent.id, hook.as)).next_try_at], ['failed', null])
  receiver.answerWith((_got, response) => response.writeHead(204).end())
  const replayed = (await app.call('replay-webhook-delivery', { webhookDeliveryId: sent.id }, hook.as)).body
    .delivery as unknown as Shown
  assert.deepEqual([replayed.state, replayed.tries, replayed.event_id], ['waiting', 0, sent.event_id])
  await until('it is delivered', async () => (await show(sent.id, hook.as)).state === 'delivered')
  assert.equal(new Set(receiver.of(hook.path).map(({ headers }) => headers['webhook-id'])).size, 1)
})

test('an endpoint catches up with failed deliveries and with events while it was disabled, each once', async () => {
  const hook = await endpoint()
  const key = await app.given.key(hook.as.orgId)
  const since = new Date().toISOString()
  receiver.answerWith((got, response) => response.writeHead(got.path === hook.path ? 500 : 204).end())
  await app.post({ email: 'one@example.com' }, key.text)
  await first(hook.path)
  await app.call('update-webhook', { webhookId: hook.id, state: 'disabled' }, hook.as)
  await until('nothing waits', async () => (await deliveriesOf(hook, 'failed')).length === 1)
  const witness = await endpoint({ eventTypes: ['lead.received'] }, hook.as)
  await app.post({ email: 'two@example.com' }, key.text)
  await app.post({ email: 'three@example.com' }, key.text)
  await until('the reader has passed both', async () => receiver.of(witness.path).length === 2)
  assert.equal((await app.call('recover-webhook', { webhookId: hook.id, since }, hook.as)).body.code, 'webhook_disabled')

  receiver.answerWith((_got, response) => response.writeHead(204).end())
  await app.call('update-webhook', { webhookId: hook.id, state: 'active' }, hook.as)
  const recovered = await app.call('recover-webhook', { webhookId: hook.id, since }, hook.as)
  assert.deepEqual({ ...recovered.body }, { success: true, queued: 3, more: false })
  await until('all are delivered', async () => (await deliveriesOf(hook, 'delivered')).length === 3)
  const again = await app.call('recover-webhook', { webhookId: hook.id, since }, hook.as)
  assert.equal(again.body.queued, 0)
  await new Promise((done) => setTimeout(done, 500))
  const emails = receiver
    .of(hook.path)
    .slice(1)
    .map(({ body }) => JSON.parse(body).data.email)
  assert.deepEqual(emails.sort(), ['one@example.com', 'three@example.com', 'two@example.com'])

  const long = new Date(Date.now() - 15 * 86_400_000).toISOString()
  const tooFar = await app.call('recover-webhook', { webhookId: hook.id, since: long }, hook.as)
  assert.deepEqual([tooFar.status, tooFar.body.field], [400, 'since'])
})

test('where a webhook may go is judged when it is written down, in words that say how an operator can allow it', async () => {
  const owner = await app.given.organization()
  const codes: [string, string][] = [
    ['no address', 'webhook_url_invalid'],
    ['ftp://example.com', 'webhook_url_invalid'],
    ['https://user:pass@example.com', 'webhook_url_invalid'],
    ['https://example.com.', 'webhook_url_invalid'],
    ['http://example.com', 'webhook_url_not_https'],
    ['https://10.0.0.1', 'webhook_url_not_allowed'],
    ['http://169.254.169.254/latest', 'webhook_url_not_allowed'],
    ['https://[::1]/', 'webhook_url_not_allowed'],
    ['https://[fd00::1]:8443/', 'webhook_url_not_allowed'],
  ]
  for (const [url, code] of codes) {
    const refused = await app.call('create-webhook', { url }, owner)
    assert.deepEqual([refused.status, refused.body.code, refused.body.field], [400, code, 'url'], url)
  }
  const inside = await app.call('create-webhook', { url: 'https://192.168.1.1' }, owner)
  assert.match(String(inside.body.error), /OUTGOING_ALLOWED_PRIVATE/)
  assert.equal((await app.call('create-webhook', { url: `https://example.com/${'x'.repeat(2_048)}` }, owner)).status, 400)
  assert.equal(
    (await app.call('create-webhook', { url: 'https://example.com', eventTypes: ['foyer.none'] }, owner)).status,
    400,
  )
  assert.deepEqual((await app.call('list-webhooks', {}, owner)).body.webhooks, [])

  const hook = await endpoint({}, owner)
  assert.equal((await app.call('update-webhook', { webhookId: hook.id, url: 'https://10.0.0.1' }, owner)).status, 400)
  const moved = await app.call('update-webhook', { webhookId: hook.id, url: 'https://example.com/a', description: 'B' }, owner)
  assert.deepEqual(
    [(moved.body.webhook as unknown as { url: string }).url, (await webhookOf(hook)).description],
    ['https://example.com/a', 'B'],
  )
})

test('a name that later resolves to a private address is refused when sending, in words that reveal nothing', async () => {
  const hook = await endpoint()
  // What a name service could answer later, written straight into the row.
  await change(hook, { url: 'http://169.254.169.254/latest/meta-data/' })
  const sent = (await app.call('test-webhook', { webhookId: hook.id }, hook.as)).body.delivery as unknown as Shown
  const shown = await until('it failed', async () => {
    const now = await show(sent.id, hook.as)
    return now.last_error !== null && now
  })
  assert.match(shown.last_error ?? '', /^This address cannot be reached: the host does not exist, or is not a public address/)
})

test('the secret is stored sealed and shown once, and a workspace has fifty webhooks at the most', async () => {
  const hook = await endpoint()
  const [row] = await app.database.inOrg(hook.as.orgId, (db) => db.selectFrom('webhook_endpoints').selectAll().execute())
  assert.ok(!JSON.stringify(row).includes(hook.secret))
  assert.ok(!JSON.stringify((await app.call('list-webhooks', {}, hook.as)).body).includes(hook.secret))
  assert.ok(!app.logged().includes(hook.secret))
  await app.database.inOrg(hook.as.orgId, (db) =>
    db
      .insertInto('webhook_endpoints')
      .values(
        Array.from({ length: 49 }, () => ({
          org_id: hook.as.orgId,
          id: newId(),
          url: 'https://example.com',
          secret_sealed: 'x',
          secret_hint: 'x',
        })),
      )
      .execute(),
  )
  const refused = await app.call('create-webhook', { url: 'https://example.com' }, hook.as)
  assert.deepEqual([refused.status, refused.body.code], [409, 'too_many_webhooks'])
})

test('a removed webhook is gone with everything that was sent to it', async () => {
  const hook = await endpoint()
  await app.call('test-webhook', { webhookId: hook.id }, hook.as)
  const delivered = await until('it is delivered', async () => (await deliveriesOf(hook, 'delivered'))[0])
  assert.equal((await app.call('remove-webhook', { webhookId: hook.id }, hook.as)).status, 200)
  assert.equal((await app.call('remove-webhook', { webhookId: hook.id }, hook.as)).body.code, 'webhook_not_found')
  assert.equal(
    (await app.call('show-webhook-delivery', { webhookDeliveryId: delivered.id }, hook.as)).body.code,
    'webhook_delivery_not_found',
  )
  await until('nothing is left', async () =>
    app.database.inOrg(hook.as.orgId, async (db) => {
      const left = await Promise.all([
        db.selectFrom('webhook_deliveries').select('id').executeTakeFirst(),
        db.selectFrom('webhook_attempts').select('id').executeTakeFirst(),
      ])
      return left.every((row) => row === undefined)
    }),
  )
})
