import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { makeLink } from '#domains/platform/users/links.ts'
import type { Someone, TestApp } from '#test/support/app.ts'
import { faultsOf } from '#test/support/browser.ts'
import { isRead, type Opened, startPages } from '#test/support/page.ts'
import { givePassword, password } from '#test/support/sign-in.ts'

let pages: Awaited<ReturnType<typeof startPages>>
let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  pages = await startPages({ locale: 'de-DE' })
  app = pages.app
  worker = await app.startWorker() // it files the words by which things are found
})
after(async () => {
  await worker?.stop()
  await pages?.stop()
})

const open = (path: string, look?: Parameters<typeof pages.open>[1]): Promise<Opened> => pages.open(path, look)

/** A workspace of its own with `n` leads, the last of them newest. */
const workspaceWith = async (n: number) => {
  const owner = await app.given.organization(undefined, { defaultCountry: 'DE' })
  const key = await app.given.key(owner.orgId)
  for (let i = 1; i <= n; i++)
    await app.post({ name: `Person ${i}`, email: `person${i}@example.com`, source: i % 2 ? 'apollo' : 'zapier' }, key.text)
  return { owner, key: key.text }
}

const isLive = (page: Page) => page.locator('[data-live="live"]').first().waitFor({ state: 'attached' })
const rowsOf = (page: Page) => page.locator('[data-row]')

test('on a phone every page is two taps away: five places in the bar, and the settings by audience', async () => {
  const { page, errors, overhang, close } = await open('/leads', { width: 360, scheme: 'dark' })
  const bar = page.getByRole('navigation', { name: 'Main' })
  const places = await bar.getByRole('listitem').all()
  assert.equal(places.length, 5)
  for (const place of places) {
    const { x, width, height } = (await place.boundingBox()) ?? { x: -1, width: 0, height: 0 }
    assert.ok(x >= 0 && x + width <= 360 && width >= 44 && height >= 44, `${x} ${width} ${height}`)
  }
  const more = bar.getByRole('button', { name: 'More' })
  assert.equal(await more.getAttribute('aria-current'), null)
  await more.click()
  const sheet = page.getByRole('dialog', { name: 'All pages' })
  await sheet.getByRole('list', { name: 'Developers' }).getByRole('link', { name: 'API keys' }).click()
  await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor()
  await sheet.waitFor({ state: 'detached' })
  assert.equal(await more.getAttribute('aria-current'), 'true')

  await page.getByRole('button', { name: 'Settings: API keys' }).click()
  const others = page.getByRole('dialog', { name: 'Settings' })
  assert.deepEqual(await faultsOf(page), [])
  await page.keyboard.press('Escape')
  await others.waitFor({ state: 'detached' })
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Settings: API keys')
  assert.equal(await overhang(), 0)
  assert.deepEqual(errors, [])
  await close()
})

test('a set-up link makes the workspace and its owner, lands on Home, and works once', async () => {
  const token = await app.database.db
    .transaction()
    .execute((db) => makeLink(db, { purpose: 'set-up', personId: null, hours: 1, now: new Date() }))
  const { page, errors, close } = await open(`/set-up#token=${token}`, { as: null })
  assert.equal(await page.getByLabel('Default country').inputValue(), 'DE', 'the country is guessed from the language')
  await page.getByRole('button', { name: 'Create workspace' }).click()
  assert.equal(await page.getByText('Required').count(), 2)
  await page.getByLabel('Workspace').fill('Nordlicht Studio')
  await page.getByLabel('Your name').fill('Ada Winter')
  await page.getByLabel('Email').fill('ada@nordlicht.example')
  await page.locator('input[autocomplete="new-password"]').fill('four unrelated words')
  assert.deepEqual(await faultsOf(page), [])
  await page.evaluate(() => {
    const shown = window as unknown as { gone: boolean }
    shown.gone = false
    new MutationObserver(() => {
      if (document.body.innerText.includes('has expired')) shown.gone = true
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  await page.getByRole('button', { name: 'Create workspace' }).click()
  await page.getByRole('heading', { name: 'Welcome, Ada Winter' }).waitFor()
  assert.equal(
    await page.evaluate(() => (window as unknown as { gone: boolean }).gone),
    false,
    'success never looks like failure',
  )
  await page
    .getByRole('button', { name: /Account|Ada Winter/ })
    .first()
    .click()
  assert.equal(
    await page.getByRole('menuitemradio', { name: /right to left/ }).count(),
    0,
    'the pseudo-language is for builders',
  )
  assert.deepEqual(errors, [])
  await close()

  const again = await open(`/set-up#token=${token}`, { as: null })
  await again.page.getByRole('heading', { name: 'This link has expired or was already used' }).waitFor()
  await again.page.getByRole('link', { name: 'Go to sign-in' }).click()
  await again.page.getByLabel('Email').fill('ada@nordlicht.example')
  await again.page.locator('input[type="password"]').fill('not the password')
  await again.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await again.page.getByRole('alert').getByText('Email or password is incorrect.').waitFor()
  await again.page.locator('input[type="password"]').fill('four unrelated words')
  await again.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await again.page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  await again.close()
})

test('demo data is loaded from the empty page, and cleared again from its banner', async () => {
  const { page, errors, close } = await open('/leads', { as: await app.given.organization() })
  await page.getByRole('button', { name: 'Load demo data' }).click()
  await rowsOf(page).first().waitFor()
  await page.locator('tbody tr').first().getByText('Demo', { exact: true }).waitFor()
  // Also from the settings, whatever page the demo leads are on; and again.
  await page.goto(`${app.url}/settings/workspace`)
  await page.getByRole('button', { name: 'Clear demo data' }).click()
  await page.getByText(/^Removed: \d+ leads, \d+ companies, 12 deals/).waitFor()
  await page.getByRole('button', { name: 'Load demo data' }).click()
  await page.getByRole('button', { name: 'Clear demo data' }).waitFor()
  await page.getByText(/^Added: \d+ leads, \d+ companies, 12 deals/).waitFor()
  await page.goto(`${app.url}/leads`)
  await page.getByRole('button', { name: 'Clear demo data' }).click()
  await page.getByRole('heading', { name: 'No leads yet' }).waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('search and filters are in the address, and their results stay live', async () => {
  const { owner, key } = await workspaceWith(6)
  const { page, close } = await open('/leads?source=zapier', { as: owner })
  await isLive(page)
  await page.waitForFunction(() => document.querySelectorAll('[data-row]').length === 3)
  await page.keyboard.press('/')
  await page.keyboard.type('person4')
  await page.waitForURL(/q=person4/)
  await page.waitForFunction(() => document.querySelectorAll('[data-row]').length === 1)
  await page.goto(`${app.url}/leads?source=zapier&range=today`)
  await page.waitForFunction(() => document.querySelectorAll('[data-row]').length === 3)
  await isLive(page)
  await app.post({ name: 'Other source', email: 'o@example.com', source: 'apollo' }, key)
  await app.post({ name: 'Same source', email: 's@example.com', source: 'zapier' }, key)
  await rowsOf(page).getByText('Same source').waitFor()
  assert.equal(await page.getByText('Other source').count(), 0)
  assert.match(
    (await page.getByRole('link', { name: 'Export' }).getAttribute('href')) ?? '',
    /^\/download\/export-leads\?source=zapier&from=/,
  )
  await page.goto(`${app.url}/leads?q=nobodyhasthisname`)
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await page.waitForFunction(() => document.querySelectorAll('[data-row]').length === 8)
  await close()
})

test('the export downloads the leads that are shown', async () => {
  const { owner } = await workspaceWith(4)
  const { page, close } = await open('/leads?source=apollo', { as: owner })
  await rowsOf(page).first().waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Export' }).click()])
  const text = await new Response((await download.createReadStream()) as unknown as ReadableStream).text()
  assert.equal(text.trim().split('\n').length, 3)
  assert.ok(text.includes('person1@example.com') && !text.includes('person2@example.com'))
  await close()
})

test('everything is reached by keyboard: help, going, rows, opening, and back to the same row', async () => {
  const { owner } = await workspaceWith(5)
  const { page, close } = await open('/contacts', { as: owner })
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('Keyboard shortcuts').first().waitFor()
  await page.getByRole('dialog').getByText('Previous row').waitFor()
  const keysTo = (await page.getByRole('dialog').locator('section').first().locator('kbd').allInnerTexts()).filter(
    (_, n) => n % 2,
  )
  assert.deepEqual([...new Set(keysTo)], keysTo, 'no two pages answer to the same keys')
  assert.ok(keysTo.includes('l'))
  assert.deepEqual(await faultsOf(page), [], 'the help')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('g')
  await page.keyboard.press('l')
  await page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor()
  await rowsOf(page).first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('k')
  assert.match(await page.locator(':focus').innerText(), /Person 4/)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Person 4', level: 1 }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor()
  await page.waitForFunction(() => document.activeElement?.textContent?.includes('Person 4'))
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  await close()
})

test('a lead shows the raw request, the values read from it, the claim as a claim, and its repeats', async () => {
  const owner = await app.given.organization(undefined, { defaultCountry: 'DE' })
  const key = await app.given.key(owner.orgId)
  const exact =
    '{ "full_name":"Maya Ortiz","email":"maya@example.com","phone":"(0151) 1234 5678","source":"Apollo.io","external_id":9007199254740991,"score":1e400,"consent":{"basis":"newsletter","source":"Web form","obtained_at":"2026-03-14"}}'
  const { lead_id } = (await app.post(exact, key.text)).body as { lead_id?: string }
  await app.post({ email: 'other@example.com', external_id: '9007199254740991', source: 'zapier' }, key.text)
  const { page, errors, close } = await open(`/leads/${lead_id}?tab=technical`, { as: owner })
  await page.getByRole('heading', { name: 'Maya Ortiz', level: 1 }).waitFor()
  const made = page.getByRole('region', { name: 'Details' })
  await made.getByRole('row', { name: /Phone.*\(0151\) 1234 5678.*\+4915112345678/ }).waitFor()
  await made.getByRole('row', { name: /Source.*Apollo\.io.*apollo-io/ }).waitFor()
  await made.getByText('“score”').waitFor()
  assert.match(await page.locator('pre').innerText(), /"score": 1e400/)
  await page.getByText('Raw', { exact: true }).click()
  assert.equal(await page.locator('pre').innerText(), exact)
  const claim = page.getByRole('region', { name: 'Consent claim' })
  await claim.getByText('It is not a marketing permission').waitFor()
  await claim.getByText('not a GDPR legal basis').waitFor()
  await page
    .getByRole('region', { name: 'Requests that created or updated this lead' })
    .getByText('External ID conflict')
    .waitFor()
  await page.getByRole('button', { name: 'Overview' }).click()
  await page.getByRole('link', { name: 'Open contact' }).click()
  await page.getByRole('region', { name: 'Marketing subscription' }).getByText('Not subscribed').waitFor()
  await page.getByText('Leads and imports never change this.').waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('a member is not led to pages that are for admins', async () => {
  const owner = await app.given.organization()
  const { page, close } = await open('/settings', { as: await app.given.person(owner.orgId, 'member') })
  await page
    .locator('main')
    .getByRole('link', { name: /Workspace/ })
    .waitFor()
  assert.equal(await page.getByRole('link', { name: 'API keys' }).count(), 0)
  await page.goto(`${app.url}/leads`)
  await page.getByText('Ask an admin or owner to create an API key').waitFor()
  await close()
})

test('a signed-out user comes to sign in, and from there back to the same page', async () => {
  const someone = await app.given.organization()
  const { page, context, close } = await open('/contacts?q=maya', { as: null })
  await page.waitForURL(/\/sign-in\?next=/)
  await context.addCookies([{ name: 'foyer_session', value: someone.session, url: app.url }])
  await page.goto(`${app.url}/contacts?q=maya`)
  await page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor()
  await page
    .getByRole('button', { name: /Your account/ })
    .first()
    .click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  assert.equal(await page.locator('html').getAttribute('data-mantine-color-scheme'), 'dark')
  assert.deepEqual(await faultsOf(page), [], 'the menu')
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  assert.equal(
    (await context.cookies()).find(({ name, value }) => name === 'foyer_session' && value !== ''),
    undefined,
  )
  await page.goto(`${app.url}/leads`)
  await page.waitForURL(/\/sign-in/)
  await close()
})

test('a user signs in while a new version is installed: the page is loaded anew, and the user is inside', async () => {
  const someone = await app.given.organization()
  await givePassword(app, someone)
  const { page, context, errors, close } = await open('/sign-in?next=%2Fcontacts%3Fq%3Dmaya%26of%3Dothers', { as: null })
  const missed: string[] = []
  await context.route('**/assets/inside-*.js', (route) => {
    missed.push(route.request().url())
    return route.fulfill({ status: 404, contentType: 'text/plain', body: '' })
  })
  // The browser loads the new version's page, whose files are there.
  await context.route(/\/contacts\?q=maya/, async (route) => {
    await context.unroute('**/assets/inside-*.js')
    await route.continue()
  })
  await page.getByLabel('Email').fill(someone.email)
  await page.locator('input[type="password"]').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor()
  assert.ok(missed.length > 0)
  await page.waitForURL(/\/contacts\?q=maya$/)
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  assert.deepEqual(errors, [])
  await close()
})

test('without a network the page says so, keeps its content, and catches up automatically', async () => {
  const { owner, key } = await workspaceWith(2)
  const { page, context, close } = await open('/leads', { as: owner })
  await isLive(page)
  await rowsOf(page).nth(1).waitFor()
  await context.setOffline(true)
  await page.getByText('You are offline.').waitFor()
  assert.equal(await rowsOf(page).count(), 2)
  await app.post({ name: 'Meanwhile', email: 'meanwhile@example.com' }, key)
  await context.setOffline(false)
  await rowsOf(page).getByText('Meanwhile', { exact: true }).waitFor()
  assert.equal(await page.getByText('You are offline.').count(), 0)
  await close()
})

test('a message whose file cannot be fetched is shown all the same', async () => {
  const owner = await app.given.organization()
  const { page, context, errors, go, close } = await open('/sign-in', { as: null })
  await context.route('**/assets/*.js', async (route) => {
    const file = await route.fetch()
    return (await file.text()).includes('@mantine/notifications') ? route.abort() : route.fulfill({ response: file })
  })
  await context.addCookies([{ name: 'foyer_session', value: owner.session, url: app.url }])
  await go('/settings/workspace')
  await page.getByLabel('Name', { exact: true }).fill('Fernwerk')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const message = page.getByRole('alert').filter({ hasText: 'Settings saved' })
  await message.waitFor()
  assert.equal(await page.locator('.mantine-Notification-root').count(), 0)
  assert.deepEqual(await faultsOf(page), [])
  await message.getByRole('button', { name: 'Close' }).click()
  await message.waitFor({ state: 'detached' })
  assert.deepEqual(errors, [])
  // Files that the page fetches ahead may still be on their way.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await close()
})

test('nothing of the app is sent plain to a client that takes gzip alone, and the page shows its frame before any script', async () => {
  const ask = (path: string, coding: string) =>
    fetch(app.url + path, { headers: { 'accept-encoding': coding, accept: 'text/html' } })
  const page = await (await ask('/leads', 'gzip')).text()
  assert.match(page, /role="status" aria-label="Loading"/)
  const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, file = '']) => file)
  assert.ok(files.length >= 2)
  for (const file of ['/leads', '/sign-in', ...files])
    for (const coding of ['br', 'gzip']) {
      const sent = await ask(file, coding)
      // What fits one packet is sent as it is.
      if ((await sent.text()).length < 1_000) continue
      assert.equal(sent.headers.get('content-encoding'), coding, file)
      assert.match(sent.headers.get('vary') ?? '', /accept-encoding/i, file)
    }
})

test('the app can be installed: its manifest names a start and icons of the sizes that they have', async () => {
  const ask = (path: string) => fetch(app.url + path)
  const page = await (await fetch(`${app.url}/`, { headers: { accept: 'text/html' } })).text()
  const links = [...page.matchAll(/<link rel="(manifest|apple-touch-icon)" href="([^"]+)"/g)].map(([, , href = '']) => href)
  assert.equal(links.length, 2)
  const manifest = await ask(links[0] ?? '')
  assert.match(manifest.headers.get('content-type') ?? '', /application\/manifest\+json/)
  const { icons, ...said } = (await manifest.json()) as {
    icons: { src: string; sizes: string; purpose?: string }[]
    display: string
    start_url: string
  }
  assert.deepEqual([said.display, said.start_url], ['standalone', '/'])
  assert.ok(icons.some(({ purpose }) => purpose === 'maskable'))
  assert.deepEqual(
    icons.flatMap(({ sizes, purpose }) => (purpose === undefined ? sizes : [])),
    ['192x192', '512x512'],
  )
  for (const { src, sizes } of [...icons, { src: links[1] ?? '', sizes: '180x180' }]) {
    const bytes = Buffer.from(await (await ask(src)).arrayBuffer())
    // Width and height of a PNG stand in its first chunk.
    assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes, src)
  }
})

test('an address that leads nowhere, and a lead that is not there, say so and lead on', async () => {
  const { page, close } = await open('/no/such/page')
  await page.getByRole('link', { name: 'Go to Home' }).waitFor()
  await page.goto(`${app.url}/leads/019abcde-0000-7000-8000-000000000000`)
  await page.getByText('The lead does not exist.').waitFor()
  await page.getByRole('link', { name: 'Leads' }).first().waitFor()
  await close()
})

test('the h1 begins at the same place on every page: of a list, of a form, and of what has a way back', async () => {
  const { owner } = await workspaceWith(0)
  const { body } = await app.call('create-deal', { client: { name: 'Ada' }, name: 'Orchard' }, owner)
  const { deal } = body as unknown as { deal: { id: string } }
  for (const width of [1280, 360]) {
    const { page, follow, close } = await open('/leads', { as: owner, width })
    const begins = async () => Math.round((await page.locator('h1').boundingBox())?.x ?? -1)
    const places = [await begins()]
    for (const path of ['/tasks', '/settings/profile', '/settings/pipelines', `/deals/${deal.id}`]) {
      await follow(path)
      await isRead(page)
      places.push(await begins())
    }
    assert.deepEqual(new Set(places), new Set([width === 360 ? 16 : 248]), `${width}: ${places}`)
    const back = page.getByRole('link', { name: 'Deals', exact: true }).and(page.locator('header a'))
    const box = await back.boundingBox()
    assert.ok(box && box.x >= 0 && box.width >= 24 && box.height >= 24, JSON.stringify(box))
    await back.click()
    await page.waitForURL(/\/deals$/)
    await close()
  }
})

test('every page keeps WCAG 2.2 AA and fits a phone and a desk, light and dark', async () => {
  const { owner, key } = await workspaceWith(2)
  const lead = { email: 'c@example.com', unknown: 1, consent: { basis: 'consent' } }
  const made = (await app.post(lead, key)).body as { lead_id?: string; contact_id?: string }
  const looks: [Someone | null, string[]][] = [
    [
      owner,
      [
        '/leads',
        '/leads?q=nobody&range=custom',
        `/leads/${made.lead_id}`,
        '/contacts',
        `/contacts/${made.contact_id}`,
        '/settings',
        '/nowhere',
      ],
    ],
    [await app.given.organization(), ['/leads', '/contacts']],
    [null, ['/sign-in', '/set-up#token=used', '/set-password']],
  ]
  for (const [as, paths] of looks) {
    const { page, errors, go, follow, keeps, close } = await open(as ? '/tasks' : '/sign-in', { as, height: 780 })
    for (const path of paths) {
      // The same page with another query has no heading of its own to wait for.
      await (as && !path.includes('?') ? follow(path) : go(path))
      await isRead(page)
      assert.equal(await page.locator('h1').count(), 1, `${path} has one h1`)
      await keeps(path)
    }
    assert.deepEqual(errors, [])
    await close()
  }
})
