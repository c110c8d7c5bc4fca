import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import { webhookServices } from '#shapes/webhook-services.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { contractFile, withoutContracts } from '#test/support/contracts.ts'
import { until } from '#test/support/until.ts'
import { answersIn, placesIn, readPlace } from './sample-fields.ts'
import { openBody } from './webhook-bodies.ts'
import { WebhookSettings } from './webhook-settings.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app?.stop())

const settingsOf = (slug: string, more: object = {}): object => {
  const service = webhookServices.find((each) => each.slug === slug)
  assert.ok(service, slug)
  const { only, unless, answers, mapping } = service
  return { kind: 'webhook', service: slug, only, unless, answers, mapping, ...more }
}

const make = async (settings: object, secret?: string) => {
  const answer = await app.call('create-lead-source', { name: 'Kitchen form', settings, ...(secret && { secret }) })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.source as unknown as { id: string; url: string; settings: object }
}

const post = async (url: string, body: unknown, headers: Record<string, string> = {}) => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as object, id: answer.headers.get('x-request-id') ?? '' }
}

const delivery = async (id: string) => {
  await until('the delivery', async () => (await app.call('show-delivery', { deliveryId: id })).status === 200)
  return (await app.call('show-delivery', { deliveryId: id })).body.delivery as unknown as {
    outcome: string
    status: number
    code: string | null
    message: string | null
    lead_id: string | null
  }
}
const leadOf = (id: string) =>
  app.database.inOrg(app.owner.orgId, (db) =>
    db.selectFrom('leads').selectAll().where('org_id', '=', app.owner.orgId).where('id', '=', id).executeTakeFirst(),
  )

test('a request that comes before its fields are chosen is kept; an admin clicks them together and replays it', async () => {
  const source = await make({ kind: 'webhook' })
  const sent = await post(source.url, {
    form: { id: 7, 'Your name': 'Zoë Müller', 'E-Mail': 'zoe@example.com', Telefon: '030 1234567' },
    budget: 9000,
  })
  assert.deepEqual([sent.status, sent.body], [200, { success: true, outcome: 'rejected' }])
  const kept = await delivery(sent.id)
  assert.deepEqual([kept.code, kept.status], ['lead_source_unmapped', 200], 'as it was answered')
  const shown = (await app.call('show-lead-source', { leadSourceId: source.id })).body.source as unknown as { state: string }
  assert.equal(shown.state, 'waiting', 'a sample is no trouble')

  const { body } = await app.call('show-lead-source-sample', { leadSourceId: source.id })
  const sample = body.sample as unknown as { delivery_id: string; places: { place: string }[]; proposed: object }
  assert.equal(sample.delivery_id, sent.id)
  assert.deepEqual(
    sample.places.map(({ place }) => place),
    ['/form/id', '/form/Your name', '/form/E-Mail', '/form/Telefon', '/budget'],
  )
  assert.deepEqual(sample.proposed, { email: '/form/E-Mail', phone: '/form/Telefon', name: '/form/Your name' })

  const settings = { ...source.settings, mapping: sample.proposed }
  assert.equal((await app.call('update-lead-source', { leadSourceId: source.id, settings })).status, 200)
  const replayed = await app.call('replay-delivery', {
    deliveryId: sent.id,
    body: JSON.stringify({ form: { 'Your name': 'Zoë Müller', 'E-Mail': 'zoe@example.com' }, budget: 9000 }),
  })
  assert.equal(replayed.status, 200, JSON.stringify(replayed.body))
  const lead = await leadOf(String(replayed.body.lead_id))
  assert.deepEqual([lead?.full_name, lead?.email, lead?.source], ['Zoë Müller', 'zoe@example.com', 'kitchen-form'])
  assert.deepEqual(lead?.metadata, { answers: { budget: '9000' } })
})

test('without an id the digest of the body is one: the same request twice is one lead, and another is another', async () => {
  const source = await make({ kind: 'webhook', mapping: { email: '/email' } })
  const [first, again, other] = [
    await post(source.url, { email: 'once@example.com' }),
    await post(source.url, { email: 'once@example.com' }),
    await post(source.url, { email: 'once@example.com', at: 2 }),
  ]
  assert.deepEqual(await Promise.all([first, again, other].map(async ({ id }) => (await delivery(id)).outcome)), [
    'accepted',
    'deduplicated',
    'accepted',
  ])
})

test('an admin replays at once all that came before the fields were chosen, but no forgery', async () => {
  const source = await make({ kind: 'webhook', proof: { by: 'header', header: 'X-Secret' } }, 'a secret of theirs')
  const secret = { 'x-secret': 'a secret of theirs' }
  for (let n = 0; n < 5; n++) await post(source.url, { address: `early${n}@example.com` }, secret)
  await post(source.url, { address: 'no address' }, secret)
  const forged = await post(source.url, { address: 'forged@example.com' })
  await delivery(forged.id)
  const replayAll = () => app.call('replay-deliveries', { leadSourceId: source.id })
  assert.deepEqual((await replayAll()).body, { accepted: 0, rejected: 6, left: 0, next_cursor: null })
  const settings = { ...source.settings, mapping: { email: '/address' } }
  await app.call('update-lead-source', { leadSourceId: source.id, settings })
  const [one, other] = await Promise.all([replayAll(), replayAll()])
  assert.equal(Number(one.body.accepted) + Number(other.body.accepted), 5)
  assert.deepEqual((await replayAll()).body, { accepted: 0, rejected: 1, left: 0, next_cursor: null })
  assert.equal((await delivery(forged.id)).lead_id, null)
})

test('a sample that changed its shape is kept with the place where nothing stands, and replayed once an admin chose another', async () => {
  const source = await make({ kind: 'webhook', mapping: { email: '/email' } })
  const sent = await post(source.url, { contact: { email: 'moved@example.com' } })
  assert.equal(sent.status, 200)
  const kept = await delivery(sent.id)
  assert.deepEqual([kept.outcome, kept.code], ['rejected', 'lead_source_mapping_empty'])
  assert.match(kept.message ?? '', /\/email/)
  const shown = (await app.call('show-lead-source', { leadSourceId: source.id })).body.source as unknown as { state: string }
  assert.equal(shown.state, 'rejecting')
  await app.call('update-lead-source', {
    leadSourceId: source.id,
    settings: { kind: 'webhook', mapping: { email: '/contact/email' } },
  })
  assert.equal((await app.call('replay-delivery', { deliveryId: sent.id })).status, 200)
})

test('only who knows the secret of a signature or a header brings leads, and a forgery is recorded and no sample', async () => {
  const signed = await make(
    {
      ...settingsOf('generic'),
      proof: webhookServices.find(({ slug }) => slug === 'generic')?.signature,
      mapping: { email: '/email' },
    },
    'a-secret-of-the-sender',
  )
  const body = '{"email":"signed@example.com"}'
  const signature = `sha256=${createHmac('sha256', 'a-secret-of-the-sender').update(body).digest('hex')}`
  const forged = await post(signed.url, body, { 'x-signature-256': `sha256=${'0'.repeat(64)}` })
  assert.equal(forged.status, 401)
  assert.deepEqual((await delivery(forged.id)).code, 'lead_source_unproven')
  assert.equal((await post(signed.url, body)).status, 401)
  assert.equal((await app.call('show-lead-source-sample', { leadSourceId: signed.id })).body.sample, null)
  const taken = await post(signed.url, body, { 'X-Signature-256': signature })
  assert.deepEqual([taken.status, (await delivery(taken.id)).outcome], [200, 'accepted'])

  const byHeader = await make(
    { kind: 'webhook', proof: { by: 'header', header: 'X-Secret' }, mapping: { email: '/email' } },
    'another secret',
  )
  assert.equal((await post(byHeader.url, { email: 'header@example.com' }, { 'x-secret': 'another secre' })).status, 401)
  assert.equal((await post(byHeader.url, { email: 'header@example.com' }, { 'x-secret': 'another secret' })).status, 200)
})

test('a rescheduled or canceled invitee of Calendly is kept as no new lead', { skip: withoutContracts }, async () => {
  const source = await make(settingsOf('calendly'))
  const [booked, cancelled] = examples().filter(({ operation }) => operation === 'POST /calendly')
  const first = await post(source.url, booked?.request.body)
  assert.deepEqual([first.status, (await delivery(first.id)).outcome], [200, 'accepted'])
  const second = await post(source.url, cancelled?.request.body)
  assert.deepEqual([second.status, second.body], [200, { success: true, outcome: 'ignored' }])
  const moved = structuredClone(booked?.request.body) as { payload: { old_invitee: string; uri: string } }
  moved.payload.old_invitee = 'https://api.calendly.com/x'
  moved.payload.uri = 'https://api.calendly.com/y'
  assert.deepEqual((await delivery((await post(source.url, moved)).id)).outcome, 'ignored')
})

test('a bulk replay makes no lead of what an admin said since is no new lead', async () => {
  const source = await make({ kind: 'webhook', unless: '/canceled_at' })
  const booked = await post(source.url, { email: 'booked@example.com' })
  assert.equal((await post(source.url, { email: 'early@example.com', canceled_at: '2026-11-01' })).status, 200)
  const told = await post(source.url, { kind: 'moved', email: 'moved@example.com' })
  assert.deepEqual([(await delivery(booked.id)).outcome, (await delivery(told.id)).outcome], ['rejected', 'rejected'])
  const only = { place: '/kind', is: [''] }
  const settings = { ...source.settings, only, mapping: { email: '/email' } }
  assert.equal((await app.call('update-lead-source', { leadSourceId: source.id, settings })).status, 200)
  const replayed = await app.call('replay-deliveries', { leadSourceId: source.id })
  assert.deepEqual(replayed.body, { accepted: 1, rejected: 1, left: 1, next_cursor: null })
  assert.equal((await leadOf(String((await delivery(booked.id)).lead_id)))?.email, 'booked@example.com')
  assert.equal((await delivery(told.id)).lead_id, null)
})

test('LinkedIn’s challenge is answered for a UUID and for nothing else, and by no other service', async () => {
  const source = await make(settingsOf('linkedin-lead-gen', { proof: { by: 'address' } }), 'a client secret')
  const ask = (url: string, code: string) => fetch(`${url}?challengeCode=${encodeURIComponent(code)}`)
  const answered = await ask(source.url, '890e4665-4dfe-4ab1-b689-ed553bceeed0')
  assert.equal(answered.status, 200)
  assert.equal((await ask(source.url, 'hmacsha256={}')).status, 400)
  assert.equal(
    (await ask((await make({ kind: 'webhook' }, 'a secret'.padEnd(9))).url, '890e4665-4dfe-4ab1-b689-ed553bceeed0')).status,
    405,
  )
})

test('an announcement of LinkedIn is kept and says that LinkedIn gives its answers to approved programs only', async () => {
  const source = await make(settingsOf('linkedin-lead-gen', { proof: { by: 'address' } }), 'a client secret')
  const announced = { type: 'LEAD_ACTION', leadAction: 'CREATED', leadGenFormResponse: 'urn:li:leadGenFormResponse:1' }
  const { status, id } = await post(source.url, announced)
  assert.equal(status, 200, 'LinkedIn is not made to send it again')
  const kept = await delivery(id)
  assert.deepEqual([kept.outcome, kept.code], ['rejected', 'lead_source_without_answers'])
})

interface Example {
  readonly operation: string
  readonly note: string
  readonly request: { readonly contentType?: string; readonly body?: unknown }
}
const examples = (): readonly Example[] => contractFile('form-services/examples.json')

test('every service’s examples of the contracts are read: the address is found where an admin would click it', {
  skip: withoutContracts,
}, () => {
  const slugOf: Readonly<Record<string, string>> = { linkedin: 'linkedin-lead-gen' }
  for (const { operation, note, request } of examples()) {
    const [method, path = ''] = operation.split(' /')
    if (method !== 'POST' || path === 'linkedin' || note.includes('cancelled')) continue
    const service = webhookServices.find(({ slug }) => slug === (slugOf[path] ?? path))
    assert.ok(service, operation)
    const { only, unless, answers, mapping } = service
    const settings = WebhookSettings.parse({ kind: 'webhook', service: service.slug, only, unless, answers, mapping })
    const [type, body] =
      request.contentType === 'multipart/form-data'
        ? ['multipart/form-data; boundary=x', multipart(request.body as Record<string, string>)]
        : [request.contentType ?? '', typeof request.body === 'string' ? request.body : JSON.stringify(request.body)]
    const { value } = openBody({ method: 'POST', url: '/', headers: { 'content-type': type }, body: Buffer.from(body) })
    const found = placesIn(value, settings).filter(({ text }) => text.endsWith('@example.test'))
    assert.ok(found[0], `${operation} (${note}): no place with the address`)
    assert.equal(readPlace(value, found[0].place, answersIn(value, settings)), found[0].text)
    const id = settings.mapping.external_id
    if (id !== undefined && !note.includes('version 1')) assert.notEqual(readPlace(value, id, []), '', `${operation}: its id`)
  }
})

const multipart = (fields: Readonly<Record<string, string>>): string =>
  `${Object.entries(fields)
    .map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')}--x--\r\n`

test('fields of a form become one object, whatever their names, and what they hold as JSON is read', () => {
  const read = (body: string) =>
    openBody({
      ...{ method: 'POST', url: '/', body: Buffer.from(body) },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const { value, text } = read(
    'a%5Bb%5D%5Bc%5D=1&rooms%5B%5D=x&rooms%5B%5D=y&raw=%7B%22id%22%3A9007199254740993%7D&a%5Bd%5D=2&odd%5B=3',
  )
  assert.deepEqual(JSON.parse(text), {
    a: { b: { c: '1' }, d: '2' },
    rooms: ['x', 'y'],
    raw: { id: '9007199254740993' },
    'odd[': '3',
  })
  assert.equal(JSON.stringify(value), text)
  assert.deepEqual(
    JSON.parse(read('__proto__%5Bx%5D=1&constructor=2').text),
    JSON.parse('{"__proto__":{"x":"1"},"constructor":"2"}'),
  )
  assert.equal(({} as { x?: string }).x, undefined)
})

test('a body that is no JSON, a secret in a place, and settings that point nowhere are refused with the field', async () => {
  const source = await make({ kind: 'webhook', mapping: { email: '/email' } })
  assert.equal((await post(source.url, 'email=x')).status, 400)
  assert.equal((await post(source.url, '[1]')).status, 400)
  const refused = await app.call('create-lead-source', {
    name: 'x',
    settings: { kind: 'webhook', mapping: { email: 'email' } },
  })
  assert.equal(refused.status, 400)
  assert.match(String(refused.body.field), /mapping\.email/)
})
