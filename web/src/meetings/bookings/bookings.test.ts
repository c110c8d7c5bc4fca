import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sayTime } from '#shapes/time-texts.ts'
import type { Someone } from '#test/support/app.ts'
import { faultsOf } from '#test/support/browser.ts'
import { startPages } from '#test/support/page.ts'
import { until } from '#test/support/until.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages()
})
after(() => pages?.stop())

const dayMs = 86_400_000

/** Books the nth free start of a workspace, as a page of its website would: of a day that is free as a whole, whatever time it is. */
const book = async (owner: Someone, name: string, nth: number, eventType = 'meeting'): Promise<string> => {
  const today = Math.floor(Date.now() / dayMs) * dayMs
  const { slots } = (
    await pages.app.call(
      'list-slots',
      {
        ...{ orgId: owner.orgId, eventType, timezone: 'Europe/Berlin' },
        ...{ from: new Date(today + 2 * dayMs).toISOString(), to: new Date(today + 20 * dayMs).toISOString() },
      },
      null,
    )
  ).body as unknown as { slots: { start: string }[] }
  const start = slots[nth]?.start ?? ''
  const wish = { orgId: owner.orgId, eventType, name, email: `${name}@example.com`, date: 'x', time: 'x', isoTime: start }
  const { status, body } = await pages.app.call('booking', { ...wish, timezone: 'Europe/Berlin' }, null)
  assert.equal(status, 200, JSON.stringify(body))
  return start
}

test('a member finds a meeting with its steps, moves it and cancels it; the pages are readable for all, wide and on a phone', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  await book(owner, 'Maya', 0)
  await book(owner, 'Rao', 1)
  const { page, errors, close } = await pages.open('/bookings', { as: owner })
  await page.getByRole('link', { name: 'Maya' }).waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await page.setViewportSize({ width: 360, height: 760 })
  assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
  assert.deepEqual(await faultsOf(page), [])
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('link', { name: 'Maya' }).click()
  await page.getByText('Email to the booker').waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await page.getByRole('button', { name: 'Reschedule' }).click()
  const starts = page.getByRole('group', { name: 'Start' }).getByRole('button')
  await starts.first().waitFor()
  const before = await page.locator('header').last().textContent()
  await starts.last().click()
  await page.getByText('Meeting rescheduled').waitFor()
  await page.getByText('New time', { exact: false }).first().waitFor()
  await until('the new time stands in the head', async () => (await page.locator('header').last().textContent()) !== before)
  await page.getByRole('button', { name: 'Cancel meeting' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('The host is ill')
  await dialog.getByRole('button', { name: 'Cancel meeting' }).click()
  await page.getByText('Cancelled', { exact: true }).first().waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('a meeting is moved onto a part of its own time in the window for that', async () => {
  const owner = await pages.app.given.organization()
  const hour = { slug: 'hour', name: 'Hour', minutes: 60, grid: 30, hosts: [owner.personId] }
  assert.equal((await pages.app.call('save-event-type', hour, owner)).status, 200)
  const start = await book(owner, 'Rao', 0, 'hour')
  const half = new Date(Date.parse(start) + 1_800_000)
  const { page, errors, close } = await pages.open('/bookings', { as: owner })
  await page.getByRole('link', { name: /Rao/ }).click()
  await page.getByRole('button', { name: 'Reschedule' }).click()
  const { bookings } = (await pages.app.call('list-bookings', {}, owner)).body as unknown as {
    bookings: { host_zone: string }[]
  }
  const said = (at: Date): string => sayTime(at, { locale: 'en', zone: bookings[0]?.host_zone ?? '' }).time
  const choose = (at: Date) =>
    page
      .getByRole('group', { name: 'Start' })
      .getByRole('button', { name: said(at), exact: true })
      .click()
  // At the time that it has it stays, and nothing else is said.
  await choose(new Date(start))
  await page.getByText('Nothing changed: the meeting is at this time already').waitFor()
  assert.equal(await page.getByText('Meeting rescheduled').count(), 0)
  await page.getByRole('button', { name: 'Reschedule' }).click()
  await choose(half)
  await page.getByText('Meeting rescheduled').waitFor()
  const rows = await pages.app.database.inOrg(owner.orgId, (db) => db.selectFrom('bookings').select('starts_at').execute())
  assert.deepEqual(rows, [{ starts_at: half }])
  assert.deepEqual(errors, [])
  await close()
})

test('an admin sets up an event type and working hours, and sees the next free starts', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  const { page, errors, close } = await pages.open('/settings/event-types', { as: owner })
  await page.getByRole('button', { name: 'New event type' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Enter a name.').waitFor()
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Consultation')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Event type saved').waitFor()
  await page.getByRole('button', { name: 'Edit Consultation' }).click()
  await page
    .getByRole('region', { name: 'What bookers see' })
    .getByText(/\d:\d\d/)
    .waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await page.keyboard.press('Escape')
  await page.goto(`${pages.site}/settings/hours`)
  await page.getByText('Monday: 09:00–17:00').waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await page.getByRole('checkbox', { name: 'Same week as the business' }).uncheck()
  assert.deepEqual(await faultsOf(page), [])
  await page.getByLabel('From, Monday').fill('10:00')
  await page.getByRole('button', { name: 'Remove hours, Friday' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Working hours saved').waitFor()
  const { hours } = (await pages.app.call('show-hours', {}, owner)).body as unknown as {
    hours: { weekly: Record<string, unknown> }
  }
  assert.deepEqual(hours.weekly.mon, [['10:00', '17:00']])
  assert.equal(hours.weekly.fri, undefined)
  assert.deepEqual(errors, [])
  await close()
})

test('from a contact’s page a meeting is booked for that contact', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  await book(owner, 'Maya', 0)
  const { bookings } = (await pages.app.call('list-bookings', {}, owner)).body as unknown as {
    bookings: { contact: { id: string } }[]
  }
  const { page, errors, keeps, close } = await pages.open(`/contacts/${bookings[0]?.contact.id}`, { as: owner })
  await page.getByText('Meeting booked').waitFor()
  await page.getByRole('link', { name: 'Book a meeting' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('From your contacts').waitFor()
  assert.equal(await dialog.getByRole('textbox', { name: 'Name' }).inputValue(), 'Maya')
  const later = new Date(Date.now() + (9 - new Date().getUTCDay()) * dayMs).toISOString().slice(0, 10)
  await dialog.getByLabel('Day').fill(later)
  await dialog.getByRole('group', { name: 'Start' }).getByRole('button').last().click()
  await keeps('new booking')
  await dialog.getByRole('button', { name: 'Book', exact: true }).click()
  await page.getByText('Chosen by').or(page.getByText('The only host')).first().waitFor()
  assert.match(page.url(), /bookings\/[0-9a-f-]{36}$/)
  assert.deepEqual(errors, [])
  await close()
})

test('the form for a client asks what the event type asks, and in which zone and language the client reads', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  const questions = [
    { key: 'size', label: 'How large is the roof?', kind: 'text', required: true },
    { key: 'roof', label: 'Which roof?', kind: 'choice', options: ['Flat', 'Pitched'] },
    { key: 'notes', label: 'Anything else?', kind: 'long_text' },
    { key: 'owner', label: 'Do you own the house?', kind: 'yes_no' },
  ]
  const type = { slug: 'roof', name: 'Roof check', minutes: 30, hosts: [owner.personId], questions }
  const saved = await pages.app.call('save-event-type', type, owner)
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  const { page, errors, keeps, close } = await pages.open('/bookings', { as: owner })
  await page.getByRole('link', { name: 'New booking' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Event type').selectOption({ label: 'Roof check · 30 min' })
  await dialog.getByRole('button', { name: 'Book', exact: true }).click()
  await dialog.getByText('Enter an email or a phone number.').waitFor()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Lea Roy')
  await dialog.getByLabel('Email', { exact: true }).fill('lea@example.com')
  await dialog.getByLabel('Client’s time zone').selectOption('America/New_York')
  await dialog.getByLabel('Client’s language').selectOption('fr')
  await dialog.getByLabel('Which roof?').selectOption('Flat')
  await dialog.getByLabel('Anything else?').fill('The gate is blue')
  await dialog.getByLabel('Do you own the house?').check()
  const later = new Date(Date.now() + (9 - new Date().getUTCDay()) * dayMs).toISOString().slice(0, 10)
  await dialog.getByLabel('Day').fill(later)
  const last = dialog.getByRole('group', { name: 'Start' }).getByRole('button').last()
  await last.click()
  await keeps('new booking with questions')
  await page.setViewportSize({ width: 360, height: 760 })
  for (const start of await dialog.getByRole('group', { name: 'Start' }).getByRole('button').all()) {
    const { width = 0, height = 0 } = (await start.boundingBox()) ?? {}
    assert.ok(width >= 44 && height >= 44, `a start of ${width} × ${height} px is hard to touch`)
  }
  // Wherever it was scrolled to: here the window's own button covers most of the last start.
  const book = dialog.getByRole('button', { name: 'Book', exact: true })
  const [{ y: startY = 0 } = {}, { y: bookY = 0 } = {}] = [(await last.boundingBox()) ?? {}, (await book.boundingBox()) ?? {}]
  await last.evaluate((node, by) => node.closest('[class*=windowContent]')?.scrollBy(0, by), startY - bookY + 12)
  assert.deepEqual(await faultsOf(page), [])
  await page.setViewportSize({ width: 1280, height: 900 })
  await dialog.getByRole('button', { name: 'Book', exact: true }).click()
  await page.waitForURL(/bookings\/[0-9a-f-]{36}$/)
  await page.getByText('The gate is blue').waitFor()
  await page.getByRole('button', { name: 'Send reminder now' }).click()
  await page.getByText('Reminder sent').waitFor()
  await page.getByRole('list', { name: 'Steps' }).getByText('Reminder').waitFor()
  await keeps('booking with a reminder that was sent')
  const bookingId = new URL(page.url()).pathname.split('/').at(-1)
  const { detail } = (await pages.app.call('show-booking-detail', { bookingId }, owner)).body as unknown as {
    detail: { booking: { when_for_booker: string; answers: { key: string; answer: string }[] } }
  }
  assert.match(detail.booking.when_for_booker, /America\/New_York/)
  const [row] = await pages.app.database.inOrg(owner.orgId, (db) => db.selectFrom('bookings').select('locale').execute())
  assert.equal(row?.locale, 'fr')
  assert.deepEqual(
    detail.booking.answers.map(({ key, answer }) => [key, answer]),
    [
      ['roof', 'Flat'],
      ['notes', 'The gate is blue'],
      ['owner', 'Yes'],
    ],
  )
  assert.deepEqual(errors, [])
  await close()
})

test('after a change of the clocks a meeting that shows another time is settled on the page', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  await book(owner, 'Maya', 0)
  await pages.app.database.inOrg(owner.orgId, (db) =>
    db.updateTable('bookings').set({ tz_version: '2025b', wall_clock: '2026-12-01T07:00' }).execute(),
  )
  const { page, errors, keeps, close } = await pages.open('/bookings', { as: owner })
  await page.getByText(/7:00 AM agreed, now shown as/).waitFor()
  await keeps('shifted bookings')
  await page.getByRole('button', { name: 'Keep the moment Maya' }).click()
  await page.getByText(/7:00 AM agreed, now shown as/).waitFor({ state: 'detached' })
  assert.deepEqual(errors, [])
  await close()
})

test('an admin copies the tag for a website, and lists the websites that may show the pages', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  const { page, errors, keeps, close } = await pages.open('/settings/event-types', { as: owner })
  const tag = page.getByRole('region', { name: 'Embed code' })
  await page.getByRole('combobox', { name: 'Page', exact: true }).selectOption({ index: 1 })
  const { event_types } = (await pages.app.call('list-event-types', {}, owner)).body as unknown as {
    event_types: { url: string }[]
  }
  const { href, origin, pathname } = new URL(event_types[0]?.url ?? '')
  const text = (await tag.textContent()) ?? ''
  assert.ok(
    text.includes(`<a href="${href}">`) && text.includes(`<script src="${origin}/book.js" data-page="${pathname}" async>`),
    text,
  )
  const websites = page.getByLabel('Websites')
  await websites.fill('www.example.com/contact\nhttp://example.com')
  await page.getByRole('button', { name: 'Save websites' }).click()
  await page.getByText('Line 2 isn’t a website URL', { exact: false }).waitFor()
  await keeps('embed')
  await websites.fill('www.example.com/contact\nhttp://localhost:3000')
  await page.getByRole('button', { name: 'Save websites' }).click()
  await page.getByText('Websites saved').waitFor()
  assert.equal(await websites.inputValue(), 'https://www.example.com\nhttp://localhost:3000')
  assert.deepEqual(errors, [])
  await close()
})

test('an admin sets the address of video rooms, and learns what is wrong with one that cannot be', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  const { page, errors, keeps, close } = await pages.open('/settings/workspace', { as: owner })
  const field = page.getByLabel('Address of video rooms')
  await field.fill('https://meet.example.com/')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Use https:// and put {id} into the path', { exact: false }).waitFor()
  await keeps('workspace settings')
  await field.fill('https://meet.example.com/{id}')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Settings saved.').waitFor()
  const shown = async () =>
    ((await pages.app.call('show-workspace', {}, owner)).body.workspace as unknown as { room_pattern: string | null })
      .room_pattern
  assert.equal(await shown(), 'https://meet.example.com/{id}')
  await field.fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('region', { name: /unsaved/i }).waitFor({ state: 'detached' })
  assert.equal(await shown(), null)
  assert.deepEqual(errors, [])
  await close()
})

test('an admin writes questions and sees what bookers will see before anything is saved', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  const { page, errors, keeps, close } = await pages.open('/settings/event-types', { as: owner })
  await page
    .getByRole('button', { name: 'New event type' })
    .or(page.getByRole('link', { name: 'New event type' }))
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Roof check')
  const preview = dialog.getByRole('region', { name: 'What bookers see, as typed so far' })
  await preview.getByText('Roof check').waitFor()
  await preview
    .getByText(/\d:\d\d/)
    .first()
    .waitFor()
  await dialog
    .getByRole('textbox', { name: 'Notice' })
    .or(dialog.getByLabel(/notice/i))
    .first()
    .fill('129600')
  await preview.getByText('No free starts in the next month').waitFor()
  await dialog
    .getByLabel(/notice/i)
    .first()
    .fill('60')
  await dialog.getByRole('button', { name: 'Add a question' }).click()
  await dialog.getByRole('textbox', { name: 'Question 1' }).fill('Which roof?')
  await dialog.getByLabel('Answer').selectOption('choice')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog
    .getByText(/choice|options/i)
    .last()
    .waitFor()
  await dialog.getByRole('textbox', { name: 'Choices' }).fill('Flat\nPitched')
  await dialog.getByRole('button', { name: 'Add a question' }).click()
  await dialog.getByRole('textbox', { name: 'Question 2' }).fill('Your address?')
  await dialog.getByRole('button', { name: 'Move question 2 up' }).click()
  await preview.getByText('Asks: Your address? · Which roof?').waitFor()
  await dialog.getByText('More', { exact: true }).click()
  await dialog.getByLabel('Booker’s changes end (minutes before)').fill('120')
  await dialog.getByRole('switch', { name: 'Open a deal for each booker' }).click()
  await keeps('event type with questions')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Event type saved').waitFor()
  const { event_types } = (await pages.app.call('list-event-types', {}, owner)).body as unknown as {
    event_types: Record<string, unknown>[]
  }
  const made = event_types.find(({ name }) => name === 'Roof check')
  assert.deepEqual(
    [made?.questions, made?.change_limit_minutes, made?.makes_deal, made?.notice_minutes],
    [
      [
        { key: 'your_address', label: 'Your address?', kind: 'text', required: false, options: [] },
        { key: 'which_roof', label: 'Which roof?', kind: 'choice', required: false, options: ['Flat', 'Pitched'] },
      ],
      ...[120, true, 60],
    ],
  )
  assert.deepEqual(errors, [])
  await close()
})

test('an admin sees that a booker’s address has opted out, and lets it get emails again; a member sees it only', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  const member = await pages.app.given.person(owner.orgId, 'member')
  await book(owner, 'Maya', 0)
  await pages.app.database.inOrg(owner.orgId, (db) =>
    db.insertInto('booking_refusals').values({ org_id: owner.orgId, email_key: 'maya@example.com' }).execute(),
  )
  const read = await pages.open('/bookings', { as: member })
  await read.page.getByRole('link', { name: 'Maya' }).click()
  await read.page.getByText('has opted out of booking emails').waitFor()
  assert.equal(await read.page.getByRole('button', { name: 'Send emails again' }).count(), 0)
  await read.close()
  const { page, errors, close } = await pages.open('/bookings', { as: owner })
  await page.getByRole('link', { name: 'Maya' }).click()
  await page.getByText('has opted out of booking emails').waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await page.getByRole('button', { name: 'Send emails again' }).click()
  await page.getByText('The next emails go to this address again').waitFor()
  await page.getByText('has opted out of booking emails').waitFor({ state: 'detached' })
  assert.deepEqual(errors, [])
  await close()
})
