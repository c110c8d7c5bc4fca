import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NoAnswer } from '#core/outbound/http.ts'
import type { ProviderRequest } from '#core/outbound/provider-http.ts'
import type { MailboxNews } from '#ports/mailboxes.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { openContract, withoutContracts } from '#test/support/contracts.ts'
import { gmailMailboxes } from './gmail.ts'

const now = new Date('2026-11-23T12:00:00Z')
const since = new Date('2026-08-25T12:00:00.700Z')

interface Told {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Record<string, string>
}
const refusal = (code: number, reason: string, message = reason): Told => ({
  status: code,
  body: { error: { code, message, status: 'SOME', errors: [{ domain: 'global', reason, message }] } },
})
const told = (body: unknown): Told => ({ status: 200, body })

/** Gmail as this test says it: by the request, since several may be under way. */
const gmail = (answer: (at: string, query: Record<string, string>, request: ProviderRequest) => Told) => {
  const sent: ProviderRequest[] = []
  const [running, most] = [new Set<ProviderRequest>(), { atOnce: 0 }]
  const mailboxes = gmailMailboxes({
    base: 'https://gmail.googleapis.com',
    accessToken: async () => 'ya29.secret',
    now: () => now,
    ...{ topic: 'projects/p/topics/mail', ownClientId: null, operatorsClientId: null },
    serviceAccount: 'push@p.iam.gserviceaccount.com',
    http: {
      async send(request) {
        sent.push(request)
        running.add(request)
        most.atOnce = Math.max(most.atOnce, running.size)
        await new Promise((done) => setImmediate(done))
        running.delete(request)
        const { pathname, searchParams } = new URL(request.url)
        const {
          status,
          body,
          headers = {},
        } = answer(
          `${request.method} ${pathname.replace(/^\/gmail\/v1\/users\/me/, '')}`,
          Object.fromEntries(searchParams),
          request,
        )
        const whole = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body ?? ''))
        const isCut = whole.length > (request.maxBytes ?? 1_048_576)
        return { status, headers, body: isCut ? whole.subarray(0, request.maxBytes) : whole, isCut, url: request.url }
      },
    },
  })
  const queries = () => sent.map(({ url }) => Object.fromEntries(new URL(url).searchParams))
  return { mailboxes, sent, queries, most }
}
/** Answers in turn, for what asks one after another. */
const inTurn = (...answers: Told[]) => {
  let asked = 0
  return gmail(() => answers[asked++] ?? { status: 500 })
}
const errorOf = async (asked: Promise<unknown>): Promise<ProviderError> => {
  const error = await asked.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof ProviderError, String(error))
  return error
}
const readAll = async <T, End>(pages: AsyncGenerator<T, End, void>): Promise<{ news: T[]; end: End }> => {
  const news: T[] = []
  for (;;) {
    const next = await pages.next()
    if (next.done) return { news, end: next.value }
    news.push(next.value)
  }
}

const mime = (text: string): string =>
  `From: Jo <jo@example.com>\r\nTo: me@example.com\r\nSubject: Hello\r\nMessage-ID: <${text.length}@example.com>\r\n\r\n${text}`
/** As Gmail answers, in the order of its fields. */
const rawMessage = (id: string, text: string, more: object = {}) => ({
  id,
  threadId: `t${id}`,
  labelIds: ['UNREAD', 'INBOX'],
  snippet: 'He said \\"raw\\": "raw" ":',
  sizeEstimate: mime(text).length,
  raw: Buffer.from(mime(text)).toString('base64url'),
  historyId: '77',
  internalDate: '1795435200000',
  ...more,
})
const metadata = (id: string, headers: Record<string, string>, more: object = {}) => ({
  ...{ id, threadId: `t${id}`, labelIds: ['SENT'], snippet: '', sizeEstimate: 900, historyId: '78' },
  ...{ internalDate: String(now.getTime()), ...more },
  payload: { mimeType: 'text/html', headers: Object.entries(headers).map(([name, value]) => ({ name, value })) },
})

test('the profile has the addresses that were verified, and none where they may not be read', async () => {
  const profile = told({ emailAddress: 'me@example.com', messagesTotal: 3, threadsTotal: 2, historyId: '1234' })
  const sendAs = told({
    sendAs: [
      { sendAsEmail: 'me@example.com', isPrimary: true, isDefault: true },
      { sendAsEmail: 'hello@example.com', treatAsAlias: true, verificationStatus: 'accepted' },
      { sendAsEmail: 'new@example.com', verificationStatus: 'pending' },
    ],
  })
  assert.deepEqual(await inTurn(profile, sendAs).mailboxes.profile(), {
    email: 'me@example.com',
    aliases: ['hello@example.com'],
  })
  const narrow = inTurn(profile, refusal(403, 'insufficientPermissions')).mailboxes
  assert.deepEqual(await narrow.profile(), { email: 'me@example.com', aliases: [] })
  assert.equal((await errorOf(inTurn(profile, { status: 503 }).mailboxes.profile())).kind, 'broken')
  assert.equal(await inTurn(profile).mailboxes.begin(), '1234')
})

test('labels are folders with their roles; unread is a state, and not one of them', async () => {
  const { mailboxes } = inTurn(
    told({
      labels: [
        { id: 'INBOX', name: 'INBOX', type: 'system' },
        { id: 'DRAFT', name: 'DRAFT', type: 'system' },
        { id: 'UNREAD', name: 'UNREAD', type: 'system' },
        { id: 'Label_1', name: 'Leads/2026', type: 'user', messageListVisibility: 'show' },
        { id: 'constructor', name: 'constructor', type: 'user' },
      ],
    }),
  )
  assert.deepEqual(await mailboxes.folders(), [
    { id: 'INBOX', name: 'INBOX', role: 'inbox' },
    { id: 'DRAFT', name: 'DRAFT', role: 'drafts' },
    { id: 'Label_1', name: 'Leads/2026', role: null },
    { id: 'constructor', name: 'constructor', role: null },
  ])
})

test('a full read has every page, spam and trash too, each mail once, and at its end says that this was all', async () => {
  const { mailboxes, queries } = inTurn(
    told({ messages: [{ id: 'c' }, { id: 'b' }], nextPageToken: 'p2', resultSizeEstimate: 3 }),
    told({ messages: [{ id: 'b' }, { id: 'a' }], resultSizeEstimate: 3 }),
  )
  const { news } = await readAll(mailboxes.list({ since }))
  assert.deepEqual(news, [
    { news: 'there', refs: ['c', 'b'] },
    { news: 'there', refs: ['a'] },
    { news: 'all', prefix: '', refs: ['c', 'b', 'a'] },
  ])
  const asked = { q: 'after:1787659199', includeSpamTrash: 'true', maxResults: '500' }
  assert.deepEqual(queries(), [asked, { ...asked, pageToken: 'p2' }])
  assert.deepEqual((await readAll(inTurn(told({ resultSizeEstimate: 0 })).mailboxes.list({ since }))).news, [
    { news: 'all', prefix: '', refs: [] },
  ])
})

test('changes are read from every page; a deleted mail is gone and nothing else; the cursor is that of the first page', async () => {
  const message = (id: string, labelIds?: string[]) => ({ message: { id, threadId: `t${id}`, ...(labelIds && { labelIds }) } })
  const { mailboxes, queries } = gmail((at, { pageToken }) => {
    if (at === 'GET /messages/archived') return told({ id: 'archived', threadId: 't', labelIds: [], sizeEstimate: 1 })
    if (at !== 'GET /history') return { status: 500 }
    if (pageToken === 'p2') return told({ history: [{ id: '15', messagesDeleted: [message('new')] }], historyId: '21' })
    return told({
      history: [
        {
          id: '11',
          messages: [{ id: 'new' }],
          messagesAdded: [message('new', ['INBOX', 'UNREAD']), message('soon', ['DRAFT'])],
        },
        { id: '12', labelsRemoved: [{ ...message('new', ['INBOX']), labelIds: ['UNREAD'] }] },
        { id: '13', labelsAdded: [{ ...message('old', ['INBOX', 'Label_1']), labelIds: ['Label_1'] }] },
        { id: '14', labelsRemoved: [{ ...message('archived'), labelIds: ['INBOX'] }], messagesDeleted: [message('soon')] },
      ],
      nextPageToken: 'p2',
      historyId: '20',
    })
  })
  const { news, end } = await readAll(mailboxes.changes('10', { since }))
  assert.deepEqual(news, [
    { news: 'there', refs: ['new'] },
    {
      news: 'moved',
      places: [
        { ref: 'new', folders: ['INBOX'], isRead: true },
        { ref: 'old', folders: ['INBOX', 'Label_1'], isRead: true },
        { ref: 'archived', folders: [], isRead: true },
      ],
    },
    { news: 'gone', refs: ['soon'] },
    { news: 'gone', refs: ['new'] },
  ] satisfies MailboxNews[])
  assert.deepEqual(end, { outcome: 'done', cursor: '20' })
  assert.deepEqual(queries()[0], { startHistoryId: '10', maxResults: '500' })
})

test('a cursor that Gmail has forgotten is an outcome, and not an error', async () => {
  assert.deepEqual((await readAll(inTurn(refusal(404, 'notFound')).mailboxes.changes('1', { since }))).end, {
    outcome: 'expired',
  })
})

test('mails come whole and in the order asked for, four under way at most; those that are gone are left out', async () => {
  const refs = ['a', 'gone', 'b', 'c', 'd', 'e', 'f']
  const { mailboxes, sent, most } = gmail((at) => {
    const id = at.split('/').at(-1) ?? ''
    return id === 'gone' ? refusal(404, 'notFound') : told(rawMessage(id, `text of ${id}`))
  })
  const { news } = await readAll(mailboxes.fetch(refs, { maxBytes: 100_000 }))
  assert.deepEqual(
    news.map(({ ref }) => ref),
    ['a', 'b', 'c', 'd', 'e', 'f'],
  )
  assert.deepEqual(news[0], {
    ...{ ref: 'a', folders: ['INBOX'], isRead: false, receivedAt: new Date(1795435200000), threadRef: 'ta' },
    ...{ sizeBytes: mime('text of a').length, raw: Buffer.from(mime('text of a')), head: null },
  })
  assert.deepEqual([sent.length, most.atOnce], [7, 4])
})

test('the padding of base64 is no part of a mail, however it is written', async () => {
  for (const padding of ['', '=', '==', '\\u003d', '\\u003d\\u003d']) {
    const body = JSON.stringify(rawMessage('a', 'PADDING')).replace(/("raw":"[^"]+)"/, `$1${padding}"`)
    const { news } = await readAll(inTurn({ status: 200, body }).mailboxes.fetch(['a'], { maxBytes: 9_999 }))
    assert.equal(news[0]?.raw?.toString(), mime('PADDING'), padding)
  }
})

test('a mail of megabytes comes alone; one that is larger than was asked for comes as its headers', async () => {
  const large = 'x'.repeat(2_000_000)
  const { mailboxes, sent } = gmail((at, { format }) => {
    const id = at.split('/').at(-1) ?? ''
    if (format === 'raw') return told(rawMessage(id, id === 'small' ? 'x' : large))
    const sizeEstimate = id === 'huge' ? 30_000_000 : mime(large).length
    return told(metadata(id, { From: 'Jo <jo@example.com>', Subject: 'Größe\r\n folded' }, { sizeEstimate }))
  })
  const { news } = await readAll(mailboxes.fetch(['large', 'huge', 'small'], { maxBytes: 25_000_000 }))
  assert.deepEqual(
    news.map(({ ref, raw, sizeBytes }) => [ref, raw?.length ?? null, sizeBytes]),
    [
      ['large', mime(large).length, mime(large).length],
      ['huge', null, 30_000_000],
      ['small', mime('x').length, mime('x').length],
    ],
  )
  assert.equal(news[0]?.raw?.equals(Buffer.from(mime(large))), true)
  assert.equal(news[1]?.head?.toString(), 'From: Jo <jo@example.com>\r\nSubject: Größe  folded\r\n')
  const whole = sent.filter(({ isLarge }) => isLarge)
  assert.deepEqual([whole.length, whole[0]?.maxBytes, whole[0]?.timeoutMs], [1, 40 * 1024 * 1024, 120_000])

  const strict = await readAll(mailboxes.fetch(['small'], { maxBytes: 20 }))
  assert.deepEqual([strict.news[0]?.raw, strict.news[0]?.sizeBytes], [null, mime('x').length])
  assert.match(strict.news[0]?.head?.toString() ?? '', /^From: Jo .*\r\nMessage-ID: <1@example.com>\r\n$/s)
})

test('a mark answers where the mail is then; one that is gone is null', async () => {
  const { mailboxes, sent } = inTurn(told({ id: 'a', threadId: 't', labelIds: ['INBOX'] }), refusal(404, 'notFound'))
  assert.deepEqual(await mailboxes.mark('a', true), { ref: 'a', folders: ['INBOX'], isRead: true })
  assert.equal(await mailboxes.mark('a', false), null)
  assert.deepEqual(
    sent.map(({ body }) => JSON.parse(String(body))),
    [{ removeLabelIds: ['UNREAD'] }, { addLabelIds: ['UNREAD'] }],
  )
})

const mail = {
  raw: Buffer.from(`X-Foyer-Mail: m1\r\nBcc: hidden@example.com\r\n${mime('Grüße')}`),
  ...{ from: 'me@example.com', recipients: ['jo@example.com', 'hidden@example.com'] },
  ...{ messageId: '<ours@foyer.example>', threadRef: null },
}
const wasSent = told({ id: 's1', threadId: 'ts1', labelIds: ['SENT'] })

test('a mail leaves as its bytes, within its thread where it has one, and the id that Gmail gave it is learned', async () => {
  const plain = inTurn(wasSent, told(metadata('s1', { 'Message-Id': '<CAF@mail.gmail.com>' })))
  assert.deepEqual(await plain.mailboxes.send(mail), {
    ref: 's1',
    threadRef: 'ts1',
    messageId: '<CAF@mail.gmail.com>',
    refused: [],
  })
  const [first] = plain.sent
  assert.equal(first?.url, 'https://gmail.googleapis.com/upload/gmail/v1/users/me/messages/send?uploadType=media')
  assert.deepEqual([first?.headers?.['content-type'], first?.body, first?.canRepeat], ['message/rfc822', mail.raw, false])

  const threaded = inTurn(wasSent, told(metadata('s1', { 'Message-ID': mail.messageId })))
  assert.deepEqual(await threaded.mailboxes.send({ ...mail, threadRef: 't7' }), {
    ref: 's1',
    threadRef: 'ts1',
    messageId: null,
    refused: [],
  })
  const sent = threaded.sent[0]
  const boundary = /boundary="([^"]+)"/.exec(sent?.headers?.['content-type'] ?? '')?.[1] ?? ''
  const [, facts, message, end] = String(sent?.body).split(`--${boundary}`)
  assert.match(sent?.url ?? '', /uploadType=multipart$/)
  assert.deepEqual(JSON.parse(facts?.split('\r\n\r\n')[1] ?? ''), { threadId: 't7' })
  assert.equal(message, `\r\nContent-Type: message/rfc822\r\n\r\n${mail.raw}\r\n`)
  assert.equal(end, '--\r\n')

  const lostThread = inTurn(refusal(404, 'notFound'), wasSent, { status: 503 })
  assert.deepEqual(await lostThread.mailboxes.send({ ...mail, threadRef: 't7' }), {
    ref: 's1',
    threadRef: 'ts1',
    messageId: null,
    refused: [],
  })
})

test('a mail that may have left is uncertain, one that did not leave is not', async () => {
  const failing = (error: NoAnswer) =>
    gmail(() => {
      throw error
    }).mailboxes.send(mail)
  const kinds: [() => Promise<unknown>, string][] = [
    [() => failing(new NoAnswer('timed_out', 'No response within 30 s.')), 'uncertain'],
    [() => failing(new NoAnswer('failed', 'x', Object.assign(new Error(), { code: 'UND_ERR_SOCKET' }))), 'uncertain'],
    [() => failing(new NoAnswer('failed', 'x', Object.assign(new Error(), { code: 'ECONNREFUSED' }))), 'unreachable'],
    [() => inTurn({ status: 503 }).mailboxes.send(mail), 'uncertain'],
    [() => inTurn(told('<html>')).mailboxes.send(mail), 'uncertain'],
    [() => inTurn(refusal(400, 'invalidArgument')).mailboxes.send(mail), 'refused'],
    [() => inTurn(refusal(429, 'rateLimitExceeded')).mailboxes.send(mail), 'busy'],
    [() => inTurn(refusal(404, 'notFound')).mailboxes.send(mail), 'refused'],
  ]
  for (const [sending, kind] of kinds) assert.equal((await errorOf(sending())).kind, kind)
})

test('one of ours is found by its header whatever id Gmail gave it, and looked for no further back than it was sent', async () => {
  const wanted = { mark: 'm1', messageId: mail.messageId, since: new Date(now.getTime() - 60_000) }
  const old = String(now.getTime() - 3_600_000)
  const { mailboxes, sent, queries } = gmail((at, { pageToken }) => {
    if (at === 'GET /messages')
      return pageToken
        ? told({ messages: [{ id: 'ours' }, { id: 'gone' }, { id: 'older' }], nextPageToken: 'p3' })
        : told({ messages: [{ id: 'other' }], nextPageToken: 'p2' })
    if (at === 'GET /messages/gone') return refusal(404, 'notFound')
    if (at === 'GET /messages/ours')
      return told(metadata('ours', { 'x-foyer-mail': 'm1', 'Message-ID': '<CAF@mail.gmail.com>' }))
    return told(
      metadata('x', { 'X-Foyer-Mail': 'm0', 'Message-ID': mail.messageId }, at.endsWith('older') ? { internalDate: old } : {}),
    )
  })
  assert.deepEqual(await mailboxes.findSent(wanted), {
    ref: 'ours',
    threadRef: 'tours',
    messageId: '<CAF@mail.gmail.com>',
    refused: [],
  })
  assert.deepEqual(queries()[0], { labelIds: 'SENT', maxResults: '50' })
  assert.deepEqual(new URL(sent[1]?.url ?? '').searchParams.getAll('metadataHeaders'), ['X-Foyer-Mail', 'Message-ID'])
  const before = sent.length
  assert.equal(await mailboxes.findSent({ ...wanted, mark: 'm9' }), null)
  assert.equal(sent.length - before, 6, 'two pages, and no third one')
})

test('a rate limit differs from a missing right, and no error repeats an address or a word of a mail', async () => {
  const wait = 'User-rate limit exceeded.  Retry after 2026-11-23T12:15:00.000Z'
  const kinds: [Told, string, number | null][] = [
    [refusal(403, 'rateLimitExceeded'), 'busy', null],
    [refusal(403, 'userRateLimitExceeded'), 'busy', null],
    [refusal(403, 'dailyLimitExceeded'), 'busy', null],
    [refusal(429, 'rateLimitExceeded', wait), 'busy', 900_000],
    [refusal(403, 'insufficientPermissions'), 'credentials', null],
    [refusal(403, 'domainPolicy'), 'credentials', null],
    [refusal(401, 'authError'), 'credentials', null],
    [refusal(400, 'invalid', 'me@example.com is bad, see https://example.com/x'), 'refused', null],
    [{ status: 503, body: '<html>' }, 'broken', null],
  ]
  for (const [answer, kind, retryAfterMs] of kinds) {
    const error = await errorOf(inTurn(answer).mailboxes.folders())
    assert.deepEqual([error.kind, error.retryAfterMs], [kind, retryAfterMs], JSON.stringify(answer))
    assert.doesNotMatch(error.reason, /@|https/)
  }
})

test('Gmail is asked to publish changes where the operator has a topic, and nowhere else', async () => {
  const { mailboxes, sent } = inTurn(told({ historyId: '9', expiration: '1796040000000' }))
  assert.deepEqual(await mailboxes.watch(), { expiresAt: new Date(1796040000000) })
  assert.deepEqual(JSON.parse(String(sent[0]?.body)), { topicName: 'projects/p/topics/mail' })
  const none = gmailMailboxes({
    ...{ base: '', accessToken: async () => '', now: () => now, topic: null, serviceAccount: null },
    ...{ ownClientId: null, operatorsClientId: null },
    http: { send: async () => assert.fail('nothing is asked') },
  })
  assert.equal(await none.watch(), null)
})

test('without the service account that proves them, Gmail is asked for no announcements, and the mailbox says why', async () => {
  const unproven = gmailMailboxes({
    ...{ base: '', accessToken: async () => '', now: () => now, topic: 'projects/p/topics/mail', serviceAccount: null },
    ...{ ownClientId: null, operatorsClientId: null },
    http: { send: async () => assert.fail('nothing is asked') },
  })
  const error = await errorOf(unproven.watch())
  assert.equal(error.kind, 'refused')
  assert.match(error.reason, /GMAIL_PUBSUB_SERVICE_ACCOUNT/)
})

test('requests keep to Gmail’s contract, and so do the answers of these tests', { skip: withoutContracts }, async () => {
  const contract = openContract('google-gmail/openapi.json')
  const root = '/gmail/v1/users/{userId}'
  const answers: [string, string, unknown][] = [
    ['/messages/{id}', 'get', rawMessage('a', 'x')],
    ['/messages/{id}', 'get', metadata('a', { From: 'x' })],
    ['/messages', 'get', { messages: [{ id: 'c', threadId: 'c' }], nextPageToken: 'p2', resultSizeEstimate: 3 }],
    ['/watch', 'post', { historyId: '9', expiration: '1796040000000' }],
  ]
  for (const [at, method, body] of answers) assert.deepEqual(contract.answer([`${root}${at}`, method], 200, body), [], at)

  const { mailboxes, sent } = gmail((at) => {
    if (at.endsWith('/history')) return told({ historyId: '2' })
    if (at === 'GET /messages') return told({ messages: [{ id: 'a' }] })
    if (at.endsWith('/profile')) return told({ emailAddress: 'me@example.com', historyId: '1' })
    if (at.endsWith('/settings/sendAs') || at.endsWith('/labels')) return told({})
    return told(rawMessage('a', 'x'))
  })
  await mailboxes.profile()
  await mailboxes.folders()
  await readAll(mailboxes.list({ since }))
  await readAll(mailboxes.changes('1', { since }))
  await readAll(mailboxes.fetch(['a'], { maxBytes: 9_999 }))
  await mailboxes.places(['a'])
  await mailboxes.mark('a', true)
  await mailboxes.send(mail)
  await mailboxes.send({ ...mail, threadRef: 't' })
  await mailboxes.findSent({ mark: 'm', messageId: '', since })
  await mailboxes.watch()
  await mailboxes.unwatch()
  assert.ok(sent.length >= 15)
  for (const { method, url, body } of sent) {
    const { pathname, searchParams } = new URL(url)
    const at = pathname.replace('/users/me/', '/users/{userId}/').replace(/\/messages\/a\b/, '/messages/{id}')
    const where = [at, method.toLowerCase()] as const
    const names = [...new Set(searchParams.keys())]
    const query = Object.fromEntries(
      names.map((name) => [
        name,
        name === 'labelIds' || name === 'metadataHeaders' ? searchParams.getAll(name) : searchParams.get(name),
      ]),
    )
    assert.deepEqual(contract.query(where, query), [], url)
    if (typeof body === 'string') assert.deepEqual(contract.request(where, 'application/json', JSON.parse(body)), [], url)
  }
})
