import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeHttp } from '#core/outbound/http.ts'
import type { ProviderHttp } from '#core/outbound/provider-http.ts'
import type { Calendars, WantedEvent } from '#ports/calendars.ts'
import type { Mailboxes } from '#ports/mailboxes.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { readAllowedTarget } from '#shapes/networks.ts'
import { caldavCalendars } from '../../server/providers/caldav/calendars.ts'
import { googleCalendars } from '../../server/providers/google/calendar.ts'
import { gmailMailboxes } from '../../server/providers/google/gmail.ts'
import { consentAt } from '../support/consent.ts'
import { startSandbox, type TestSandbox } from '../support/sandbox.ts'

/** As the dial of the sandbox names them. */
const faults =
  'slow drip refused lost reset rate_limited error_500 error_503 html ok_error_body huge redirect_loop gzip_bomb'.split(' ')

const loopback = readAllowedTarget('127.0.0.1')
const way = makeHttp({ allowed: loopback ? [loopback] : [] })
/** The time that a call has, shortened: what takes all of it fails as what takes all of thirty seconds. */
const mostMs = 1_500
const http: ProviderHttp = {
  send: (request) =>
    way.send({
      ...request,
      timeoutMs: Math.min(request.timeoutMs, mostMs),
      maxBytes: request.maxBytes ?? 1_048_576,
      redirects: 0,
    }),
}
/** A sandbox each: all faults are suffered at once. */
let boxes: Map<string, TestSandbox>
before(async () => {
  boxes = new Map(await Promise.all(faults.map(async (kind) => [kind, await startSandbox()] as const)))
})
after(async () => {
  for (const box of boxes?.values() ?? []) await box.stop()
  await way.destroy()
})

const me = 'mira@sandbox.example'
const tokenAt = async (box: TestSandbox, scope: string): Promise<string> => {
  const app = { client_id: 'test.apps.googleusercontent.com', redirect_uri: `${box.address}/back` }
  const wish = new URLSearchParams({ ...app, response_type: 'code', scope: `openid email ${scope}`, state: 's' })
  const code = (await consentAt(`${box.address}/o/oauth2/v2/auth?${wish}`)).searchParams.get('code') ?? ''
  const form = { ...app, client_secret: 'GOCSPX-test', grant_type: 'authorization_code', code }
  const given = await fetch(`${box.address}/token`, { method: 'POST', body: new URLSearchParams(form) })
  return ((await given.json()) as { access_token: string }).access_token
}
const calendarAt = async (box: TestSandbox, provider: 'google' | 'caldav'): Promise<Calendars> => {
  if (provider === 'caldav')
    return caldavCalendars({
      ...{ http, now: () => new Date(), owner: { emails: ['jo@own.example'], zone: 'Europe/Berlin' } },
      login: { url: box.address, user: 'jo', password: 'right' },
    })
  const token = await tokenAt(box, 'https://www.googleapis.com/auth/calendar')
  return googleCalendars({ http, base: box.address, now: () => new Date(), accessToken: async () => token })
}
const gmailAt = async (box: TestSandbox): Promise<Mailboxes> => {
  const token = await tokenAt(box, 'https://mail.google.com/')
  return gmailMailboxes({
    ...{ http, base: box.address, now: () => new Date(), accessToken: async () => token, topic: null },
    ...{ serviceAccount: 'push@p.iam.gserviceaccount.com', ownClientId: null, operatorsClientId: null },
  })
}

/** Null where it went well. Everything else that is thrown is a fault of ours. */
const errorOf = async (asked: () => Promise<unknown>, what: string): Promise<ProviderError | null> => {
  const begun = performance.now()
  const error = await asked().then(
    () => null,
    (thrown: unknown) => thrown,
  )
  const tookMs = performance.now() - begun
  assert.ok(error === null || error instanceof ProviderError, `${what}: ${error}`)
  assert.ok(tookMs < 15_000, `${what}: it took ${Math.round(tookMs)} ms`)
  return error
}
/** What passes by itself: the provider is never said to have refused, nor the account to be wrong. */
const passing = ['unreachable', 'busy', 'broken']

const hour = 3_600_000
const event = (start: Date): WantedEvent => ({
  ...{
    id: '0193c1f000007000800a0193c1f00000',
    title: 'Intro',
    start,
    end: new Date(start.getTime() + hour),
    zone: 'Europe/Berlin',
  },
  ...{ description: '', location: '', isBusy: true, wantsRoom: false, attendees: [] },
  tags: { bookingId: '0193c1f0-0000-7000-800a-0193c1f00000', sequence: 0 },
})
const titlesIn = async (calendars: Calendars, id: string): Promise<string[]> => {
  const titles: string[] = []
  const pages = calendars.readEvents(id, { cursor: null, from: new Date(Date.now() - hour) })
  for (let next = await pages.next(); !next.done; next = await pages.next())
    titles.push(...next.value.events.map(({ title }) => title))
  return titles
}

const suffer = async (provider: 'google' | 'caldav', kind: string): Promise<void> => {
  const box = boxes.get(kind) as TestSandbox
  const calendars = await calendarAt(box, provider)
  const id = provider === 'google' ? 'primary' : ((await calendars.calendars()).find(({ isPrimary }) => isPrimary)?.id ?? '')
  const before = (await titlesIn(calendars, id)).length
  const wanted = event(new Date(Math.ceil(Date.now() / hour) * hour + 72 * hour))
  await box.turn(provider, { kind })
  for (const [what, asked] of [
    ['put', () => calendars.putEvent(id, wanted)],
    ['read', () => titlesIn(calendars, id)],
    ['list', () => calendars.calendars()],
  ] as const) {
    const error = await errorOf(asked, `${provider} ${kind} ${what}`)
    assert.ok(error, `${provider} ${kind} ${what}: no error`)
    assert.ok(passing.includes(error.kind), `${provider} ${kind} ${what}: ${error.kind}, ${error.reason}`)
    if (kind === 'rate_limited') assert.deepEqual([error.kind, error.retryAfterMs], ['busy', 1_000], `${provider} ${what}`)
    assert.ok(!/Intro|own\.example|\n/.test(error.reason), `${provider} ${kind} ${what}: ${error.reason}`)
  }
  await box.turn(provider)
  const again = await calendars.putEvent(id, wanted)
  assert.equal(again.outcome, 'put', `${provider} ${kind}`)
  const titles = await titlesIn(calendars, id)
  assert.equal(titles.length, before + 1, `${provider} ${kind}: ${titles}`)
}

for (const provider of ['google', 'caldav'] as const)
  test(`a calendar at ${provider} that is slow, dead or mad ends each call in an error that says why, and an event that is put again afterwards is there once`, async () => {
    await Promise.all(faults.map((kind) => suffer(provider, kind)))
  })

test('a Gmail that is slow, dead or mad sends a mail once: one that may have left is uncertain, and any other can be sent again', async () => {
  const uncertain: string[] = []
  await Promise.all(
    faults.map(async (kind) => {
      const box = boxes.get(kind) as TestSandbox
      const gmail = await gmailAt(box)
      const mark = `mark-${kind}`
      const raw = `From: Mira <${me}>\r\nTo: jo@example.com\r\nSubject: Offer\r\nDate: ${new Date().toUTCString()}\r\nX-Foyer-Mail: ${mark}\r\nMessage-ID: <${mark}@foyer.example>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain\r\n\r\nHello`
      const messageId = `<${mark}@foyer.example>`
      const mail = { raw: Buffer.from(raw), from: me, recipients: ['jo@example.com'], messageId, threadRef: null }
      const find = () => gmail.findSent({ mark, messageId, since: new Date(Date.now() - hour) })
      await box.turn('google', { kind })
      const error = await errorOf(() => gmail.send(mail), `gmail ${kind}`)
      assert.ok(error, `${kind}: no error`)
      assert.ok([...passing, 'uncertain'].includes(error.kind), `${kind}: ${error.kind}, ${error.reason}`)
      const list = async () => {
        for await (const news of gmail.list({ since: new Date(0) })) assert.ok(news, 'a list of what is not there')
      }
      for (const asked of [list, () => gmail.begin()]) {
        const read = await errorOf(asked, `gmail ${kind} read`)
        assert.ok(read && passing.includes(read.kind), `${kind}: ${read?.kind}`)
      }
      await box.turn('google')
      const found = await find()
      if (error.kind === 'uncertain') uncertain.push(kind)
      else {
        assert.equal(found, null, `${kind}: it was sent, and is said not to have been`)
        await gmail.send(mail)
      }
      const answer = await fetch(`${box.address}/sandbox/google/mail?email=${me}`, { headers: { accept: 'application/json' } })
      const { mails } = (await answer.json()) as { mails: { labelIds: string[] }[] }
      const sent = mails.filter(({ labelIds }) => labelIds.includes('SENT')).length
      assert.equal(sent, found || error.kind !== 'uncertain' ? 1 : 0, kind)
    }),
  )
  for (const kind of ['lost', 'reset', 'drip']) assert.ok(uncertain.includes(kind), `${kind} is not uncertain`)
})
