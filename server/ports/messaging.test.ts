import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { makeHttp, NoAnswer } from '#core/outbound/http.ts'
import { CircuitOpen, type ProviderHttp, type ProviderRequest } from '#core/outbound/provider-http.ts'
import type { IncomingMessage, Messaging, MessagingNews, OutgoingMessage } from '#ports/messaging.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { readAllowedTarget } from '#shapes/networks.ts'
import { contractFile, openContract, withoutContracts } from '#test/support/contracts.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { until } from '#test/support/until.ts'
import { phonesAt, startReceiver } from '#test/support/whatsapp.ts'
import { whatsappPort } from '../providers/whatsapp/port.ts'

let sandbox: TestSandbox
let receiver: Awaited<ReturnType<typeof startReceiver>>
let ours: Messaging
const loopback = readAllowedTarget('127.0.0.1')
const way = makeHttp({ allowed: loopback ? [loopback] : [] })
/** Every call that was made. */
const calls: ProviderRequest[] = []
const http: ProviderHttp = {
  send: (request) => {
    calls.push(request)
    return way.send(request)
  },
}
const credentials = {
  accessToken: 'EAAport0001',
  phoneNumberId: '106540352242922',
  businessAccountId: '102290129340398',
  appSecret: '',
  verifyToken: 'verify-me',
}
const openAt = (base: string, more: Partial<typeof credentials> = {}, through: ProviderHttp = http): Messaging =>
  whatsappPort.open({
    ...{ base, pageBase: base, http: through, now: () => new Date() },
    mode: 'live',
    credentials: { ...credentials, ...more },
  })
const phones = () => phonesAt(sandbox.address, credentials.phoneNumberId)

before(async () => {
  sandbox = await startSandbox()
  receiver = await startReceiver(credentials.verifyToken)
  ours = openAt(sandbox.address)
  await ours.test()
  await ours.subscribe(receiver.url, credentials.verifyToken)
})
after(async () => {
  receiver.stop()
  await sandbox.stop()
  await way.destroy()
})

const text = (to: OutgoingMessage['to'], words: string, more: Partial<OutgoingMessage> = {}): OutgoingMessage =>
  ({ to, ours: `m-${words}`, replyTo: null, kind: 'text', text: words, ...more }) as OutgoingMessage
const template = (
  to: OutgoingMessage['to'],
  name: string,
  language: string,
  values: string[],
  components: unknown[] | null = null,
) => ({ to, ours: `t-${name}`, replyTo: null, kind: 'template', name, language, values, components }) as const
const newsOf = (): MessagingNews[] =>
  receiver.came.flatMap(({ body }) => {
    const news = whatsappPort.parseWebhook(body)
    return news ? [news] : []
  })
const incoming = (id: string): Promise<IncomingMessage> =>
  until('the message', async () =>
    newsOf()
      .flatMap(({ messages }) => messages)
      .find(({ messageId }) => messageId === id),
  )
const trouble = async (
  doing: Promise<unknown>,
  kind: ProviderError['kind'],
  code: string | null = null,
): Promise<ProviderError> => {
  const error = await doing.then(
    () => null,
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof ProviderError, `it was to be ${kind}: ${error}`)
  assert.deepEqual([error.kind, error.code], [kind, code], error.reason)
  assert.doesNotMatch(`${error.reason} ${error.stack}`, /EAA|\d{9}|https?:\/\/(?!.*node)|\n.*secret/)
  return error
}

test('a test call names the owner of the number; a dead token and another account’s number are named', async () => {
  assert.match((await ours.test()).account, /^Business \d+, \+1555\d{7}$/)
  assert.equal((await ours.test()).isLive, false, 'a number of the sandbox')
  await trouble(openAt(sandbox.address, { accessToken: 'EAAexpired01' }).test(), 'credentials', '190')
  await trouble(openAt(sandbox.address, { phoneNumberId: '999999' }).test(), 'refused', '100')
  await trouble(openAt(sandbox.address, { businessAccountId: '999999' }).test(), 'refused', '100')
  await trouble(ours.subscribe(receiver.url, 'something-else'), 'refused', '2200')
})

test('a message of a customer is answered: text, reply and reaction go out, and each status comes back with our own word', async () => {
  const { id, number } = await phones().add({ name: 'Zoë', number: '+44 7700 900123' })
  const asked = await phones().write(id, { text: 'Does it come in another colour? ✓' })
  const came = await incoming(asked.id)
  assert.deepEqual(
    [came.kind, came.text, came.sender.phoneDigits, came.sender.name, came.phoneNumberId, came.businessAccountId],
    ['text', 'Does it come in another colour? ✓', number, 'Zoë', credentials.phoneNumberId, credentials.businessAccountId],
  )
  assert.equal(came.at.getTime(), asked.at * 1_000)

  const sent = await ours.send(text({ phone: `+${number}` }, 'In green.', { replyTo: asked.id }))
  assert.match(sent.messageId, /^wamid\./)
  assert.equal(sent.recipient, number)
  const shown = await phones().received(id, 'In green.')
  assert.deepEqual([shown.id, shown.reply_to?.id], [sent.messageId, asked.id])
  await ours.send({ to: { phone: `+${number}` }, ours: 'r', replyTo: null, kind: 'reaction', emoji: '👍', about: asked.id })
  assert.equal((await phones().messages(id)).find((each) => each.id === asked.id)?.reactions.business, '👍')

  const statuses = () =>
    newsOf()
      .flatMap((each) => each.statuses)
      .filter(({ messageId }) => messageId === sent.messageId)
  await until('delivered', async () => statuses().some(({ state }) => state === 'delivered'))
  await phones().read(id)
  await until('read', async () => statuses().some(({ state }) => state === 'read'))
  assert.deepEqual(
    statuses().map(({ state, ours: word, recipient }) => [state, word, recipient]),
    ['sent', 'delivered', 'read'].map((state) => [state, 'm-In green.', number]),
  )
})

test('every kind of message is read; an unknown kind is shown as such, with all of it stored', async () => {
  const { id } = await phones().add({ name: 'Kinds', number: '+44 7700 900124' })
  const of = async (message: object) => incoming((await phones().write(id, message)).id)
  const picture = await of({ kind: 'image', text: 'A hill' })
  assert.deepEqual([picture.kind, picture.text, picture.media?.type], ['image', 'A hill', 'image/png'])
  const file = await of({ kind: 'document', name: 'plan.pdf', mimeType: 'application/pdf', base64: 'JVBERi0=' })
  assert.deepEqual([file.kind, file.media?.name, file.media?.type], ['document', 'plan.pdf', 'application/pdf'])
  const fetched = await ours.fetchMedia(file.media?.id ?? '')
  assert.deepEqual([fetched.type, fetched.content.toString()], ['application/pdf', '%PDF-'])
  for (const kind of ['audio', 'video', 'sticker'] as const) assert.equal((await of({ kind })).kind, kind)
  const place = await of({ kind: 'location', text: 'The gate', latitude: 52.5, longitude: -13.25, address: 'A street 1' })
  assert.deepEqual(place.location, { latitude: 52.5, longitude: -13.25, name: 'The gate', address: 'A street 1' })
  const card = await of({ kind: 'contacts', card: { name: 'Ada King', phone: '+44 20 7946 0000', email: 'ada@example.com' } })
  assert.deepEqual(card.contacts, [{ name: 'Ada King', phones: ['+44 20 7946 0000'], emails: ['ada@example.com'] }])
  const given = await of({ kind: 'reaction', about: picture.messageId, emoji: '❤️' })
  assert.deepEqual(given.reaction, { emoji: '❤️', about: picture.messageId })
  const taken = await of({ kind: 'reaction', about: picture.messageId })
  assert.deepEqual(taken.reaction, { emoji: '', about: picture.messageId })
  const pressed = await of({ kind: 'button', text: 'See you then', replyTo: picture.messageId })
  assert.deepEqual([pressed.kind, pressed.text, pressed.replyTo], ['button', 'See you then', picture.messageId])
  const chosen = await of({ kind: 'interactive', text: 'Yes' })
  assert.deepEqual([chosen.kind, chosen.text], ['interactive', 'Yes'])
  const unknown = await of({ kind: 'unsupported' })
  assert.deepEqual([unknown.kind, unknown.text], ['unsupported', null])
  assert.ok(Array.isArray(unknown.raw.errors))
})

test('a contact with a username and no number is known by an id, and is written to by it; a new number names the former one', async () => {
  const { id, number } = await phones().add({ name: 'Ravi', number: '+91 98765 43210', username: 'ravi.k', hidesNumber: true })
  const hidden = await incoming((await phones().write(id, { text: 'Namaste' })).id)
  assert.deepEqual([hidden.sender.phoneDigits, hidden.sender.username, hidden.sender.name], [null, 'ravi.k', 'Ravi'])
  const userId = hidden.sender.userId ?? ''
  assert.match(userId, /^IN\.\d+$/)
  const sent = await ours.send(text({ userId }, 'Hello Ravi'))
  assert.equal(sent.recipient, userId)
  await phones().received(id, 'Hello Ravi')
  const status = await until('its status', async () =>
    newsOf()
      .flatMap((each) => each.statuses)
      .find(({ messageId }) => messageId === sent.messageId),
  )
  assert.equal(status.recipient, userId)

  await phones().change(id, { hidesNumber: false })
  const open = await incoming((await phones().write(id, { text: 'Here is my number' })).id)
  assert.deepEqual([open.sender.phoneDigits, open.sender.userId], [number, userId])
  await phones().change(id, { number: '+91 98765 43211' })
  const moved = await until('the news of the number', async () =>
    newsOf()
      .flatMap(({ messages }) => messages)
      .find(({ changedTo }) => changedTo === '919876543211'),
  )
  assert.deepEqual([moved.kind, moved.sender.phoneDigits, moved.sender.userId], ['system', number, userId])
  const next = await incoming((await phones().write(id, { text: 'It is me' })).id)
  assert.deepEqual([next.sender.phoneDigits, next.sender.userId], ['919876543211', moved.changedUserId])
})

test('templates come with how many values they want, and each value goes where it belongs', async () => {
  const { items, next } = await ours.listTemplates(null)
  assert.equal(next, null)
  assert.deepEqual(
    items.map(({ name, language, status, variables }) => [name, language, status, variables]),
    [
      ['hello_world', 'en_US', 'APPROVED', 0],
      ['follow_up', 'en_US', 'APPROVED', 1],
      ['follow_up', 'de', 'APPROVED', 1],
      ['appointment_reminder', 'en_US', 'APPROVED', 2],
      ['appointment_reminder', 'de', 'APPROVED', 2],
      ['order_update', 'en_US', 'APPROVED', 3],
      ['booking_confirmed', 'en_US', 'APPROVED', 2],
      ['spring_offer', 'en_US', 'PAUSED', 1],
      ['free_money', 'en_US', 'REJECTED', 0],
      ['how_to_find_us', 'en_US', 'APPROVED', 5],
      ['summer_picture', 'en_US', 'APPROVED', 3],
      ['login_code', 'en_US', 'APPROVED', 1],
      ['our_rooms', 'en_US', 'APPROVED', 1],
    ],
  )
  assert.deepEqual(items.map(({ reason }) => reason).filter(Boolean), ['ABUSIVE_CONTENT'])
  const of = (name: string) => items.find((each) => each.name === name)?.components as unknown[]
  // The number is unknown: a lead, say, that never wrote. A template reaches it.
  const to = { phone: '+16505550199' }
  await ours.send(template(to, 'order_update', 'en_US', ['A-17', 'on its way', 'a-17'], of('order_update')))
  await phones().received('16505550199', 'Order A-17\nYour order is on its way.')
  await ours.send(template(to, 'booking_confirmed', 'en_US', ['Sheena', 'Monday'], of('booking_confirmed')))
  await phones().received('16505550199', 'Hello Sheena, your booking for Monday is confirmed.')
  await ours.send(template(to, 'follow_up', 'de', ['Sheena']))
  await phones().received('16505550199', 'Hallo Sheena, dürfen wir auf Ihre Frage zurückkommen?')
  await ours.send(template(to, 'hello_world', 'en_US', []))

  const place = ['52.52', '13.405', 'Foyer', 'Main Street 1']
  await ours.send(template(to, 'how_to_find_us', 'en_US', [...place, 'Sheena'], of('how_to_find_us')))
  await phones().received('16505550199', 'Foyer, Main Street 1 (52.52, 13.405)\nHello Sheena, this is where we meet.')
  const picture = 'https://example.com/summer.jpg'
  await ours.send(template(to, 'summer_picture', 'en_US', [picture, 'Sheena', 'SUN20'], of('summer_picture')))
  await phones().received('16505550199', `${picture}\nSummer is here, Sheena.`)
  await ours.send(template(to, 'login_code', 'en_US', ['424242'], of('login_code')))
  await phones().received('16505550199', '*424242* is your verification code.')
  await trouble(ours.send(template(to, 'our_rooms', 'en_US', ['Sheena'], of('our_rooms'))), 'refused', '132018')
  const wrong = template(to, 'summer_picture', 'en_US', ['http://example.com', 'Sheena', 'SUN20'], of('summer_picture'))
  await trouble(ours.send(wrong), 'refused', '132012')

  await trouble(ours.send(template(to, 'order_update', 'en_US', ['A-17'], of('order_update'))), 'refused', '132000')
  await trouble(ours.send(template(to, 'follow_up', 'en_US', ['a', 'b'])), 'refused', '132000')
  await trouble(ours.send(template(to, 'follow_up', 'fr', ['a'])), 'refused', '132001')
  await trouble(ours.send(template(to, 'spring_offer', 'en_US', ['a'])), 'refused', '132015')
  await trouble(ours.send(template(to, 'free_money', 'en_US', [])), 'refused', '132001')
  await trouble(ours.send(text(to, 'Hi')), 'refused', '131047')
  await trouble(ours.send(text({ phone: '+16505550000' }, 'Hi')), 'refused', '131026')
})

test('a message is never resent automatically: no answer is uncertain, and a message that did not leave says so', async () => {
  const { id, number } = await phones().add({ name: 'Once', number: '+44 7700 900125' })
  await phones().write(id, { text: 'Hello' })
  const before = calls.length
  const to = { phone: `+${number}` }
  const suffer = async (dial: object, kind: ProviderError['kind'], code: string | null = null) => {
    await sandbox.turn('whatsapp', { only: '/messages', ...dial })
    const found = await trouble(ours.send(text(to, 'Once')), kind, code)
    await sandbox.turn('whatsapp')
    return found
  }
  await suffer({ kind: 'lost' }, 'uncertain')
  await suffer({ kind: 'reset' }, 'uncertain')
  await suffer({ kind: 'html' }, 'uncertain')
  await suffer({ kind: 'ok_error_body' }, 'uncertain', '1')
  await suffer({ kind: 'error_500' }, 'uncertain', '1')
  await suffer({ kind: 'error_503' }, 'busy', '2')
  await suffer({ kind: 'redirect_loop' }, 'unreachable')
  const slow = await suffer({ kind: 'rate_limited' }, 'busy', '130429')
  assert.equal(slow.retryAfterMs, 1_000)
  assert.ok(calls.slice(before).every(({ canRepeat }) => !canRepeat))
  assert.equal(calls.slice(before).length, 8, 'each was asked for once')
  // Lost and broken responses were of delivered messages: that is why they are never resent automatically.
  const arrived = (await phones().messages(id)).filter(({ from }) => from === 'business')
  assert.equal(arrived.length, 2)

  await trouble(openAt('http://127.0.0.1:9').send(text(to, 'Hi')), 'unreachable')
  const throwing = (error: Error): Messaging => openAt(sandbox.address, {}, { send: () => Promise.reject(error) })
  await trouble(throwing(new NoAnswer('timed_out', 'No response within 15 s.')).send(text(to, 'Hi')), 'uncertain')
  await trouble(throwing(new CircuitOpen(new Date(Date.now() + 5_000))).send(text(to, 'Hi')), 'unreachable')
  await trouble(throwing(new NoAnswer('timed_out', 'No response within 15 s.')).test(), 'unreachable')
})

test('the platform’s error codes say how to fix them, and repeat no content', async () => {
  const answers: object[] = []
  const server = createServer((_request, response) => {
    const { status, ...body } = answers.shift() as { status: number }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()))
  const there = openAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const kinds = {
    credentials: [190, 10, 200, 0],
    refused: [100, 131047, 131026, 131030, 132000, 132001, 133010, 131051],
    busy: [4, 80007, 130429, 131056, 131048, 2],
    uncertain: [1, 131000],
  } as const
  for (const [kind, codes] of Object.entries(kinds))
    for (const code of codes) {
      const message = `(#${code}) No way for +1 650 555 1234 with EAAsecret1 at https://x.example.com/a`
      answers.push({ status: 400, error: { message, type: 'OAuthException', code } })
      const { reason } = await trouble(there.send(text({ phone: '+16505551234' }, 'Hi')), kind as 'busy', String(code))
      assert.equal(reason, `WhatsApp says: No way for … with … at … (${code})`)
    }
  server.close()
  server.closeAllConnections()
})

test('a file is fetched from the platform’s own hosts only, and no other host sees the token', async () => {
  const asked: string[] = []
  const naming = (url: string): Messaging =>
    openAt(
      'https://graph.facebook.com',
      {},
      {
        async send(request) {
          asked.push(new URL(request.url).hostname)
          const isFirst = asked.length === 1
          const body = isFirst ? JSON.stringify({ url, mime_type: 'image/png' }) : 'bytes'
          return { status: 200, headers: {}, body: Buffer.from(body), isCut: false, url: request.url }
        },
      },
    )
  for (const url of [
    'https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1',
    'https://scontent.xx.fbcdn.net/v/1',
    'https://mmg.whatsapp.net/d/1',
  ]) {
    asked.length = 0
    assert.equal((await naming(url).fetchMedia('1234')).content.toString(), 'bytes')
  }
  for (const url of [
    'https://evil.example.com/',
    'https://fbcdn.net.evil.example.com/',
    'https://evilfbcdn.net/',
    'http://lookaside.fbsbx.com/',
    'https://lookaside.fbsbx.com:8443/',
    'https://user@evil.example.com/facebook.com',
    'no address',
  ]) {
    asked.length = 0
    await trouble(naming(url).fetchMedia('1234'), 'refused')
    assert.deepEqual(asked, ['graph.facebook.com'], url)
  }
  asked.length = 0
  await trouble(naming('https://x.fbcdn.net/').fetchMedia('../../me'), 'refused')
  assert.deepEqual(asked, [])
})

test('a webhook is believed if the app’s secret signed its bytes, and no other way', () => {
  const body = Buffer.from('{"object":"whatsapp_business_account","entry":[]}')
  const signature = `sha256=${createHmac('sha256', 'secret').update(body).digest('hex')}`
  const signed = (header: string | undefined, secret = 'secret', bytes = body): boolean =>
    whatsappPort.isSigned({ headers: { 'x-hub-signature-256': header }, body: bytes }, { appSecret: secret })
  assert.ok(signed(signature))
  const others = [
    undefined,
    '',
    'sha256=',
    signature.slice(0, -1),
    signature.toUpperCase(),
    `sha1=${signature.slice(7)}`,
    `${signature}0`,
  ]
  for (const header of others) assert.ok(!signed(header), header)
  assert.ok(!signed(signature, 'another'))
  assert.ok(!signed(signature, ''), 'without a secret nothing is proven')
  assert.ok(!signed(signature, 'secret', Buffer.concat([body, Buffer.from(' ')])))
})

test('the published signature is verified over bytes and not over their meaning', { skip: withoutContracts }, () => {
  const { whatsapp } = contractFile<{ whatsapp: { secret: string; body: string; signature: string } }>('signature-vectors.json')
  const headers = { 'x-hub-signature-256': whatsapp.signature }
  assert.ok(whatsappPort.isSigned({ headers, body: Buffer.from(whatsapp.body) }, { appSecret: whatsapp.secret }))
  const again = Buffer.from(JSON.stringify(JSON.parse(whatsapp.body)))
  assert.notEqual(again.toString(), whatsapp.body)
  assert.ok(!whatsappPort.isSigned({ headers, body: again }, { appSecret: whatsapp.secret }))
  const [message] = whatsappPort.parseWebhook(Buffer.from(whatsapp.body))?.messages ?? []
  assert.deepEqual([message?.text, message?.sender.name], ['Hello é', 'Zoë'])
})

test('the published webhooks are read', { skip: withoutContracts }, () => {
  const examples = contractFile<{ operation: string; note: string; request: { body: object } }[]>('whatsapp/examples.json')
  const read = (note: string): MessagingNews | null => {
    const found = examples.find((each) => each.note === note)
    assert.ok(found, note)
    return whatsappPort.parseWebhook(Buffer.from(JSON.stringify(found.request.body)))
  }
  const [message] = read('incoming text from a new number')?.messages ?? []
  assert.deepEqual([message?.text, message?.sender.phoneDigits], ['Does it come in another colour?', '16505551234'])
  const [status] = read('delivery status')?.statuses ?? []
  assert.deepEqual(
    [status?.state, status?.error?.code, status?.error?.reason],
    ['failed', '131047', 'Re-engagement message: more than 24 hours'],
  )
})

test('every part of a webhook is read in its order, and a part that cannot be read takes no other with it', () => {
  const value = (messages: unknown[], more: object = {}): object => ({
    field: 'messages',
    value: { metadata: { phone_number_id: '1' }, contacts: [{ wa_id: '49151', profile: { name: 'A' } }], messages, ...more },
  })
  const message = (id: string, more: object = {}): object => ({
    id,
    from: '4915112345',
    timestamp: '1749416383',
    type: 'text',
    text: { body: id },
    ...more,
  })
  const body = {
    object: 'whatsapp_business_account',
    entry: [
      {
        id: 'A',
        changes: [
          value([message('1'), { type: 'text' }, message('2', { type: 'text', text: 7 }), null, message('3')]),
          { field: 'message_template_status_update', value: { event: 'PAUSED' } },
          { field: 'messages', value: { nothing: true } },
        ],
      },
      7,
      {
        id: 'B',
        changes: [
          value(
            [message('4', { timestamp: 'soon' }), message('5', { group_id: 'g' }), message('6', { type: 'order', order: {} })],
            {
              statuses: [
                { id: 'w', status: 'read', timestamp: '1749416400' },
                { id: 'w' },
                { id: 'w', status: 'deleted', timestamp: '1' },
              ],
            },
          ),
        ],
      },
    ],
  }
  const news = whatsappPort.parseWebhook(Buffer.from(JSON.stringify(body)))
  assert.ok(news)
  assert.deepEqual(
    news.messages.map(({ messageId, kind, businessAccountId }) => [messageId, kind, businessAccountId]),
    [
      ['1', 'text', 'A'],
      ['2', 'unsupported', 'A'],
      ['3', 'text', 'A'],
      ['6', 'unsupported', 'B'],
    ],
  )
  assert.deepEqual(
    news.statuses.map(({ state, at }) => [state, at.getTime()]),
    [['read', 1_749_416_400_000]],
  )
  assert.deepEqual(
    news.others.map(({ field }) => field),
    ['message_template_status_update', 'statuses.deleted'],
  )
  assert.deepEqual(news.unread, [
    'entry 0, change 0, message 1: no id',
    'entry 0, change 0, message 3: no message',
    'entry 0, change 2',
    'entry 1',
    'entry 2, change 0, message 0: no timestamp',
    'entry 2, change 0, message 1: from a group',
    'entry 2, change 0, status 1',
  ])
  assert.deepEqual(news.numbers, [{ phoneNumberId: '1', businessAccountId: 'A', displayNumber: null }])
  for (const other of ['', 'null', '[]', '{"object":"page","entry":[]}', '{"object":"whatsapp_business_account"}', '\u0000'])
    assert.equal(whatsappPort.parseWebhook(Buffer.from(other)), null, other)
})

test('everything that was sent keeps to the published contract', { skip: withoutContracts }, () => {
  const contract = openContract('whatsapp/openapi.json')
  const sent = calls.filter(({ operation }) => operation === 'messages.send')
  assert.ok(sent.length > 30)
  for (const { body = '' } of sent) {
    const { recipient, ...message } = JSON.parse(String(body)) as { recipient?: string; to?: string }
    // The contract is older than people without a number, who are written to in a field of their own.
    if (recipient !== undefined) message.to ??= recipient
    const where = ['/{Version}/{Phone-Number-ID}/messages', 'post'] as const
    assert.deepEqual(contract.request(where, 'application/json', message), [], String(body))
  }
  const [subscription] = calls.filter(({ operation }) => operation === 'subscribed_apps.create')
  const where = ['/{Version}/{WABA-ID}/subscribed_apps', 'post'] as const
  assert.deepEqual(contract.request(where, 'application/json', JSON.parse(String(subscription?.body))), [])
})
