import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { auth, type gmail_v1, gmail as makeClient } from '@googleapis/gmail'
import fc from 'fast-check'
import type { Browser } from 'playwright-core'
import { makeHttp } from '#core/outbound/http.ts'
import type { FetchedMail, MailboxNews, MailPlace, MailToSend } from '#ports/mailboxes.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { readMail } from '#shapes/mime/read-mail.ts'
import { readAllowedTarget } from '#shapes/networks.ts'
import { faultsOf, openBrowser } from '#test/support/browser.ts'
import { consentAt } from '#test/support/consent.ts'
import { openContract, withoutContracts } from '#test/support/contracts.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { gmailMailboxes } from './gmail.ts'

const loopback = readAllowedTarget('127.0.0.1')
const way = makeHttp({ allowed: loopback ? [loopback] : [] })
let box: TestSandbox
let browser: Browser
let token: string
let client: gmail_v1.Gmail
const me = 'mira@sandbox.example'
const scope = 'https://mail.google.com/'
const userId = 'me'
const root = '/gmail/v1/users/{userId}'
const since = new Date(Date.now() - 90 * 86_400_000)
const maxBytes = 25 * 1024 * 1024

const tokenWith = async (scopes: string, clientId = 'test.apps.googleusercontent.com'): Promise<string> => {
  const app = { client_id: clientId, redirect_uri: `${box.address}/back` }
  const wish = new URLSearchParams({ ...app, response_type: 'code', scope: `openid email ${scopes}`, state: 's' })
  const code = (await consentAt(`${box.address}/o/oauth2/v2/auth?${wish}`)).searchParams.get('code') ?? ''
  const form = { ...app, client_secret: 'GOCSPX-test', grant_type: 'authorization_code', code }
  const given = await fetch(`${box.address}/token`, { method: 'POST', body: new URLSearchParams(form) })
  return ((await given.json()) as { access_token: string }).access_token
}
const clientWith = (accessToken: string): gmail_v1.Gmail => {
  const own = new auth.OAuth2()
  own.setCredentials({ access_token: accessToken })
  return makeClient({ version: 'v1', auth: own, rootUrl: `${box.address}/`, retry: false })
}
const ours = (more: { topic?: string; ownClientId?: string; operatorsClientId?: string | null } = {}) =>
  gmailMailboxes({
    ...{ base: box.address, now: () => new Date(), accessToken: async () => token, topic: null },
    ...{ serviceAccount: 'push@p.iam.gserviceaccount.com', ownClientId: null, operatorsClientId: null, ...more },
    http: { send: (request) => way.send({ ...request, maxBytes: request.maxBytes ?? 1_048_576, redirects: 0 }) },
  })
const deed = async (name: string, form: Record<string, string> = {}): Promise<void> => {
  const address = `${box.address}/sandbox/google/mail/${name}`
  const told = await fetch(address, { method: 'POST', body: new URLSearchParams({ email: me, ...form }), redirect: 'manual' })
  assert.equal(told.status, 303, await told.text())
}
const behave = (more: Record<string, string> = {}) => deed('behave', { pageSize: '500', ...more })
const write = (subject: string, more: Record<string, string> = {}) =>
  deed('write', { subject, text: `About ${subject}`, ...more })
const idOf = async (subject: string): Promise<string> => {
  const q = `in:anywhere subject:"${subject}"`
  const { data } = await client.users.messages.list({ userId, q })
  return data.messages?.[0]?.id ?? assert.fail(`no mail ${subject}`)
}
/** What a refusal was: its status, and Google's reason. */
const refused = async (asked: Promise<unknown>): Promise<[number, string]> => {
  const error = (await asked.then(
    () => assert.fail('it was not refused'),
    (thrown: unknown) => thrown,
  )) as { response: { status: number; data: { error: { errors: { reason: string }[] } } } }
  return [error.response.status, error.response.data.error.errors[0]?.reason ?? '']
}
const kindOf = async (asked: Promise<unknown>): Promise<string> => {
  const error = await asked.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof ProviderError, String(error))
  return error.kind
}

/** A copy as a reader of the port keeps it: places by their refs. */
const copyOf = async () => {
  const copy = new Map<string, MailPlace>()
  const fetchAll = async (refs: readonly string[]): Promise<void> => {
    for await (const { ref, folders, isRead } of ours().fetch(refs, { maxBytes })) copy.set(ref, { ref, folders, isRead })
  }
  const take = async (news: MailboxNews): Promise<void> => {
    if (news.news === 'there') await fetchAll(news.refs.filter((ref) => !copy.has(ref)))
    if (news.news === 'moved') for (const place of news.places) if (copy.has(place.ref)) copy.set(place.ref, place)
    if (news.news === 'gone') for (const ref of news.refs) copy.delete(ref)
    if (news.news === 'all') for (const ref of copy.keys()) if (!news.refs.includes(ref)) copy.delete(ref)
  }
  const readAnew = async (): Promise<string> => {
    const cursor = await ours().begin()
    for await (const news of ours().list({ since })) await take(news)
    // What the copy has already may have moved.
    for (const place of await ours().places([...copy.keys()])) copy.set(place.ref, place)
    return cursor
  }
  /** Null where the history has expired, and where it stopped early. */
  const follow = async (cursor: string, most = Infinity): Promise<string | null> => {
    const changes = ours().changes(cursor, { since })
    for (let taken = 0; ; taken++) {
      const next = await changes.next()
      if (taken >= most) return null
      if (next.done) return next.value.outcome === 'done' ? next.value.cursor : null
      await take(next.value)
    }
  }
  return { copy, readAnew, follow, cursor: await readAnew() }
}
/** The mailbox as Google's own client sees it. */
const truth = async (): Promise<Map<string, MailPlace>> => {
  const places: MailPlace[] = []
  let pageToken: string | undefined
  do {
    const q = `after:${Math.floor(since.getTime() / 1_000)}`
    const query = { userId, q, includeSpamTrash: true, maxResults: 500, ...(pageToken && { pageToken }) }
    const { data } = await client.users.messages.list(query)
    const asked = (data.messages ?? []).map(({ id }) => client.users.messages.get({ userId, id: id ?? '', format: 'minimal' }))
    for (const { data: message } of await Promise.all(asked)) {
      const labels = message.labelIds ?? []
      const folders = labels.filter((label) => label !== 'UNREAD')
      places.push({ ref: message.id ?? '', folders, isRead: !labels.includes('UNREAD') })
    }
    pageToken = data.nextPageToken ?? undefined
  } while (pageToken)
  return new Map(places.map((place) => [place.ref, place]))
}
const sorted = (places: ReadonlyMap<string, MailPlace>) =>
  [...places.values()]
    .map(({ folders, ...place }) => ({ ...place, folders: [...folders].sort() }))
    .sort((a, b) => (a.ref < b.ref ? -1 : 1))
const fetched = async (refs: readonly string[]): Promise<FetchedMail[]> => {
  const mails: FetchedMail[] = []
  for await (const mail of ours().fetch(refs, { maxBytes })) mails.push(mail)
  return mails
}

const mailWith = (mark: string, more: Partial<MailToSend> = {}, headers = ''): MailToSend => ({
  raw: Buffer.from(
    `From: Mira <${me}>\r\nTo: jo@example.com\r\nBcc: hidden@example.com\r\nSubject: Offer ${mark}\r\nDate: Mon, 23 Nov 2026 12:00:00 +0000\r\nX-Foyer-Mail: ${mark}\r\n${headers}Message-ID: <${mark}@foyer.example>\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>Grüße</p>`,
  ),
  ...{ from: me, recipients: ['jo@example.com', 'hidden@example.com'], messageId: `<${mark}@foyer.example>`, threadRef: null },
  ...more,
})

before(async () => {
  box = await startSandbox()
  browser = await openBrowser()
  token = await tokenWith(scope)
  client = clientWith(token)
})
beforeEach(() => behave())
after(async () => {
  await browser.close()
  await box.stop()
  await way.destroy()
})

test('Google’s own client reads, sends, labels and deletes, and every answer keeps to the contract', async () => {
  await write('Contract', { html: '<p>About it</p>', hasFile: 'on', name: 'Søren' })
  const id = await idOf('Contract')
  const { data: profile } = await client.users.getProfile({ userId })
  assert.equal(profile.emailAddress, me)
  const { data: labels } = await client.users.labels.list({ userId })
  assert.ok(labels.labels?.some((label) => label.id === 'Label_1' && label.type === 'user'))
  const { data: full } = await client.users.messages.get({ userId, id, format: 'full' })
  assert.equal(full.payload?.headers?.find(({ name }) => name === 'From')?.value, 'Søren <sam.stranger@example.com>')
  const file = full.payload?.parts?.find(({ filename }) => filename)
  assert.equal(file?.filename, 'Angebot für Sie.pdf')
  const attachmentId = file?.body?.attachmentId ?? ''
  const { data: attachment } = await client.users.messages.attachments.get({ userId, messageId: id, id: attachmentId })
  assert.match(Buffer.from(attachment.data ?? '', 'base64url').toString(), /^%PDF/)
  const raw = mailWith('client').raw.toString('base64url')
  const { data: sent } = await client.users.messages.send({ userId, requestBody: { raw } })
  const body = mailWith('up', {}, 'In-Reply-To: <client@foyer.example>\r\n').raw.toString()
  const upload = { userId, requestBody: { threadId: sent.threadId ?? '' }, media: { mimeType: 'message/rfc822', body } }
  // The client takes the host of an upload from the options of the call alone.
  const { data: uploaded } = await client.users.messages.send(upload, { rootUrl: `${box.address}/` })
  assert.deepEqual([sent.labelIds, uploaded.labelIds], [['SENT'], ['SENT']])
  const { data: modified } = await client.users.messages.modify({ userId, id, requestBody: { removeLabelIds: ['UNREAD'] } })
  const { data: trashed } = await client.users.messages.trash({ userId, id })
  assert.ok(trashed.labelIds?.includes('TRASH'))
  const { data: history } = await client.users.history.list({ userId, startHistoryId: profile.historyId ?? '' })
  const { data: watched } = await client.users.watch({ userId, requestBody: { topicName: 'projects/p/topics/t' } })
  const { data: sendAs } = await client.users.settings.sendAs.list({ userId })
  await client.users.messages.delete({ userId, id })
  assert.deepEqual(await refused(client.users.messages.get({ userId, id })), [404, 'notFound'])
  if (withoutContracts !== false) return
  const contract = openContract('google-gmail/openapi.json')
  const answers: [string, string, unknown][] = [
    ['/profile', 'get', profile],
    ['/labels', 'get', labels],
    ['/messages/{id}', 'get', full],
    ['/messages/{messageId}/attachments/{id}', 'get', attachment],
    ['/messages/send', 'post', sent],
    ['/messages/{id}/modify', 'post', modified],
    ['/history', 'get', history],
    ['/watch', 'post', watched],
    ['/settings/sendAs', 'get', sendAs],
    ['/messages', 'get', (await client.users.messages.list({ userId })).data],
  ]
  for (const [at, method, body] of answers) assert.deepEqual(contract.answer([root + at, method], 200, body), [], at)
})

test('refusals are those of Gmail, by scope, by quota and by what is asked', async () => {
  const narrow = clientWith(await tokenWith('https://www.googleapis.com/auth/gmail.send'))
  assert.deepEqual(await refused(narrow.users.messages.list({ userId })), [403, 'insufficientPermissions'])
  assert.deepEqual(await refused(clientWith('ya29.x').users.getProfile({ userId })), [401, 'authError'])
  assert.deepEqual(await refused(client.users.getProfile({ userId: 'jonas@sandbox.example' })), [403, 'forbidden'])
  const plural = { userId, startHistoryId: '10000', historyTypes: ['messagesAdded'] }
  assert.deepEqual(await refused(client.users.history.list(plural)), [400, 'invalidArgument'])
  const nobody = Buffer.from('Subject: x\r\n\r\nx').toString('base64url')
  assert.deepEqual(await refused(client.users.messages.send({ userId, requestBody: { raw: nobody } })), [
    400,
    'invalidArgument',
  ])
  const kinds = [
    ['rateLimitExceeded', 'busy'],
    ['userRateLimitExceeded', 'busy'],
    ['dailyLimitExceeded', 'busy'],
    ['tooManyRequests', 'busy'],
    ['insufficientPermissions', 'credentials'],
    ['domainPolicy', 'credentials'],
    ['backendError', 'broken'],
  ] as const
  for (const [refusal, kind] of kinds) {
    await behave({ refusal })
    assert.equal(await kindOf(ours().folders()), kind, refusal)
  }
})

test('the profile has the verified alias alone; labels have their roles', async () => {
  assert.deepEqual(await ours().profile(), { email: me, aliases: ['mira.sales@sandbox.example'] })
  const folders = await ours().folders()
  assert.equal(folders.find(({ role }) => role === 'spam')?.id, 'SPAM')
  assert.ok(folders.every(({ id }) => id !== 'UNREAD'))
})

test('mails come with their bytes, newest first, whatever is in them, and pages of two lose none', async () => {
  await behave({ pageSize: '2' })
  for (const [days, kind] of ['person', 'bulk', 'junk', 'unended', 'charset', 'headless', 'hostile'].entries())
    await write(`Kind ${kind}`, { kind, daysAgo: String(days) })
  await write('Long ago', { daysAgo: '200' })
  const refs: string[] = []
  const news: MailboxNews[] = []
  for await (const each of ours().list({ since })) {
    news.push(each)
    if (each.news === 'there') refs.push(...each.refs)
  }
  const last = news.at(-1)
  assert.ok(last?.news === 'all' && last.prefix === '' && last.refs.length === refs.length)
  const old = await idOf('Long ago')
  assert.ok(news.length > 4 && !refs.includes(old))
  const mails = await fetched(refs)
  assert.deepEqual(
    mails.map(({ ref }) => ref),
    refs,
  )
  const times = mails.map(({ receivedAt }) => receivedAt.getTime())
  assert.deepEqual(
    times,
    [...times].sort((a, b) => b - a),
  )
  const read = await Promise.all(mails.map(({ raw }) => readMail(raw ?? Buffer.alloc(0))))
  const subjects = read.map(({ subject }) => subject)
  for (const kind of ['person', 'bulk', 'junk', 'unended', 'charset', 'headless', 'hostile'])
    assert.ok(subjects.includes(`Kind ${kind}`), kind)
  assert.ok(mails[subjects.indexOf('Kind junk')]?.folders.includes('SPAM'))
  assert.deepEqual((await fetched(['0000000000000000', old])).length, 1, 'one that is gone is left out')
})

test('a copy that follows the history equals the mailbox after each mix of arrivals, marks, moves and deletions', async () => {
  const { copy, follow, ...begun } = await copyOf()
  let { cursor } = begun
  for (const behaviour of [{}, { pageSize: '1' }, { hasBareHistory: 'on', pageSize: '2' }] as Record<string, string>[]) {
    await behave(behaviour)
    const name = `Mix ${JSON.stringify(behaviour).replace(/\W/g, '')}`
    for (const n of [1, 2, 3, 4, 5]) await write(`${name} ${n}`)
    const [first = '', second = '', third = '', fourth = ''] = await Promise.all([1, 2, 3, 4].map((n) => idOf(`${name} ${n}`)))
    await deed('read', { id: first })
    await deed('archive', { id: first })
    await deed('label', { id: second })
    await deed('trash', { id: third })
    await deed('delete', { id: fourth })
    await ours().mark(second, true)
    cursor = (await follow(cursor)) ?? assert.fail('the history expired')
    assert.deepEqual(sorted(copy), sorted(await truth()), name)
    await deed('inbox', { id: third })
    await deed('delete', { id: first })
    cursor = (await follow(cursor)) ?? assert.fail('the history expired')
    assert.deepEqual(sorted(copy), sorted(await truth()), name)
  }
})

const steps = ['write', 'read', 'unread', 'archive', 'inbox', 'spam', 'trash', 'label', 'delete', 'expire-history'] as const
const Step = fc.oneof(
  fc.record({ deed: fc.constantFrom(...steps), which: fc.nat(7) }),
  // The reader stops after so many pieces of news, and begins again where it was sure.
  fc.record({ deed: fc.constant('crash' as const), which: fc.nat(3) }),
  fc.record({ deed: fc.constant('follow' as const), which: fc.constant(0) }),
)

test('in any order of deeds, expiries and crashes of the reader, the copy ends equal to the mailbox', async () => {
  const behaviours = [{ pageSize: '1' }, { pageSize: '3', hasBareHistory: 'on' }, {}]
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { maxLength: 14 }), fc.constantFrom(...behaviours), async (played, behaviour) => {
      await behave(behaviour as Record<string, string>)
      const { copy, follow, readAnew, ...begun } = await copyOf()
      let { cursor } = begun
      for (const { deed: name, which } of played) {
        if (name === 'crash') await follow(cursor, which)
        else if (name === 'follow') cursor = (await follow(cursor)) ?? (await readAnew())
        else if (name === 'write') await write(`Model ${which}`)
        else if (copy.size > which || name === 'expire-history')
          // One that the copy has may be gone there.
          await deed(name, { id: [...copy.keys()][which] ?? '' }).catch(() => {})
      }
      if ((await follow(cursor)) === null) await readAnew()
      assert.deepEqual(sorted(copy), sorted(await truth()))
    }),
    { numRuns: 12 },
  )
})

test('history that expired is an outcome, and a full read then finds what came, moved and went', async () => {
  await write('Stays')
  await write('Goes')
  const { copy, follow, readAnew, cursor } = await copyOf()
  await deed('delete', { id: await idOf('Goes') })
  await deed('archive', { id: await idOf('Stays') })
  await write('Comes')
  await deed('expire-history')
  assert.equal(await follow(cursor), null)
  const fresh = await readAnew()
  assert.deepEqual(sorted(copy), sorted(await truth()))
  await write('Later')
  assert.ok(await follow(fresh))
  assert.deepEqual(sorted(copy), sorted(await truth()))
})

test('a sent mail is one copy with its bytes, in its thread, and an answer to it names the id that Gmail gave', async () => {
  await behave({ replacesMessageId: 'on' })
  const sent = await ours().send(mailWith('first'))
  assert.match(sent.messageId ?? '', /^<CA\+.*@mail\.gmail\.com>$/)
  const [copy] = await fetched([sent.ref ?? ''])
  assert.deepEqual([copy?.folders, copy?.isRead, copy?.threadRef], [['SENT'], true, sent.threadRef])
  const read = await readMail(copy?.raw ?? Buffer.alloc(0))
  assert.deepEqual([read.html?.trim(), read.messageId], ['<p>Grüße</p>', sent.messageId])

  await deed('reply', { id: sent.ref ?? '' })
  const [answer] = await fetched([await idOf('Re: Offer first')])
  const answered = await readMail(answer?.raw ?? Buffer.alloc(0))
  assert.deepEqual([answered.inReplyTo, answered.from?.email], [sent.messageId, 'jo@example.com'])
  assert.equal(answer?.threadRef, sent.threadRef)

  await behave()
  const headers = `In-Reply-To: ${answered.messageId}\r\nReferences: ${sent.messageId} ${answered.messageId}\r\n`
  const second = await ours().send({
    ...mailWith('first', { threadRef: sent.threadRef }, headers),
    messageId: '<first@foyer.example>',
  })
  assert.deepEqual([second.threadRef, second.messageId], [sent.threadRef, null])
  const lost = await ours().send(mailWith('lost thread', { threadRef: 'ffffffffffffffff' }))
  assert.notEqual(lost.threadRef, 'ffffffffffffffff')
})

test('a mail that was sent without an answer is uncertain, and is found by its mark whatever id it has', async () => {
  const begun = new Date()
  for (const replaces of ['', 'on']) {
    const mark = `lost-${replaces}`
    await behave({ losesAnswers: 'on', ...(replaces && { replacesMessageId: replaces }) })
    assert.equal(await kindOf(ours().send(mailWith(mark))), 'uncertain')
    await behave({ pageSize: '1' })
    const wanted = { mark, messageId: `<${mark}@foyer.example>`, since: begun }
    const found = await ours().findSent(wanted)
    const [copy] = await fetched([found?.ref ?? ''])
    assert.equal((await readMail(copy?.raw ?? Buffer.alloc(0))).subject, `Offer ${mark}`)
    assert.equal(found?.messageId === null, replaces === '')
    assert.equal(await ours().findSent({ ...wanted, mark: `${mark}-other` }), null)
  }
  await box.turn('google', { kind: 'lost', only: 'POST /upload' })
  assert.equal(await kindOf(ours().send(mailWith('dialed'))), 'uncertain')
  await box.turn('google')
  assert.ok(await ours().findSent({ mark: 'dialed', messageId: '', since: begun }))
  await box.turn('google', { kind: 'refused' })
  assert.equal(await kindOf(ours().send(mailWith('never'))), 'uncertain')
  await box.turn('google')
  assert.equal(await ours().findSent({ mark: 'never', messageId: '', since: begun }), null)
})

test('a mail of 20 MB goes out and comes back byte for byte', async () => {
  const file = Buffer.alloc(20 * 1024 * 1024, 'Grüße ')
    .toString('base64')
    .replace(/.{76}/g, '$&\r\n')
  const { raw, ...mail } = mailWith('large')
  const large = Buffer.concat([raw, Buffer.from(`\r\n${file}`)]).subarray(0, 24 * 1024 * 1024)
  const sent = await ours().send({ ...mail, raw: large })
  const [back] = await fetched([sent.ref ?? ''])
  assert.equal(back?.raw?.equals(large), true)
  const heads: FetchedMail[] = []
  for await (const each of ours().fetch([sent.ref ?? ''], { maxBytes: 1_000_000 })) heads.push(each)
  assert.equal(heads[0]?.raw, null)
  assert.match(heads[0]?.head?.toString() ?? '', /X-Foyer-Mail: large\r\n/)
  await deed('delete', { id: sent.ref ?? '' })
})

test('a bounce names the mail that it is about', async () => {
  const sent = await ours().send(mailWith('bounced'))
  await deed('bounce', { id: sent.ref ?? '' })
  const [mail] = await fetched([await idOf('Delivery Status Notification')])
  const { bounce, returnPath } = await readMail(mail?.raw ?? Buffer.alloc(0))
  assert.deepEqual([bounce?.messageId, returnPath], ['<bounced@foyer.example>', ''])
  assert.deepEqual(
    bounce?.recipients.map(({ email, action, status }) => [email, action, status]),
    [['jo@example.com', 'failed', '5.1.1']],
  )
})

test('a topic is watched for a week, and none without one', async () => {
  assert.equal(await ours().watch(), null)
  const watched = await ours({ topic: 'projects/p/topics/mail' }).watch()
  assert.ok(watched && 'expiresAt' in watched)
  const days = (watched.expiresAt.getTime() - Date.now()) / 86_400_000
  assert.ok(days > 6.9 && days < 7.1)
  await ours().unwatch()
  await client.users.stop({ userId })
})

test('Google takes only a topic of the client’s own project, and a mailbox of another project’s client is not asked for one', async () => {
  const app = '4711-own.apps.googleusercontent.com'
  const other = clientWith(await tokenWith(scope, app))
  const watching = (topicName: string) => other.users.watch({ userId, requestBody: { topicName } })
  await assert.rejects(watching('projects/p/topics/mail'), /does not match projects\/4711\/topics/)
  assert.equal((await watching('projects/4711/topics/mail')).status, 200)
  await other.users.stop({ userId })
  const topic = 'projects/p/topics/mail'
  for (const [operatorsClientId, isAsked] of [
    ['4711-operator.apps.googleusercontent.com', true],
    ['815-operator.apps.googleusercontent.com', false],
    [null, false],
  ] as const) {
    const watched = await ours({ topic, ownClientId: app, operatorsClientId }).watch()
    assert.ok(watched)
    assert.equal('expiresAt' in watched, isAsked, String(operatorsClientId))
  }
})

test('a person writes as a stranger, sees what was sent in a frame without scripts, and answers with one click', async () => {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    colorScheme: 'dark',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  const inOrder = async (): Promise<void> => {
    assert.deepEqual(await faultsOf(page), [])
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
  }
  await ours().send(mailWith('seen'))
  await page.goto(`${box.address}/sandbox/google/mail`)
  await inOrder()
  await page.getByLabel('Subject').fill('From the page')
  await page.getByLabel('Kind').selectOption('hostile')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('link', { name: 'From the page' }).click()
  await inOrder()
  assert.equal(await page.locator('iframe').getAttribute('sandbox'), '')
  await page.emulateMedia({ colorScheme: 'light' })
  await inOrder()
  await page.goto(`${box.address}/sandbox/google/mail?folder=Sent`)
  await page.getByRole('link', { name: 'Offer seen' }).click()
  await page.frameLocator('iframe').getByText('Grüße').waitFor()
  await page.goBack()
  await page.getByRole('listitem').filter({ hasText: 'Offer seen' }).getByRole('button', { name: 'Reply' }).click()
  assert.equal(
    (await readMail((await fetched([await idOf('Re: Offer seen')]))[0]?.raw ?? Buffer.alloc(0))).inReplyTo,
    '<seen@foyer.example>',
  )
  const body = await fetch(`${box.address}/sandbox/google/mail/${await idOf('From the page')}/body`)
  assert.match(body.headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'; img-src data:;/)
  await context.close()
})
