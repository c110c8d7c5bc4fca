import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { faultsOf, openBrowser } from '#test/support/browser.ts'
import { share } from '#test/support/shared.ts'

let app: TestApp
let browser: Browser
let release: () => Promise<void>
before(async () => {
  app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  ;({ thing: browser, release } = await share('browser', openBrowser, (opened) => opened.close()))
})
after(async () => {
  await release?.()
  await app?.stop()
})

const workspace = async (): Promise<{ owner: Someone; path: string }> => {
  const owner = await app.given.organization()
  await app.call('set-hours', { timezone: 'Europe/Berlin' }, owner)
  const { event_types } = (await app.call('list-event-types', {}, owner)).body as unknown as { event_types: { url: string }[] }
  return { owner, path: new URL(event_types[0]?.url ?? '').pathname }
}
const bookingsOf = async (owner: Someone) =>
  (await app.call('list-bookings', { state: 'all' }, owner)).body.bookings as unknown as {
    state: string
    starts_at: string
    name: string
  }[]

let visitors = 0
/** Each from a network of its own: ten bookings a minute are what one address may make. */
const open = async ({ script = true, width = 1280, dark = false } = {}) => {
  const context = await browser.newContext({
    ...{ javaScriptEnabled: script, viewport: { width, height: 900 }, colorScheme: dark ? 'dark' : 'light' },
    ...{ locale: 'en-GB', timezoneId: 'America/New_York' },
    extraHTTPHeaders: { 'x-forwarded-for': `198.18.${++visitors}.1` },
  })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(app.url)) errors.push(request.url())
  })
  return { page, errors, close: () => context.close() }
}

for (const script of [true, false])
  test(`a booker books, reschedules and cancels ${script ? 'with' : 'without'} a script, on a phone, in a zone of their own`, async () => {
    const { owner, path } = await workspace()
    const { page, errors, close } = await open({ script, width: 360, dark: script })
    const keeps = async (): Promise<void> => {
      if (!script) return
      assert.deepEqual(await faultsOf(page), [])
      assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
    }
    await page.goto(app.url + path)
    if (!script) {
      await page.getByLabel('Time zone').selectOption('America/New_York')
      await page.getByRole('button', { name: 'Change' }).click()
    }
    await page.waitForURL(/New_York/)
    await page.locator('.days a').last().click()
    await page.locator('.starts a').first().waitFor()
    await keeps()
    await page.locator('.starts a').first().click()
    await page.getByText(/for you, .* \(Berlin\) there/).waitFor()
    await keeps()
    await page.getByRole('textbox', { name: 'Name' }).fill('Maya <Rao>')
    await page.getByRole('button', { name: 'Book meeting' }).click()
    await page.locator('.error').waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Maya <Rao>')
    await page.getByRole('textbox', { name: 'Email' }).fill('maya@example.com')
    await page.getByRole('button', { name: 'Book meeting' }).click()
    await page.getByRole('heading', { name: 'Your meeting is confirmed' }).waitFor()
    await keeps()
    const shown = await page.locator('.when').textContent()
    assert.match(shown ?? '', /Eastern (Standard|Daylight) Time/)
    const [before] = await bookingsOf(owner)
    await page.getByRole('link', { name: 'Reschedule' }).click()
    await page.locator('.days a').last().click()
    await page.locator('.starts button').last().click()
    await page.getByRole('heading', { name: 'Your meeting has a new time' }).waitFor()
    const [moved] = await bookingsOf(owner)
    assert.notEqual(moved?.starts_at, before?.starts_at)
    await page.getByText('Cancel meeting', { exact: true }).first().click()
    await page.getByLabel('Reason').fill('I am ill')
    await page.getByRole('button', { name: 'Cancel meeting' }).click()
    await page.getByRole('heading', { name: 'This meeting was cancelled' }).waitFor()
    await keeps()
    assert.equal((await bookingsOf(owner))[0]?.state, 'cancelled')
    assert.deepEqual(errors, [])
    await close()
  })

test('when a start is lost while the form is filled in, the page offers the nearest ones and keeps the form', async () => {
  const { owner, path } = await workspace()
  const { page, close } = await open({ script: false })
  await page.goto(`${app.url}${path}?zone=Europe/Berlin`)
  await page.locator('.days a').last().click()
  await page.locator('.starts a').first().click()
  const start = new URL(page.url()).searchParams.get('start')
  const wish = {
    orgId: owner.orgId,
    name: 'x',
    email: 'other@example.com',
    date: 'x',
    time: 'x',
    isoTime: start,
    timezone: 'UTC',
  }
  assert.equal((await app.call('booking', wish, null)).status, 200)
  await page.getByRole('textbox', { name: 'Name' }).fill('Maya')
  await page.getByRole('textbox', { name: 'Email' }).fill('maya@example.com')
  await page.getByRole('button', { name: 'Book meeting' }).click()
  await page.getByRole('alert').waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Email' }).inputValue(), 'maya@example.com')
  await page.locator('.nearest button').first().click()
  await page.getByRole('heading', { name: 'Your meeting is confirmed' }).waitFor()
  assert.equal((await bookingsOf(owner)).length, 2)
  await close()
})

test('from the first letter on a start is held for who fills in the form; opening the form holds nothing', async () => {
  const { owner, path } = await workspace()
  const { page, errors, close } = await open()
  const held = () =>
    app.database.inOrg(owner.orgId, async (db) =>
      (await db.selectFrom('bookings').select('starts_at').where('state', '=', 'held').execute()).map(({ starts_at }) =>
        starts_at.toISOString(),
      ),
    )
  const range = {
    from: new Date(Date.now() + 86_400_000).toISOString(),
    to: new Date(Date.now() + 8 * 86_400_000).toISOString(),
  }
  const { body } = await app.call('list-slots', { orgId: owner.orgId, timezone: 'UTC', ...range }, null)
  const [start = ''] = (body.slots as unknown as { start: string }[]).map((slot) => slot.start)
  await page.goto(`${app.url}${path}?start=${encodeURIComponent(start)}&zone=UTC`)
  assert.deepEqual(await held(), [])
  const isHeld = page.waitForResponse((answer) => answer.url().endsWith('/gateway'))
  await page.getByLabel('Name').fill('Rao')
  assert.equal((await isHeld).status(), 200)
  assert.deepEqual(await held(), [start])
  await page.locator('input[name=hold]').waitFor({ state: 'attached' })
  const offered = (await app.call('list-slots', { orgId: owner.orgId, timezone: 'UTC', ...range }, null)).body
  assert.ok(!(offered.slots as unknown as { start: string }[]).some((slot) => slot.start === start))
  await page.getByLabel('Email').fill('rao@example.com')
  await page.getByRole('button', { name: 'Book', exact: false }).last().click()
  await page.waitForURL(/\/booking\//)
  assert.deepEqual(
    (await bookingsOf(owner)).map(({ name, starts_at, state }) => [name, starts_at, state]),
    [['Rao', start, 'confirmed']],
  )
  assert.deepEqual(errors, [])
  await close()
})

const heldBy = (owner: Someone): Promise<string[]> =>
  app.database.inOrg(owner.orgId, async (db) => {
    const rows = await db.selectFrom('bookings').select('starts_at').where('state', '=', 'held').execute()
    return rows.map(({ starts_at }) => starts_at.toISOString())
  })

for (const way of ['the link to other times', 'the browser’s own button'])
  test(`a booker who goes back by ${way} finds the start that was on hold for them free, and books it`, async () => {
    const { owner, path } = await workspace()
    const { page, errors, close } = await open()
    await page.goto(`${app.url}${path}?zone=Europe/Berlin`)
    await page.locator('.days a').last().click()
    const first = page.locator('.starts a').first()
    const label = (await first.textContent()) ?? ''
    await first.click()
    await page.getByLabel('Name').fill('Maya')
    await page.locator('input[name=hold]').waitFor({ state: 'attached' })
    assert.equal((await heldBy(owner)).length, 1)
    if (way === 'the link to other times') await page.getByRole('link', { name: 'Other times' }).click()
    else await page.goBack()
    const again = page.locator('.starts').getByRole('link', { name: label, exact: true })
    await again.waitFor()
    assert.deepEqual(await heldBy(owner), [])
    await again.click()
    await page.getByLabel('Name').fill('Maya')
    await page.getByLabel('Email').fill('maya@example.com')
    await page.getByRole('button', { name: 'Book meeting' }).click()
    await page.getByRole('heading', { name: 'Your meeting is confirmed' }).waitFor()
    assert.deepEqual(errors, [])
    await close()
  })

test('without a script too a form with a hold leads back to the other times, and gives the hold back', async () => {
  const { owner, path } = await workspace()
  const range = {
    from: new Date(Date.now() + 86_400_000).toISOString(),
    to: new Date(Date.now() + 8 * 86_400_000).toISOString(),
  }
  const { slots } = (await app.call('list-slots', { orgId: owner.orgId, timezone: 'UTC', ...range }, null)).body as unknown as {
    slots: { start: string }[]
  }
  const isoTime = slots[0]?.start ?? ''
  const { hold } = (await app.call('hold-slot', { orgId: owner.orgId, start: isoTime }, null)).body as unknown as {
    hold: string
  }
  const send = (fields: Record<string, string>): Promise<Response> =>
    fetch(`${app.url}${path}?start=${encodeURIComponent(isoTime)}&zone=UTC`, {
      ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) },
    })
  const form = await (await send({ isoTime, hold, name: 'Maya', key: 'one' })).text()
  assert.ok(form.includes(`<input type="hidden" name="back" value="true"><input type="hidden" name="hold" value="${hold}">`))
  assert.deepEqual(await heldBy(owner), [isoTime])
  const back = await send({ back: 'true', hold })
  assert.equal(back.status, 303)
  const calendar = `${back.headers.get('location')}&day=${isoTime.slice(0, 10)}`
  assert.ok((await (await fetch(app.url + calendar)).text()).includes(`start=${encodeURIComponent(isoTime)}`))
  assert.deepEqual(await heldBy(owner), [])
})

const freeStarts = async (owner: Someone, more: object = {}): Promise<string[]> => {
  const [from, to] = [1, 20].map((days) => new Date(Date.now() + days * 86_400_000).toISOString())
  const { body } = await app.call('list-slots', { orgId: owner.orgId, timezone: 'UTC', from, to, ...more }, null)
  return (body.slots as unknown as { start: string }[]).map(({ start }) => start)
}
const bookedBy = async (owner: Someone, isoTime: string | undefined, more: object = {}) => {
  const wish = { orgId: owner.orgId, name: 'Maya', email: 'maya@example.com', date: 'x', time: 'x', timezone: 'UTC' }
  const answer = await app.call('booking', { ...wish, isoTime, ...more }, null)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return new URL(String(answer.body.manageLink)).pathname
}
/** What stands on a page as an error, without tags. */
const troublesIn = (page: string): string[] =>
  [...page.matchAll(/class="(?:error|trouble)"[^>]*>([^<]*)</g)].map(([, text = '']) => text)

test('a meeting by phone needs a number that can be called, by the API and on the page, where it can be put right', async () => {
  const { owner, path } = await workspace()
  const saved = await app.call('save-event-type', { slug: 'call', name: 'Call', minutes: 30, place: { kind: 'phone' } }, owner)
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  const [isoTime] = await freeStarts(owner, { eventType: 'call' })
  const wish = {
    orgId: owner.orgId,
    eventType: 'call',
    name: 'M',
    email: 'm@example.com',
    date: 'x',
    time: 'x',
    timezone: 'UTC',
  }
  for (const phone of [null, 'abc', '12']) {
    const { status, body } = await app.call('booking', { ...wish, isoTime, phone }, null)
    assert.deepEqual([status, body.code, body.field], [400, 'phone_unreadable', 'phone'], String(phone))
  }
  const send = (phone: string) => {
    const form = { isoTime: isoTime ?? '', key: 'one', name: 'Maya', email: 'maya@example.com', company: 'Rao Bakery', phone }
    const address = `${app.url}${path.replace(/[^/]+$/, 'call')}?start=${encodeURIComponent(isoTime ?? '')}&zone=UTC&lang=fr`
    const headers = { 'x-forwarded-for': `198.19.${++visitors}.1` }
    return fetch(address, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form), headers })
  }
  for (const [phone, text] of [
    ['', 'Remplissez ce champ.'],
    ['abc', 'Indiquez un numéro de téléphone où vous joindre, avec l’indicatif du pays.'],
  ] as const) {
    const answer = await send(phone)
    const page = await answer.text()
    assert.deepEqual([answer.status, troublesIn(page)], [400, [text]])
    assert.match(page, /id="phone"[^>]*aria-invalid="true"/)
    for (const kept of ['Maya', 'maya@example.com', 'Rao Bakery']) assert.ok(page.includes(`value="${kept}"`), kept)
  }
  assert.deepEqual(await bookingsOf(owner), [])
  assert.equal((await send('+49 170 1112233')).status, 303)
  assert.equal((await bookingsOf(owner)).length, 1)
})

test('a booking is moved onto a part of its own time, and a start that another booker took says so with the nearest ones', async () => {
  const { owner } = await workspace()
  const hour = { slug: 'hour', name: 'Hour', minutes: 60, grid: 30, hosts: [owner.personId], mode: 'one' }
  assert.equal((await app.call('save-event-type', hour, owner)).status, 200)
  const starts = await freeStarts(owner, { eventType: 'hour' })
  // Of a whole day: in the afternoon the first one has a single start left.
  const [first = '', half = '', , third = ''] = starts.filter((start) => start.slice(0, 10) !== starts[0]?.slice(0, 10))
  const manage = await bookedBy(owner, first, { eventType: 'hour' })
  const token = manage.split('/').at(-1)
  assert.ok(!(await freeStarts(owner, { eventType: 'hour' })).includes(half))
  assert.ok((await freeStarts(owner, { eventType: 'hour', token })).includes(half))
  const stranger = await app.given.organization()
  const bookingId = ((await app.call('list-bookings', { state: 'all' }, owner)).body.bookings as unknown as { id: string }[])[0]
    ?.id
  for (const who of [null, stranger]) {
    const [from, to] = [1, 20].map((days) => new Date(Date.now() + days * 86_400_000).toISOString())
    const wish = { orgId: owner.orgId, timezone: 'UTC', eventType: 'hour', bookingId, from, to }
    const { body } = await app.call('list-slots', wish, who)
    assert.ok(!JSON.stringify(body).includes(half), 'the time of a booking that is not the caller’s')
  }
  const day = `?zone=UTC&day=${half.slice(0, 10)}`
  assert.ok((await (await fetch(`${app.url}${manage}/move${day}`)).text()).includes(`value="${half}"`))
  const move = (start: string) =>
    fetch(`${app.url}${manage}/move?lang=de`, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ start }) })
  assert.equal((await move(half)).status, 303)
  assert.deepEqual(
    (await bookingsOf(owner)).map(({ starts_at }) => starts_at),
    [half],
  )

  await bookedBy(owner, third, { eventType: 'hour', email: 'omar@example.com' })
  const lost = await move(third)
  const page = await lost.text()
  assert.equal(lost.status, 409)
  assert.match(troublesIn(page)[0] ?? '', /^Diese Zeit wurde gerade vergeben/)
  assert.equal([...page.matchAll(/class="nearest".*?<\/fieldset>/gs)][0]?.[0].match(/<button name="start"/g)?.length, 3)
})

test('a crawler that follows every link of a booking with GET and HEAD changes nothing', async () => {
  const { owner, path } = await workspace()
  const { slots } = (
    await app.call(
      'list-slots',
      {
        ...{ orgId: owner.orgId, timezone: 'UTC' },
        ...{ from: new Date(Date.now() + 86_400_000).toISOString(), to: new Date(Date.now() + 20 * 86_400_000).toISOString() },
      },
      null,
    )
  ).body as unknown as { slots: { start: string }[] }
  const wish = { orgId: owner.orgId, name: 'Maya', email: 'maya@example.com', date: 'x', time: 'x', timezone: 'UTC' }
  const made = (await app.call('booking', { ...wish, isoTime: slots[0]?.start }, null)).body as unknown as {
    manageLink: string
    meetingLink: string
  }
  const before = await bookingsOf(owner)
  const seen = new Set<string>()
  const queue = [made.manageLink, made.meetingLink].map((link) => new URL(link).pathname).concat(path)
  for (let each = queue.shift(); each !== undefined && seen.size < 60; each = queue.shift()) {
    if (seen.has(each)) continue
    seen.add(each)
    await fetch(app.url + each, { method: 'HEAD' })
    const response = await fetch(app.url + each, { redirect: 'manual' })
    const text = await response.text()
    assert.ok(response.status < 500, `${each} ${response.status}`)
    for (const [, href = ''] of text.matchAll(/(?:href|action)="(\/(?:book|booking|meet)[^"]*)"/g))
      queue.push(href.replaceAll('&amp;', '&').split('#')[0] ?? '')
  }
  assert.ok(seen.size > 10)
  assert.deepEqual(await bookingsOf(owner), before)
})

test('an unknown link, workspace or address answers 404 with a page; the link of a meeting without a room names the host', async () => {
  const { owner } = await workspace()
  for (const address of [
    '/booking/nothing-of-this-kind-exists',
    '/meet/nothing-of-this-kind-exists',
    '/book/no-such-workspace',
    '/book/x/y?day=9999-99-99&zone=../x',
  ]) {
    const response = await fetch(app.url + address, { headers: { 'x-forwarded-for': `198.18.${++visitors}.1` } })
    assert.equal(response.status, 404, address)
    assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'/)
  }
  const from = new Date(Date.now() + 86_400_000).toISOString()
  const to = new Date(Date.now() + 20 * 86_400_000).toISOString()
  const { slots } = (await app.call('list-slots', { orgId: owner.orgId, timezone: 'UTC', from, to }, null)).body as unknown as {
    slots: { start: string }[]
  }
  const wish = { name: 'Maya', email: 'maya@example.com', start: slots[0]?.start }
  const made = (await app.call('create-booking', wish, owner)).body as unknown as { meetingLink: string }
  const page = await (await fetch(app.url + new URL(made.meetingLink).pathname)).text()
  assert.ok(page.includes(owner.email), page)
})
