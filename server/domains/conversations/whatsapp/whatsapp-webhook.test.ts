import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { newId } from '#core/ids.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import {
  bodyOf,
  connectNumber,
  messageChange,
  sendWhatsAppWebhook,
  signatureOf,
  statusChange,
  type TestNumber,
} from '#test/support/messaging.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
let number: TestNumber
let orgId = ''
let other: Someone
let others: TestNumber

before(async () => {
  app = await startApp()
  worker = await app.startWorker()
  orgId = app.owner.orgId
  number = await connectNumber(app, orgId, 'one-app')
  other = await app.given.organization()
  others = await connectNumber(app, other.orgId, 'one-app')
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

const messagesOf = (org: string) =>
  app.database.inOrg(org, (db) => db.selectFrom('messages').selectAll().where('org_id', '=', org).orderBy('id').execute())
const inboxOf = (org: string) =>
  app.database.inOrg(org, (db) => db.selectFrom('inbox').selectAll().where('org_id', '=', org).orderBy('id').execute())
const allRead = (org = orgId) =>
  until('everything is read', async () => (await inboxOf(org)).every(({ state }) => state === 'read' || state === 'unreadable'))

test('the check is answered with the challenge as plain text where the verify token is right, at both addresses; else 403', async () => {
  const ask = (path: string, token: string, challenge = '1158201444') =>
    fetch(`${app.url}${path}hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=${challenge}`)
  for (const path of ['/gateway?', `/functions/v1/whatsapp-webhook?connection=${number.connectionId}&`]) {
    const right = await ask(path, number.verifyToken)
    assert.equal(right.status, 200)
    assert.equal(await right.text(), '1158201444')
    assert.match(right.headers.get('content-type') ?? '', /^text\/plain/)
    assert.equal(right.headers.get('x-content-type-options'), 'nosniff')
    const wrong = await ask(path, 'not-it')
    assert.equal(wrong.status, 403)
    assert.equal(((await wrong.json()) as { error: string }).error, 'Invalid verify token')
    assert.equal((await ask(path, number.verifyToken, 'x'.repeat(2_000))).status, 403)
  }
  const foreign = await ask(`/functions/v1/whatsapp-webhook?connection=${number.connectionId}&`, others.verifyToken)
  assert.equal(foreign.status, 403)
})

test('a webhook without a signature, with a wrong one, or signed by another app is refused and stores nothing', async () => {
  const body = bodyOf({ number, changes: [messageChange(number, { waId: '4915112340001' })] })
  const before = (await inboxOf(orgId)).length
  assert.equal((await sendWhatsAppWebhook(app, body, {})).status, 403)
  assert.equal((await sendWhatsAppWebhook(app, body, { signature: 'sha256=00' })).status, 403)
  assert.equal((await sendWhatsAppWebhook(app, body, { secret: 'another-app' })).status, 403)
  assert.equal((await inboxOf(orgId)).length, before)
})

test('every entry, change, message and status of one body is read, by the organization that it is for and no other', async () => {
  const mine = [newId(), newId(), newId()].map((id) => `wamid.${id}`)
  const theirs = `wamid.${newId()}`
  const body = bodyOf(
    {
      number,
      changes: [
        messageChange(number, { waId: '4915112340002', id: mine[0] as string, text: 'one' }),
        messageChange(number, { waId: '4915112340003', id: mine[1] as string, text: 'two' }),
      ],
    },
    { number: others, changes: [messageChange(others, { waId: '4915112340002', id: theirs, text: 'theirs' })] },
    { number, changes: [messageChange(number, { waId: '4915112340002', id: mine[2] as string, text: 'three' })] },
  )
  assert.equal((await sendWhatsAppWebhook(app, body, { secret: 'one-app' })).status, 200)
  await allRead()
  await allRead(other.orgId)
  const found = await messagesOf(orgId)
  assert.deepEqual(
    found
      .filter(({ provider_message_id }) => mine.includes(provider_message_id ?? ''))
      .map(({ body: text }) => text)
      .sort(),
    ['one', 'three', 'two'],
  )
  assert.deepEqual(
    (await messagesOf(other.orgId)).map(({ provider_message_id }) => provider_message_id),
    [theirs],
  )
  const { body: chats } = await app.call('fetch-admin-chats', { filter: 'whatsapp' })
  const thread = (
    chats.conversations as unknown as { client_phone: string; unread_count: number; last_message_preview: string }[]
  ).find(({ client_phone }) => client_phone === '+4915112340002')
  assert.equal(thread?.unread_count, 2)
})

test('the same message by two webhooks at once is one message', async () => {
  const id = `wamid.${newId()}`
  const bodies = Array.from({ length: 6 }, (_, n) =>
    bodyOf({
      number,
      changes: [
        messageChange(number, { waId: '4915112340004', id }),
        messageChange(number, { waId: '4915112340004', text: `${n}` }),
      ],
    }),
  )
  const answers = await Promise.all(bodies.map((body) => sendWhatsAppWebhook(app, body, { secret: 'one-app' })))
  assert.deepEqual(
    answers.map(({ status }) => status),
    bodies.map(() => 200),
  )
  await allRead()
  const found = await messagesOf(orgId)
  assert.equal(found.filter(({ provider_message_id }) => provider_message_id === id).length, 1)
  assert.equal(new Set(found.filter(({ address }) => address === '4915112340004').map(({ deal_id }) => deal_id)).size, 1)
  assert.equal(found.filter(({ address }) => address === '4915112340004').length, 7)
})

test('a body that is no JSON, or nothing that is known, is acknowledged, kept as unreadable, and shown', async () => {
  const path = `/functions/v1/whatsapp-webhook?connection=${number.connectionId}`
  for (const body of ['not json', '{"object":"whatsapp_business_account","entry":"?"}', '[1,2]']) {
    const answer = await sendWhatsAppWebhook(app, body, { secret: 'one-app', path })
    assert.equal(answer.status, 200, body)
    assert.deepEqual(await answer.json(), { success: true })
  }
  await until(
    'they are kept as unreadable',
    async () => (await inboxOf(orgId)).filter(({ state }) => state === 'unreadable').length === 3,
  )
  const { body } = await app.call('list-background-work', { state: 'failed' })
  assert.equal((body.work as unknown as { name: string }[]).filter(({ name }) => name === 'whatsapp-webhook').length, 3)
  // At the shared address nothing says whose it is; the signature does.
  assert.equal((await sendWhatsAppWebhook(app, '{"object":', { secret: 'one-app' })).status, 200)
})

test('a signed body that names an action of ours while it arrives is a webhook all the same', async () => {
  const parts = ['{"type":"list-leads",', '"object":"whatsapp_business_account","entry":[]}']
  async function* slowly() {
    for (const part of parts) {
      yield Buffer.from(part)
      await setTimeout(100)
    }
  }
  const send = (headers: Record<string, string>) =>
    fetch(`${app.url}/gateway`, { method: 'POST', headers, body: ReadableStream.from(slowly()), duplex: 'half' })
  assert.equal((await send({ 'x-hub-signature-256': signatureOf(parts.join(''), 'one-app') })).status, 200)
  assert.equal((await send({})).status, 401)
})

test('a message without a number belongs to the contact of its user id, and one that cannot be shown is stored as such', async () => {
  const userId = `DE.${newId()}`
  const body = bodyOf({
    number,
    changes: [
      messageChange(number, { userId, name: 'Noor', text: 'no number' }),
      messageChange(number, { userId, name: 'Noor', message: { type: 'hologram', hologram: { depth: 3 } } }),
    ],
  })
  assert.equal((await sendWhatsAppWebhook(app, body, { secret: 'one-app' })).status, 200)
  await allRead()
  const { body: chats } = await app.call('fetch-admin-chats', {})
  const thread = (chats.conversations as unknown as { client_name: string; project_id: string }[]).find(
    ({ client_name }) => client_name === 'Noor',
  )
  assert.ok(thread)
  const { body: read } = await app.call('fetch-chat-history', { projectId: thread.project_id })
  assert.deepEqual(
    (read.history as unknown as { kind: string }[]).map(({ kind }) => kind),
    ['text', 'unsupported'],
  )
})

test('a status of a message that is not known yet waits for it', async () => {
  const id = `wamid.${newId()}`
  const body = bodyOf({ number, changes: [statusChange(number, { id, status: 'read' })] })
  assert.equal((await sendWhatsAppWebhook(app, body, { secret: 'one-app' })).status, 200)
  await allRead()
  const kept = await app.database.inOrg(orgId, (db) =>
    db.selectFrom('message_states').select('state').where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst(),
  )
  assert.deepEqual(kept, { state: 'read' })
})
