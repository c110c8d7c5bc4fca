import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { Temporal } from 'temporal-polyfill'
import type { Someone, TestApp } from '#test/support/app.ts'
import { faultsOf, openBrowser } from '#test/support/browser.ts'
import { connectCalendar, hostCalendars, hostToken, readAgain, startHosts } from '#test/support/host-calendars.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
let stop: () => Promise<void>
let browser: Browser
before(async () => {
  ;({ app, stop } = await startHosts())
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await stop?.()
})

type Calendars = Awaited<ReturnType<typeof hostCalendars>>

const dayMs = 86_400_000
const me = 'mira@sandbox.example'
const later = (day: string, days: number): string => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
/** The Wednesday of the week after next. */
const wednesday = later(new Date().toISOString().slice(0, 10), 17 - ((new Date().getUTCDay() + 6) % 7))
/** As the page shows times. */
const berlin = (day: string, time: string): Date =>
  new Date(Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime('Europe/Berlin').epochMilliseconds)

const openWeek = async () => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto(`${app.url}/sandbox/google/calendar?email=${me}&week=${wednesday}`)
  return { page, week: page.getByRole('region', { name: 'Week by hours' }), errors, close: () => context.close() }
}
const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key)
}
/** Of a week that opens at seven: the days above it, the hours beside it, and on a desk all seven days. */
const keepsHeadsInSight = async (page: Page, week: Locator): Promise<void> => {
  const scrolled = await week.locator('.scroll').boundingBox()
  const isInSight = async (text: string): Promise<boolean> => {
    const box = await week.getByText(text, { exact: true }).boundingBox()
    const bottom = (scrolled?.y ?? 0) + (scrolled?.height ?? 0)
    return box !== null && scrolled !== null && box.x >= scrolled.x && box.y >= scrolled.y && box.y + box.height <= bottom
  }
  const day = new Date(later(wednesday, -2)).toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', timeZone: 'UTC' })
  assert.deepEqual([await isInSight(day), await isInSight('07:00'), await isInSight('06:00')], [true, true, false])
  await page.setViewportSize({ width: 1280, height: 740 })
  assert.ok(await week.locator('.scroll').evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth))
  await page.setViewportSize({ width: 360, height: 740 })
}
const dayOf = (page: Page, day: string) => page.getByRole('region', { name: day, exact: true })

/** What is new since a token, by id, with the token of then. */
const readSince = async (google: Calendars, cursor: string | null): Promise<{ ids: string[]; cursor: string }> => {
  const pages = google.readEvents('primary', { cursor, from: new Date(Date.now() - dayMs) })
  const ids: string[] = []
  for (let next = await pages.next(); ; next = await pages.next()) {
    if (!next.done) ids.push(...next.value.events.map(({ id }) => id))
    else if (next.value.outcome === 'done') return { ids: ids.toSorted(), cursor: next.value.cursor }
    else assert.fail(next.value.outcome)
  }
}
const given = async (account: string): Promise<{ owner: Someone; google: Calendars }> => {
  const owner = await app.given.organization()
  await connectCalendar(app, owner, account)
  return { owner, google: await hostCalendars(app, owner) }
}
const place = (id: string, title: string, start: Date, end: Date) => ({
  ...{ id, title, start, end, zone: 'Europe/Berlin', description: '', location: '', attendees: [] },
  ...{ isBusy: true, wantsRoom: false, tags: null },
})

/** A receiver of what Google tells about a calendar. */
const startReceiver = async () => {
  const heard: unknown[] = []
  const receiver = createServer((request, response) => {
    heard.push(request.headers['x-goog-resource-state'])
    request.resume()
    response.end()
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', () => done()))
  return {
    heard,
    address: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
    stop: () => {
      receiver.close()
      receiver.closeAllConnections()
    },
  }
}

test('events are dragged to another time and day by the pointer and by the keyboard: lists since a token have them, their channel tells, and they keep their length', async () => {
  const { google } = await given('mira@')
  await google.putEvent('primary', place('drag1', 'Tooth', berlin(wednesday, '10:00'), berlin(wednesday, '11:30')))
  await google.putEvent('primary', place('drag2', 'Night', berlin(wednesday, '22:00'), berlin(later(wednesday, 1), '02:00')))
  const receiver = await startReceiver()
  const channel = { channelId: 'dragging', token: 'proof', address: receiver.address }
  await google.watch('primary', { ...channel, expiresAt: new Date(Date.now() + dayMs) })
  await until('the channel', async () => receiver.heard.length === 1 || undefined)
  const first = await readSince(google, null)
  const { page, week, errors, close } = await openWeek()
  assert.deepEqual(await faultsOf(page), [])
  assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
  await keepsHeadsInSight(page, week)

  // An hour is 48 px, a day a seventh of the width.
  const tooth = week.getByRole('button', { name: /Tooth$/ })
  await tooth.scrollIntoViewIfNeeded()
  const [from, days] = [await tooth.boundingBox(), await week.locator('.days').boundingBox()]
  assert.ok(from && days)
  const [x, y] = [from.x + from.width / 2, from.y + 4]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + days.width / 7, y + 48, { steps: 4 })
  await week.getByText(`Tooth: ${later(wednesday, 1)}, 11:00`).waitFor()
  await page.mouse.up()
  await dayOf(page, later(wednesday, 1)).getByText('11:00–12:30').waitFor()
  const moved = await google.findEvent('primary', 'drag1')
  assert.deepEqual(
    [moved?.start, moved?.end],
    [{ at: berlin(later(wednesday, 1), '11:00') }, { at: berlin(later(wednesday, 1), '12:30') }],
  )
  const second = await readSince(google, first.cursor)
  assert.deepEqual(second.ids, ['drag1'])
  await until('the news', async () => receiver.heard.length === 2 || undefined)
  assert.deepEqual(receiver.heard, ['sync', 'exists'])

  await week.getByRole('button', { name: /Night$/ }).focus()
  await press(page, 'ArrowLeft', 'ArrowUp', 'ArrowUp')
  await week.getByText(`Night: ${later(wednesday, -1)}, 21:30`).waitFor()
  await press(page, 'Escape')
  await week.getByText('22:00 Night').waitFor()
  await press(page, 'ArrowLeft', 'ArrowDown', 'Enter')
  await dayOf(page, later(wednesday, -1)).getByText('Night', { exact: true }).waitFor()
  const night = await google.findEvent('primary', 'drag2')
  assert.deepEqual(
    [night?.start, night?.end],
    [{ at: berlin(later(wednesday, -1), '22:15') }, { at: berlin(wednesday, '02:15') }],
  )

  await page.getByLabel('Title').fill('Fair')
  await page.getByLabel('Day', { exact: true }).last().fill(wednesday)
  await page.getByRole('button', { name: 'Add event' }).click()
  await week.getByRole('button', { name: 'Fair' }).focus()
  await press(page, 'ArrowRight', 'ArrowDown', 'Enter')
  await dayOf(page, later(wednesday, 1)).getByText('all day').waitFor()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: 'light' })
  assert.deepEqual(await faultsOf(page), [])
  assert.deepEqual(errors, [])
  await close()
  receiver.stop()
})

test('a meeting whose event is dragged on the page is one that its host moved: Foyer asks what to do', async () => {
  const { owner } = await given('mira@')
  const wish = { start: berlin(wednesday, '14:00').toISOString(), name: 'Maya', email: 'maya@example.com', anyTime: true }
  const made = await app.call('create-booking', wish, owner)
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const detail = async () =>
    ((await app.call('show-booking-detail', { bookingId: made.body.bookingId }, owner)).body.detail ?? {}) as unknown as {
      booking: { changed_outside: string | null }
      effects: { kind: string; state: string }[]
    }
  await until('the event', async () =>
    (await detail()).effects.some(({ kind, state }) => kind === 'calendar' && state === 'done') ? true : undefined,
  )
  const { page, week, close } = await openWeek()
  await week.getByRole('button', { name: /^14:00 .*Maya/ }).focus()
  await press(page, 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter')
  await dayOf(page, wednesday).getByText('15:00–').waitFor()
  await readAgain(app, owner)
  await until('the change', async () => (await detail()).booking.changed_outside ?? undefined)
  await close()
})

test('freeBusy holds an error for one calendar inside a good answer where its page says so, and busy times for the rest', async () => {
  const { page, close } = await openWeek()
  const { owner } = await given('jonas@')
  const accessToken = await hostToken(app, owner)
  const times = { timeMin: new Date().toISOString(), timeMax: new Date(Date.now() + dayMs).toISOString() }
  const other = 'jonas@sandbox.example'
  for (const reason of ['notFound', 'internalError', 'rateLimitExceeded', 'none']) {
    await page.getByLabel('freeBusy answers for this calendar').selectOption(reason)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForLoadState()
    const answer = await fetch(`${app.url}/sandbox/google/calendar/v3/freeBusy`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...times, items: [{ id: me }, { id: other }] }),
    })
    assert.equal(answer.status, 200)
    const { calendars } = (await answer.json()) as { calendars: Record<string, { errors?: { reason: string }[] }> }
    assert.deepEqual([calendars[me]?.errors?.[0]?.reason ?? 'none', calendars[other]?.errors], [reason, undefined])
  }
  await close()
})
