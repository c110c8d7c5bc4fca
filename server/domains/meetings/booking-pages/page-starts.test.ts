import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
before(async () => {
  app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
})
after(() => app?.stop())

const dayMs = 86_400_000

let visitors = 0
/** Each from a network of its own. A form where `fields` are given. */
const visit = async (path: string, fields?: Record<string, string>) => {
  const response = await fetch(app.url + path, {
    ...{ redirect: 'manual', headers: { 'x-forwarded-for': `198.21.${++visitors}.1` } },
    ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
  })
  const page = await response.text()
  return {
    ...{ status: response.status, to: response.headers.get('location'), page },
    errors: [...page.matchAll(/id="([^"]+)-error">([^<]*)</g)].map(([, field = '', text = '']) => `${field}: ${text}`),
    trouble: /class="trouble"[^>]*>([^<]*)</.exec(page)?.[1],
    links: [...(/class="starts".*?<\/ul>/s.exec(page)?.[0] ?? '').matchAll(/href="([^"]+)"/g)].map(([, link = '']) =>
      link.replaceAll('&amp;', '&'),
    ),
    nearest: [...(/class="nearest".*?<\/fieldset>/s.exec(page)?.[0] ?? '').matchAll(/name="isoTime" value="([^"]+)"/g)].map(
      ([, start = '']) => start,
    ),
  }
}

const workspace = async () => {
  const owner = await app.given.organization()
  await app.call('set-hours', { timezone: 'Europe/Berlin' }, owner)
  const { event_types } = (await app.call('list-event-types', {}, owner)).body as unknown as { event_types: { url: string }[] }
  const [from, to] = [2, 20].map((days) => new Date(Date.now() + days * dayMs).toISOString())
  const { body } = await app.call('list-slots', { orgId: owner.orgId, timezone: 'UTC', from, to }, null)
  const starts = (body.slots as unknown as { start: string }[]).map(({ start }) => start)
  return { owner, path: new URL(event_types[0]?.url ?? '').pathname, starts }
}

test('a start that is on no calendar leads to the free ones, from a link and from a form', async () => {
  const { path } = await workspace()
  for (const start of [
    ...['2026-99-99T99:99:99Z', '2027-02-30T10:00:00Z', '2027-03-01T24:00:00Z', '2027-03-01T10:00:60Z', '0000-00-00T00:00:00Z'],
    ...['2027-03-01T10:00:00', 'tomorrow'],
  ]) {
    const opened = await visit(`${path}?start=${encodeURIComponent(start)}&zone=UTC`)
    assert.equal(opened.status, 200, start)
    assert.match(opened.page, /<table class="days">/, start)
    const sent = await visit(`${path}?start=${encodeURIComponent(start)}&zone=UTC&lang=de`, {
      ...{ name: 'Maya', email: 'maya@example.com', isoTime: start },
    })
    assert.deepEqual([sent.status, sent.to], [303, `${path}?zone=UTC&lang=de`], start)
  }
})

test('a link to a start that is past, taken, off the grid or too far ahead offers the nearest ones at once, and no form', async () => {
  const { owner, path, starts } = await workspace()
  const [taken = '', second = ''] = starts
  const at = (start: string) => visit(`${path}?start=${encodeURIComponent(start)}&zone=UTC&lang=en`)
  assert.match((await at(taken)).page, /<form method="post"/)
  const made = await app.call('create-booking', { start: taken, name: 'Maya', email: 'maya@example.com' }, owner)
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const odd = new Date(Date.parse(second) + 7 * 60_000).toISOString()
  const far = new Date(Date.now() + 400 * dayMs).toISOString()
  for (const start of ['2020-01-01T09:00:00Z', taken, odd, far]) {
    const { status, trouble, links, page } = await at(start)
    assert.deepEqual([status, trouble, links.length], [200, 'This time cannot be booked. Choose another one.', 3], start)
    assert.doesNotMatch(page, /<form method="post"/)
    for (const link of links) assert.match((await visit(link)).page, /<form method="post"/, link)
  }
  assert.ok((await at(odd)).links.some((link) => new URL(link, app.url).searchParams.get('start') === second))
})

test('a start on hold has its form still: whose it is may load the page again', async () => {
  const { owner, path, starts } = await workspace()
  const [start = ''] = starts
  assert.equal((await app.call('hold-slot', { orgId: owner.orgId, start }, null)).status, 200)
  assert.match((await visit(`${path}?start=${encodeURIComponent(start)}&zone=UTC`)).page, /<form method="post"/)
})

test('a form that is sent for a start that was never offered does not say that another booker took it', async () => {
  const { owner, path, starts } = await workspace()
  const given = { name: 'Maya', email: 'maya@example.com' }
  const past = '2020-01-01T09:00:00Z'
  const sent = await visit(`${path}?start=${past}&zone=UTC&lang=en`, { ...given, isoTime: past })
  assert.deepEqual([sent.status, sent.trouble], [409, 'This time cannot be booked. Choose another one.'])
  assert.equal(sent.nearest.length, 3)
  const made = await app.call('create-booking', { ...given, start: starts[0] }, owner)
  const manage = new URL(String(made.body.manageLink)).pathname
  const moved = await visit(`${manage}/move?lang=en&zone=UTC`, { start: past })
  assert.equal(moved.status, 409)
  assert.match(moved.trouble ?? '', /^This time cannot be booked\..* your meeting stays as it is until then\.$/)
})

test('a booker who reschedules begins in the month of the meeting, not in that of today', async () => {
  const { owner, path } = await workspace()
  const slug = path.split('/').at(-1)
  assert.equal((await app.call('save-event-type', { slug, horizonDays: 200 }, owner)).status, 200)
  const start = new Date(Date.now() + 100 * dayMs).toISOString().slice(0, 10)
  const wish = { name: 'Maya', email: 'maya@example.com', start: `${start}T10:00:00Z`, anyTime: true }
  const made = await app.call('create-booking', wish, owner)
  const manage = new URL(String(made.body.manageLink)).pathname
  const first = (page: string) => /<table class="days">.*?href="[^"]*day=(\d{4}-\d\d)-\d\d/s.exec(page)?.[1]
  assert.equal(first((await visit(`${manage}/move?zone=UTC`)).page), start.slice(0, 7))
  const other = new Date(Date.now() + 40 * dayMs).toISOString().slice(0, 7)
  assert.equal(first((await visit(`${manage}/move?zone=UTC&month=${other}`)).page), other, 'what was chosen counts')
})

test('an empty form says of every field that has to be filled in that it has to, at once', async () => {
  const { owner } = await workspace()
  const questions = [
    { key: 'topic', label: 'Topic', kind: 'text', required: true },
    { key: 'more', label: 'More', kind: 'text', required: false },
  ]
  const type = { slug: 'call', name: 'Call', minutes: 30, place: { kind: 'phone' }, hosts: [owner.personId], questions }
  const saved = await app.call('save-event-type', type, owner)
  const path = new URL((saved.body.eventType as unknown as { url: string }).url).pathname
  const [from, to] = [2, 20].map((days) => new Date(Date.now() + days * dayMs).toISOString())
  const asked = { orgId: owner.orgId, eventType: 'call', timezone: 'UTC', from, to }
  const { slots } = (await app.call('list-slots', asked, null)).body as unknown as { slots: { start: string }[] }
  const isoTime = slots[0]?.start ?? ''
  const send = (fields: Record<string, string>) => visit(`${path}?start=${isoTime}&zone=UTC&lang=en`, { isoTime, ...fields })
  const say = (fields: readonly string[]) => fields.map((field) => `${field}: Fill in this field.`)
  assert.deepEqual((await send({})).errors, say(['name', 'email', 'phone', 'answers.topic']))
  assert.deepEqual((await send({ name: 'Maya', phone: '+4915112345678', 'answers.topic': 'x' })).errors, say(['email']))
  const wrong = await send({ name: 'Maya', email: 'no address' })
  assert.deepEqual(wrong.errors, [
    'email: Enter an email address such as maya@example.com.',
    ...say(['phone', 'answers.topic']),
  ])
})

test('an address that leads nowhere speaks of an email only where it is one of an email', async () => {
  for (const [path, says] of [
    ['/book/no-such-workspace', 'Check the address, or ask the person who gave it to you.'],
    ['/book/no-such-workspace/call', 'Check the address, or ask the person who gave it to you.'],
    ['/booking/nothing-of-this-kind-exists', 'Open the link exactly as it is in your email, or ask its sender.'],
    ['/meet/nothing-of-this-kind-exists', 'Open the link exactly as it is in your email, or ask its sender.'],
  ] as const) {
    const { status, page } = await visit(`${path}?lang=en`)
    assert.deepEqual([status, page.includes(says)], [404, true], path)
  }
})
