import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { faultsOf, openBrowser } from '#test/support/browser.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'

let box: TestSandbox
let browser: Browser
before(async () => {
  box = await startSandbox({ now: () => new Date('2027-02-03T12:00:00Z') })
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await box?.stop()
})

const ask = (method: string, path: string, more: { body?: string; headers?: Record<string, string>; user?: string } = {}) =>
  fetch(`${box.address}${path}`, {
    ...{ method, redirect: 'manual' },
    headers: { authorization: `Basic ${Buffer.from(more.user ?? 'mira:right').toString('base64')}`, ...more.headers },
    ...(more.body && { body: more.body }),
  })
const home = '/dav/calendars/mira/'

test('a write says its version, is refused over another one, and no two events have one UID', async () => {
  const event = (uid: string) =>
    `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:20270101T000000Z\r\nDTSTART:20270203T090000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`
  const put = (name: string, body: string, headers: Record<string, string> = {}) =>
    ask('PUT', `${home}family/${name}`, { body, headers: { 'content-type': 'text/calendar', ...headers } })
  const made = await put('a.ics', event('a'), { 'if-none-match': '*' })
  const etag = made.headers.get('etag') ?? ''
  assert.deepEqual([made.status, etag.startsWith('"')], [201, true])
  assert.equal((await put('a.ics', event('a'), { 'if-none-match': '*' })).status, 412)
  assert.equal((await put('a.ics', event('a'), { 'if-match': `W/${etag}` })).status, 412)
  assert.equal((await put('a.ics', event('a'), { 'if-match': etag })).status, 204)
  assert.equal((await ask('DELETE', `${home}family/a.ics`, { headers: { 'if-match': etag } })).status, 412)
  const twice = await put('b.ics', event('a'))
  assert.deepEqual([twice.status, (await twice.text()).includes('no-uid-conflict')], [403, true])
  const nonsense = await put('c.ics', 'no calendar')
  assert.deepEqual([nonsense.status, (await nonsense.text()).includes('valid-calendar-data')], [403, true])
  const holidays = { body: event('z'), headers: { 'content-type': 'text/calendar' } }
  assert.equal((await ask('PUT', '/dav/calendars/mira/holidays/a.ics', holidays)).status, 403)
  assert.equal((await ask('GET', '/dav/calendars/jonas/calendar/a.ics')).status, 403)
  assert.equal((await ask('PROPFIND', '/dav/', { user: 'mira:wrong' })).status, 401)
})

test('on its page the host adds an event, drags it to another day, changes how the server behaves, and deletes it', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ colorScheme, viewport: { width: 360, height: 740 } })
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await page.goto(`${box.address}/sandbox/caldav/calendar?user=mira`)
    assert.deepEqual(await faultsOf(page), [])
    await page.getByLabel('Title').fill('Dentist')
    await page.getByLabel('Day', { exact: true }).last().fill('2027-02-03')
    await page.getByLabel('From').last().fill('10:00')
    await page.getByLabel('Until').last().fill('11:00')
    await page.getByRole('button', { name: 'Add event' }).click()
    const [before, later] = ['2027-02-03', '2027-02-05'].map((name) => page.getByRole('region', { name }))
    await before?.getByText('10:00–11:00').waitFor()
    await before?.getByRole('listitem').dragTo(later?.getByRole('heading') ?? assert.fail())
    await later?.getByText('10:00–11:00').waitFor()
    assert.deepEqual(await faultsOf(page), [])
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
    await page.getByLabel('Versions (etags)').selectOption('weak')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForLoadState()
    assert.equal(await page.getByLabel('Versions (etags)').inputValue(), 'weak')
    await later?.getByText('Change Dentist').click()
    await later?.getByRole('button', { name: 'Delete' }).click()
    await later?.getByText('Nothing').waitFor()
    assert.deepEqual(errors, [])
    await context.close()
  }
})
