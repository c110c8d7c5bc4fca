import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { NotNull } from 'kysely'
import { makeVault } from '#core/vault.ts'
import { catalogue } from '#domains/catalogue.ts'
import { readOrigin, triableAt } from '#shapes/origins.ts'
import { gatewayActions, shapeOf, someBody } from '#test/promises/request-bodies.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import type { Answer } from '#test/support/requests.ts'
import { until } from '#test/support/until.ts'
import { readVisitor, signVisitor } from './visitor-tokens.ts'

const site = 'https://www.example.com'
let app: TestApp
let calls = 0
before(async () => {
  app = await startApp({
    env: { TRUSTED_PROXIES: '127.0.0.1', ALLOWED_ORIGIN_DOMAIN: 'foyer.test', PUBLIC_URL: 'https://foyer.test' },
  })
})
after(() => app.stop())

/** Calls an action at its own address, as the script on a page does. Each call says that it comes from elsewhere. */
const fromPage = async (
  name: string,
  body: object,
  { token = '', origin = site as string | null, from = '' } = {},
): Promise<Answer> => {
  const address = from || `203.0.${(++calls >> 8) & 255}.${calls & 255}`
  const response = await fetch(`${app.url}/functions/v1/${name}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': address,
      ...(origin !== null && { origin }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] }
}

interface Visitor {
  readonly sessionId: string
  readonly token: string
}

const givenWidget = async (owner = app.owner, allowedOrigins = [site]): Promise<string> => {
  const { body } = await app.call('create-chat-widget', { name: 'Website', allowedOrigins }, owner)
  return (body as unknown as { widget: { id: string } }).widget.id
}
const givenVisitor = async (widgetId: string): Promise<Visitor> =>
  (await fromPage('start-web-chat', { widgetId })).body as unknown as Visitor
const say = (visitor: Visitor, message: string, more: object = {}): Promise<Answer> =>
  fromPage('log-web-chat', { sessionId: visitor.sessionId, message, role: 'user', ...more }, visitor)
const texts = async (visitor: Visitor, more: object = {}): Promise<string[]> => {
  const { body } = await fromPage('read-web-chat', { sessionId: visitor.sessionId, ...more }, visitor)
  return (body as unknown as { messages: { from: string; text: string }[] }).messages.map(
    ({ from, text }) => `${from}: ${text}`,
  )
}

test('a page of a listed origin begins a chat and may read the answer; a page of another origin is refused by name', async () => {
  const widgetId = await givenWidget()
  const asked = await fetch(`${app.url}/functions/v1/start-web-chat`, {
    method: 'OPTIONS',
    headers: { origin: site, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
  })
  assert.equal(asked.status, 204)
  assert.equal(asked.headers.get('access-control-allow-origin'), site)
  assert.equal(asked.headers.get('access-control-allow-credentials'), null)
  assert.equal(asked.headers.get('access-control-max-age'), '86400')

  const begun = await fromPage('start-web-chat', { widgetId })
  assert.equal(begun.status, 200)
  assert.equal(begun.headers.get('access-control-allow-origin'), site)
  for (const origin of [
    'https://example.com',
    'https://www.example.com.evil.com',
    'http://www.example.com',
    'https://www.example.com:8443',
    'null',
    null,
  ]) {
    const refused = await fromPage('start-web-chat', { widgetId }, { origin })
    assert.deepEqual([refused.status, refused.body.code], [403, 'chat_origin_refused'], String(origin))
  }
  // The rest of the gateway keeps to its own domain, this widget's page or not.
  const elsewhere = await fetch(`${app.url}/gateway`, { method: 'OPTIONS', headers: { origin: site } })
  assert.equal(elsewhere.status, 403)
  const other = await fetch(`${app.url}/functions/v1/integration-refresh`, { method: 'OPTIONS', headers: { origin: site } })
  assert.equal(other.status, 403)
})

test('the origins of a list are checked, one by one, and kept as browsers name them', async () => {
  const { body } = await app.call('create-chat-widget', {
    name: 'Many',
    allowedOrigins: [
      'https://Example.com/contact?x#y',
      'https://example.com',
      'http://localhost:8080',
      'https://xn--mller-kva.de:8443',
    ],
  })
  assert.deepEqual((body as unknown as { widget: { allowed_origins: string[] } }).widget.allowed_origins, [
    'https://example.com',
    'http://localhost:8080',
    'https://xn--mller-kva.de:8443',
  ])
  for (const wrong of [
    'http://example.com',
    'example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    'https://*.example.com',
    'https://a:b@example.com',
    '*',
    'null',
  ]) {
    const refused = await app.call('create-chat-widget', { name: 'x', allowedOrigins: [site, wrong] })
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.field],
      [400, 'chat_origin_invalid', 'allowedOrigins.1'],
      wrong,
    )
  }
  assert.equal(readOrigin('https://müller.de'), 'https://xn--mller-kva.de')
  assert.deepEqual(triableAt('http://127.0.0.1:3000'), ['http://localhost:3000', 'http://127.0.0.1:3000'])
})

test('the first message makes one contact, one deal and one conversation, also when it comes eight times at once', async () => {
  const owner = await app.given.organization()
  const visitor = await givenVisitor(await givenWidget(owner))
  const sent = await Promise.all(
    Array.from({ length: 8 }, (_, n) => say(visitor, `Message ${n % 4}`, { clientMessageId: String(n % 4) })),
  )
  assert.deepEqual([...new Set(sent.map(({ status }) => status))], [200])
  assert.equal(new Set(sent.map(({ body }) => String(body.projectId))).size, 1, 'one deal')
  assert.equal(new Set(sent.map(({ body }) => String(body.messageId))).size, 4, 'a repeat is the same message')
  const { deals, contacts, messages, sessions } = await app.database.inOrg(owner.orgId, async (db) => ({
    deals: await db.selectFrom('deals').select(['id', 'kind', 'assigned_to']).execute(),
    contacts: await db.selectFrom('contacts').select(['full_name', 'email']).execute(),
    messages: await db.selectFrom('messages').select(['channel', 'direction']).execute(),
    sessions: await db.selectFrom('chat_sessions').select(['origin', 'widget_id']).execute(),
  }))
  assert.deepEqual(deals, [{ id: sent[0]?.body.projectId, kind: 'web_chat', assigned_to: owner.personId }])
  assert.deepEqual(contacts, [{ full_name: null, email: null }])
  assert.deepEqual([messages.length, sessions.length], [4, 1])
  assert.equal((await texts(visitor)).length, 4)
  const other = await say(visitor, 'Another message', { clientMessageId: '0' })
  assert.deepEqual([other.status, other.body.code], [422, 'client_id_reused'])
  assert.equal((await texts(visitor)).length, 4)
})

test('answers here appear there, and nothing else does: no note, no other session, nothing of another channel', async () => {
  const owner = await app.given.organization()
  const widgetId = await givenWidget(owner)
  const [visitor, other] = [await givenVisitor(widgetId), await givenVisitor(widgetId)]
  const { body } = await say(visitor, 'Do you build in winter?')
  await say(other, 'I am somebody else')
  const projectId = String(body.projectId)
  const answered = await app.call(
    'log-web-chat',
    { sessionId: visitor.sessionId, message: 'All year round.', role: 'agent' },
    owner,
  )
  assert.equal(answered.status, 200)
  await app.database.inOrg(owner.orgId, async (db) => {
    const { contact_id } = await db
      .selectFrom('deals')
      .select('contact_id')
      .where('id', '=', projectId)
      .$narrowType<{ contact_id: NotNull }>()
      .executeTakeFirstOrThrow()
    const row = { org_id: owner.orgId, contact_id, kind: 'text', at: new Date() }
    await db
      .insertInto('messages')
      .values([
        { ...row, id: crypto.randomUUID(), channel: 'note', direction: 'note', body: 'Careful, a competitor' },
        {
          ...row,
          id: crypto.randomUUID(),
          channel: 'whatsapp',
          direction: 'in',
          body: 'My private number',
          address: visitor.sessionId,
        },
      ])
      .execute()
  })
  assert.deepEqual(await texts(visitor), ['user: Do you build in winter?', 'agent: All year round.'])
  assert.deepEqual(await texts(other), ['user: I am somebody else'])
  const foreign = await fromPage('read-web-chat', { sessionId: other.sessionId }, visitor)
  assert.deepEqual([foreign.status, foreign.body.code], [403, 'chat_session_foreign'])
  const asAgent = await fromPage('log-web-chat', { sessionId: visitor.sessionId, message: 'x', role: 'agent' }, visitor)
  assert.deepEqual([asAgent.status, asAgent.body.code], [403, 'forbidden'])
})

test('an address that a visitor gives joins them to no contact: it is a claim beside each session, and answers stay with their session', async () => {
  const owner = await app.given.organization()
  const widgetId = await givenWidget(owner)
  const zoe = (await app.call('create-deal', { client: { name: 'Zoe', email: 'zoe@example.com' } }, owner)).body as unknown as {
    deal: { id: string; contact: { id: string } }
  }
  const [real, liar] = [await givenVisitor(widgetId), await givenVisitor(widgetId)]
  const { body: first } = await say(real, 'My secret plan')
  const identified = await fromPage(
    'identify-web-visitor',
    { sessionId: real.sessionId, name: 'Maya', email: 'maya@example.com' },
    real,
  )
  assert.deepEqual([identified.status, identified.body.success], [200, true])
  const { body: claimedDeal } = await say(liar, '?')
  const claimed = await fromPage('identify-web-visitor', { sessionId: liar.sessionId, email: 'ZOE@example.com' }, liar)
  assert.deepEqual(claimed.body, identified.body, 'the answer does not tell whether the address is known')

  const { roots, notes } = await app.database.inOrg(owner.orgId, async (db) => ({
    roots: await db.selectFrom('contacts').select(['email', 'full_name']).where('root_id', 'is', null).orderBy('id').execute(),
    notes: await db
      .selectFrom('messages')
      .select(['body', 'is_unverified'])
      .where('channel', '=', 'note')
      .orderBy('id')
      .execute(),
  }))
  assert.deepEqual(
    roots.map(({ email, full_name }) => [email, full_name]),
    [
      ['zoe@example.com', 'Zoe'],
      [null, 'Maya'],
      [null, null],
    ],
  )
  assert.deepEqual(
    notes.map(({ body }) => body),
    ['The visitor says: Maya, maya@example.com. Not verified.', 'The visitor says: ZOE@example.com. Not verified.'],
  )
  assert.ok(notes.every(({ is_unverified }) => is_unverified))
  // Zoe's thread is untouched by it, and no answer of hers goes there.
  const reply = (projectId: unknown, message: string, more: object = {}) =>
    app.call('reply-chat', { projectId, clientMessageId: crypto.randomUUID(), message, ...more }, owner)
  const refused = await reply(zoe.deal.id, 'Your code is 4711')
  assert.deepEqual([refused.status, refused.body.code], [409, 'no_channel'])
  assert.equal((await reply(claimedDeal.projectId, 'Who are you?')).status, 200)
  assert.deepEqual(await texts(liar), ['user: ?', 'agent: Who are you?'])

  // A member who is sure says so, and can take it back.
  const shown = (await app.call('show-contact', { contactId: zoe.deal.contact.id }, owner)).body as unknown as {
    claims: { id: string; value: string; source: string; known_as: { id: string } }[]
  }
  assert.deepEqual(
    shown.claims.map(({ value, source, known_as }) => [value, source, known_as.id]),
    [['ZOE@example.com', 'web_chat', zoe.deal.contact.id]],
  )
  const decided = await app.call('decide-claim', { claimId: shown.claims[0]?.id, accept: true }, owner)
  assert.deepEqual([decided.status, decided.body.contactId], [200, zoe.deal.contact.id])
  // Two sessions of one person now: an answer goes to the one that is answered.
  await say(liar, 'It is really me')
  assert.equal((await reply(zoe.deal.id, 'Welcome back')).status, 200)
  assert.deepEqual((await texts(liar)).slice(2), ['user: It is really me', 'agent: Welcome back'])
  const undone = await app.call('undo-merge', { mergeId: decided.body.mergeId }, owner)
  assert.equal(undone.status, 200)
  assert.equal((await reply(zoe.deal.id, 'Your code is 4711')).body.code, 'no_channel')

  // A second claim of the same visitor joins as little as the first.
  await fromPage('identify-web-visitor', { sessionId: liar.sessionId, email: 'maya@example.com' }, liar)
  assert.equal((await reply(first.projectId, 'Maya, your plan is ready')).status, 200)
  assert.deepEqual(await texts(real), ['user: My secret plan', 'agent: Maya, your plan is ready'])
  assert.equal((await texts(liar)).length, 4)

  // Said before the first word, it is the same.
  const third = await givenVisitor(widgetId)
  await fromPage('identify-web-visitor', { sessionId: third.sessionId, email: 'zoe@example.com' }, third)
  const { body: last } = await say(third, 'Once more')
  assert.ok(![zoe.deal.id, first.projectId, claimedDeal.projectId].includes(String(last.projectId)))
  const wrong = await fromPage('identify-web-visitor', { sessionId: third.sessionId, email: 'maya@' }, third)
  assert.deepEqual([wrong.status, wrong.body.code], [400, 'email_malformed'])
})

test('a visitor’s token opens their chat and nothing else: every other action, and every other transport, refuses it', async () => {
  const visitor = await givenVisitor(await givenWidget())
  const own = new Set(['log-web-chat', 'read-web-chat', 'identify-web-visitor', 'start-web-chat'])
  let refused = 0
  for (const action of gatewayActions.filter(({ name }) => !own.has(name))) {
    const response = await fetch(`${app.url}/gateway`, {
      method: 'POST',
      headers: { authorization: `Bearer ${visitor.token}`, 'x-forwarded-for': `198.51.${(++calls >> 8) & 255}.${calls & 255}` },
      body: JSON.stringify({ ...someBody(shapeOf(action)), type: action.name }),
    })
    assert.ok([401, 403].includes(response.status), `${action.name}: ${response.status}`)
    refused++
  }
  assert.ok(refused > 60)
  for (const [path, method] of [
    ['/live', 'GET'],
    ['/mcp', 'POST'],
    ['/v1/leads', 'POST'],
    ['/download/export-leads', 'GET'],
    ['/uploads/01900000-0000-7000-8000-000000000000/content?from=0', 'PUT'],
  ] as const) {
    const response = await fetch(app.url + path, {
      method,
      headers: { authorization: `Bearer ${visitor.token}`, 'content-type': 'application/json' },
      ...(method !== 'GET' && { body: '{"email":"a@example.com"}' }),
    })
    assert.ok([401, 403].includes(response.status), `${path}: ${response.status}`)
  }
  for (const token of [
    '',
    'fo_chat_',
    `${visitor.token}x`,
    visitor.token.replace('v1', 'v2'),
    visitor.token.slice(0, -4),
    app.owner.token.slice(0, -4),
  ])
    assert.equal((await fromPage('read-web-chat', { sessionId: visitor.sessionId }, { token })).status, 401)
  assert.equal((catalogue as readonly { website?: true }[]).filter(({ website }) => website).length, own.size)
})

test('a token lasts 90 days, is of this installation, and keeps its session when it is renewed', async () => {
  const vault = makeVault(Buffer.alloc(32, 1))
  const now = new Date('2030-01-01T00:00:00Z')
  const id = '01900000-0000-7000-8000-000000000000'
  const token = signVisitor(vault, { orgId: id, sessionId: id, widgetId: id }, now)
  const afterDays = (days: number): Date => new Date(now.getTime() + days * 86_400_000)
  assert.equal(readVisitor(vault, token, afterDays(89))?.sessionId, id)
  assert.equal(readVisitor(vault, token, afterDays(90)), null)
  assert.equal(readVisitor(makeVault(Buffer.alloc(32, 2)), token, now), null)
  assert.equal(readVisitor(vault, `fo_chat_${vault.seal('{}', 'something else')}`, now), null)

  const widgetId = await givenWidget()
  const visitor = await givenVisitor(widgetId)
  const again = await fromPage('start-web-chat', { widgetId, token: visitor.token })
  assert.equal(again.body.sessionId, visitor.sessionId)
  const otherWidget = await fromPage('start-web-chat', { widgetId: await givenWidget(), token: visitor.token })
  assert.notEqual(otherWidget.body.sessionId, visitor.sessionId)
})

test('a widget that was disabled, removed or taken from a site accepts no messages there', async () => {
  const widgetId = await givenWidget()
  const visitor = await givenVisitor(widgetId)
  assert.equal((await say(visitor, 'Hello')).status, 200)
  const { body: moved } = await app.call('update-chat-widget', { widgetId, allowedOrigins: ['https://other.example.com'] })
  assert.deepEqual((moved as unknown as { widget: { allowed_origins: string[] } }).widget.allowed_origins, [
    'https://other.example.com',
  ])
  assert.equal((await say(visitor, 'Hello')).body.code, 'chat_origin_refused')
  await app.call('update-chat-widget', { widgetId, allowedOrigins: [site], isEnabled: false })
  assert.equal((await say(visitor, 'Hello')).body.code, 'chat_widget_off')
  assert.equal((await fromPage('start-web-chat', { widgetId })).body.code, 'chat_widget_off')
  await app.call('remove-chat-widget', { widgetId })
  assert.equal((await say(visitor, 'Hello')).body.code, 'chat_widget_not_found')
  assert.equal((await fromPage('start-web-chat', { widgetId })).body.code, 'chat_widget_not_found')
})

test('one address begins ten chats a minute and continues those it has; a message has a limit, and a closed chat opens again', async () => {
  const owner = await app.given.organization()
  const widgetId = await givenWidget(owner)
  const visitors = await Promise.all(Array.from({ length: 11 }, () => givenVisitor(widgetId)))
  const from = '192.0.2.7'
  const statuses: number[] = []
  for (const visitor of visitors) {
    const body = { sessionId: visitor.sessionId, message: 'x'.repeat(4_000), role: 'user' }
    statuses.push((await fromPage('log-web-chat', body, { ...visitor, from })).status)
  }
  assert.deepEqual(statuses, [...Array(10).fill(200), 429])
  const [visitor] = visitors as [Visitor, ...Visitor[]]
  assert.equal(
    (await fromPage('log-web-chat', { sessionId: visitor.sessionId, message: 'more', role: 'user' }, { ...visitor, from }))
      .status,
    200,
  )
  assert.equal((await say(visitor, 'x'.repeat(4_001))).status, 400)
  assert.equal((await say(visitor, ' \n ')).status, 400)

  const { body } = await say(visitor, 'Still here')
  await app.call('update-chat-session', { projectId: body.projectId, action: 'close', userId: owner.personId }, owner)
  await say(visitor, 'One more thing')
  const rows = await app.database.inOrg(owner.orgId, (db) =>
    db.selectFrom('conversations').select('session_status').where('last_preview', '=', 'One more thing').execute(),
  )
  assert.deepEqual(rows, [{ session_status: 'open' }])
})

test('a listening page gets an answer at once, and nothing of another visitor', async () => {
  const owner = await app.given.organization()
  const widgetId = await givenWidget(owner)
  const [visitor, other] = [await givenVisitor(widgetId), await givenVisitor(widgetId)]
  await say(visitor, 'Hello')
  await say(other, 'Hello')
  const stop = new AbortController()
  const heard = { visitor: '', other: '' }
  const hear = async (who: keyof typeof heard, { token }: Visitor): Promise<void> => {
    const response = await fetch(`${app.url}/chat/events`, {
      headers: { authorization: `Bearer ${token}`, origin: site },
      signal: stop.signal,
    })
    assert.equal(response.headers.get('access-control-allow-origin'), '*')
    for await (const chunk of response.body ?? []) heard[who] += Buffer.from(chunk).toString()
  }
  const listening = [hear('visitor', visitor), hear('other', other)].map((each) => each.catch(() => {}))
  await until('the streams', async () => heard.visitor.includes('open') && heard.other.includes('open'))
  await app.call('log-web-chat', { sessionId: visitor.sessionId, message: 'Hello Maya', role: 'agent' }, owner)
  await until('the news', async () => heard.visitor.includes('event: news'))
  assert.ok(!heard.other.includes('news'))
  stop.abort()
  await Promise.all(listening)
  assert.equal((await fetch(`${app.url}/chat/events`)).status, 401)
  assert.equal((await fetch(`${app.url}/chat/events`, { headers: { authorization: `Bearer ${owner.token}` } })).status, 401)
})
