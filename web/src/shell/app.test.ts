import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { makeLink } from '#domains/accounts/links.ts'
import { buildWeb } from '#doors/build-web.ts'
import { type Someone, startApp, type TestApp } from '#test/app.ts'
import { faultsOf, openBrowser } from '#test/browser.ts'

let app: TestApp
let browser: Browser
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ webFolder: await buildWeb({ say: () => {} }) })
  worker = await app.startWorker() // it files the words by which things are found
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await worker?.stop()
  await app?.stop()
})

interface Look {
  readonly as?: Someone | null
  readonly width?: number
  readonly height?: number
  readonly scheme?: 'light' | 'dark'
}

/** A page in a browser of its own, signed in unless `as` is null. */
const open = async (path: string, { as = app.owner, width = 1280, height = 900, scheme = 'light' }: Look = {}) => {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: 'de-DE',
  })
  if (as) await context.addCookies([{ name: 'foyer_session', value: as.session, url: app.url }])
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto(app.url + path)
  await page.locator('h1').waitFor()
  return { page, context, errors, close: () => context.close() }
}

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

test('a set-up link makes the workspace and its owner, lands in the empty leads, and works once', async () => {
  const token = await app.database.db
    .transaction()
    .execute((db) => makeLink(db, { purpose: 'set-up', personId: null, hours: 1, now: new Date() }))
  const { page, errors, close } = await open(`/set-up#token=${token}`, { as: null })
  assert.equal(await page.getByLabel('Default country').inputValue(), 'DE', 'the country is guessed from the language')
  await page.getByRole('button', { name: 'Make the workspace' }).click()
  assert.equal(await page.getByText('This is needed.').count(), 2)
  await page.getByLabel('Workspace').fill('Nordlicht Studio')
  await page.getByLabel('Your name').fill('Ada Winter')
  await page.getByLabel('Email').fill('ada@nordlicht.example')
  await page.locator('input[autocomplete="new-password"]').fill('four unrelated words')
  assert.deepEqual(await faultsOf(page), [])
  await page.getByRole('button', { name: 'Make the workspace' }).click()
  await page.getByRole('heading', { name: 'Your leads arrive here' }).waitFor()
  assert.deepEqual(errors, [])
  await close()

  const again = await open(`/set-up#token=${token}`, { as: null })
  await again.page.getByRole('heading', { name: 'This link does not work any more' }).waitFor()
  await again.page.getByRole('link', { name: 'Go to sign-in' }).click()
  await again.page.getByLabel('Email').fill('ada@nordlicht.example')
  await again.page.locator('input[type="password"]').fill('not the password')
  await again.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await again.page.getByRole('alert').getByText('The address or the password is wrong.').waitFor()
  await again.page.locator('input[type="password"]').fill('four unrelated words')
  await again.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await again.page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor()
  await again.close()
})

test('the empty page makes a key, and the pasted line turns the waiting into a tick within a second', async () => {
  const owner = await app.given.organization()
  const { page, errors, close } = await open('/leads', { as: owner })
  await isLive(page)
  await page.getByRole('button', { name: 'Make a key and show me the line' }).click()
  await page.getByText('Waiting for the first lead…').waitFor()
  const line = await page.locator('pre').innerText()
  const key = /fo_live_[0-9A-Za-z]{36}/.exec(line)?.[0]
  assert.ok(key && line.includes(`${app.url}/v1/leads`))
  const body = /-d '(\{.*\})'/s.exec(line)?.[1]
  assert.equal((await app.post(body, key)).status, 200)
  const begun = performance.now()
  await page.getByText('It arrived.').waitFor()
  assert.ok(performance.now() - begun < 1_000)
  await rowsOf(page).getByText('Maya Ortiz').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  assert.ok(!(await page.content()).includes(key), 'the key is nowhere any more')
  assert.deepEqual(errors, [])
  await close()
})

test('new leads appear on top within a second, and leave scroll, focus and loaded pages as they are', async () => {
  const { owner, key } = await workspaceWith(120)
  const { page, errors, close } = await open('/leads', { as: owner })
  await isLive(page)
  await rowsOf(page).first().waitFor()
  assert.equal(await rowsOf(page).count(), 50)
  await page.getByRole('button', { name: 'Load older' }).scrollIntoViewIfNeeded()
  await page.waitForFunction(() => document.querySelectorAll('[data-row]').length >= 100)

  const held = rowsOf(page).nth(70)
  const name = (await held.innerText()).split('\n')[0]
  await held.focus()
  await held.scrollIntoViewIfNeeded()
  await page.waitForTimeout(300)
  const before = (await held.boundingBox())?.y ?? 0
  await app.post({ name: 'Newcomer', email: 'new@example.com' }, key)
  const begun = performance.now()
  await page.getByRole('button', { name: '1 new above' }).waitFor()
  assert.ok(performance.now() - begun < 1_000)
  const focused = page.locator('[data-row]:focus')
  assert.equal((await focused.innerText()).split('\n')[0], name, 'the focus stays on its lead')
  assert.ok(Math.abs(((await focused.boundingBox())?.y ?? 0) - before) < 4, 'nothing moves')
  assert.ok((await rowsOf(page).count()) >= 101, 'loaded pages stay')
  assert.match((await rowsOf(page).first().textContent()) ?? '', /Newcomer/)
  await page.getByRole('button', { name: '1 new above' }).click()
  await page.waitForFunction(() => scrollY < 100)
  assert.deepEqual(errors, [])
  await close()
})

test('demo data is loaded from the empty page, and cleared again from its banner', async () => {
  const { page, errors, close } = await open('/leads', { as: await app.given.organization() })
  await page.getByRole('button', { name: 'Load demo data' }).click()
  await rowsOf(page).first().waitFor()
  await page.getByRole('button', { name: 'Clear the demo data' }).click()
  await page.getByRole('heading', { name: 'Your leads arrive here' }).waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('search and filters live in the address, and what they find stays live', async () => {
  const { owner, key } = await workspaceWith(6)
  const { page, close } = await open('/leads?source=zapier', { as: owner })
  await isLive(page)
  assert.equal(await rowsOf(page).count(), 3)
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
  await page.getByRole('dialog').getByText('Row before').waitFor()
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

test('a lead shows what came to the letter, what was made of it, the claim as a claim, and its repeats', async () => {
  const owner = await app.given.organization(undefined, { defaultCountry: 'DE' })
  const key = await app.given.key(owner.orgId)
  const exact =
    '{ "full_name":"Maya Ortiz","email":"maya@example.com","phone":"(0151) 1234 5678","source":"Apollo.io","external_id":9007199254740991,"score":1e400,"consent":{"basis":"newsletter","source":"Web form","obtained_at":"2026-03-14"}}'
  const { lead_id } = (await app.post(exact, key.text)).body as { lead_id?: string }
  await app.post({ email: 'other@example.com', external_id: '9007199254740991', source: 'zapier' }, key.text)
  const { page, errors, close } = await open(`/leads/${lead_id}`, { as: owner })
  await page.getByRole('heading', { name: 'Maya Ortiz', level: 1 }).waitFor()
  const made = page.getByRole('region', { name: 'What was made of it' })
  await made.getByRole('row', { name: /Phone.*\(0151\) 1234 5678.*\+4915112345678/ }).waitFor()
  await made.getByRole('row', { name: /Source.*Apollo\.io.*apollo-io/ }).waitFor()
  await made.getByText('“score”').waitFor()
  assert.match(await page.locator('pre').innerText(), /"score": 1e400/)
  await page.getByText('To the letter').click()
  assert.equal(await page.locator('pre').innerText(), exact)
  const claim = page.getByRole('region', { name: 'Consent claim' })
  await claim.getByText('It is not a marketing permission').waitFor()
  await claim.getByText('not a basis that the GDPR names').waitFor()
  await page.getByRole('region', { name: 'Deliveries' }).getByText('Same external id, another person').waitFor()
  await page.getByRole('link', { name: 'Open the contact' }).click()
  await page.getByRole('region', { name: 'Marketing subscription' }).getByText('Not subscribed').waitFor()
  await page.getByText('No lead ever changes this').waitFor()
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
  await page.getByText('Making a key needs an admin or owner').waitFor()
  await close()
})

test('whoever is signed out comes to sign in, and from there back to where they were', async () => {
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
  await page.waitForTimeout(300)
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

test('without a network the page says so, keeps what it shows, and catches up by itself', async () => {
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

test('an address that leads nowhere, and a lead that is not there, say so and lead on', async () => {
  const { page, close } = await open('/no/such/page')
  await page.getByRole('link', { name: 'Go to the leads' }).waitFor()
  await page.goto(`${app.url}/leads/019abcde-0000-7000-8000-000000000000`)
  await page.getByText('No such lead.').waitFor()
  await page.getByRole('link', { name: 'Leads' }).first().waitFor()
  await close()
})

for (const [width, scheme] of [
  [360, 'dark'],
  [1440, 'light'],
] as const)
  test(`every page keeps WCAG 2.2 AA and fits ${width} px, ${scheme}`, async () => {
    const { owner, key } = await workspaceWith(2)
    const lead = { email: 'c@example.com', unknown: 1, consent: { basis: 'consent' } }
    const made = (await app.post(lead, key)).body as { lead_id?: string; contact_id?: string }
    const looks: [Someone | null, string[]][] = [
      [
        owner,
        ['/leads', '/leads?q=nobody&range=custom', `/leads/${made.lead_id}`, '/contacts', `/contacts/${made.contact_id}`],
      ],
      [owner, ['/settings', '/nowhere']],
      [await app.given.organization(), ['/leads', '/contacts']],
      [null, ['/sign-in', '/set-up#token=used', '/set-password']],
    ]
    for (const [as, paths] of looks) {
      const { page, errors, close } = await open('/', { as, width, height: 780, scheme })
      for (const path of paths) {
        await page.goto('about:blank')
        await page.goto(app.url + path)
        await page.locator('h1').waitFor()
        await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' })
        await page.evaluate(() => document.fonts.ready)
        assert.equal(await page.locator('h1').count(), 1, `${path} has one h1`)
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${path} fits`)
        assert.deepEqual(await faultsOf(page), [], path)
      }
      assert.deepEqual(errors, [])
      await close()
    }
  })
