import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import type { AnyAction } from '#core/actions/action.ts'
import { errors } from '#core/errors.ts'
import { catalogue } from '#domains/catalogue.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { faultsOf, openBrowser } from '../support/browser.ts'

const actions = catalogue as readonly AnyAction[]
let app: TestApp
let browser: Browser
before(async () => {
  app = await startApp()
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await app?.stop()
})

const looks = [
  { width: 1280, colorScheme: 'light', paths: ['/docs', '/docs/guide', '/docs/list-leads'] },
  { width: 360, colorScheme: 'dark', paths: ['/docs', '/docs/events', '/docs/errors', '/docs/schemas', '/docs/create-lead'] },
] as const

for (const { width, colorScheme, paths } of looks)
  test(`the reference at ${width} px, ${colorScheme}, is accessible, and fits`, async () => {
    const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme, reducedMotion: 'reduce' })
    const page = await context.newPage()
    const trouble: string[] = []
    page.on('pageerror', (error) => trouble.push(error.message))
    page.on('console', (message) => message.type() === 'error' && trouble.push(message.text()))
    page.on('request', (request) => {
      if (!request.url().startsWith(app.url)) trouble.push(`asked elsewhere: ${request.url()}`)
    })
    for (const path of paths) {
      await page.goto(app.url + path)
      assert.deepEqual(await faultsOf(page), [], path)
      const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
      assert.equal(overflow, 0, `${path} is ${overflow} px too wide`)
    }
    assert.deepEqual(trouble, [])
    await context.close()
  })

test('"/" goes to the search, which finds actions, fields, codes and events, and opens what is chosen with the keys', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${app.url}/docs`)
  const first = page.getByRole('listbox', { name: 'Found' }).getByRole('option').first()
  for (const [words, name] of [
    ['list-le', 'list-leads'],
    ['last_owner', 'last_owner'],
    ['key.chan', 'key.changed'],
    ['leads csv file', 'export-leads'],
  ] as const) {
    if (words === 'last_owner' && !(words in errors)) continue
    await page.locator('h1').click()
    await page.keyboard.press('/')
    await page.keyboard.type(words)
    await first.getByText(name, { exact: true }).waitFor({ timeout: 5_000 })
    assert.deepEqual(await faultsOf(page), [])
    await page.getByRole('combobox').fill('')
  }
  await page.keyboard.type('create-l')
  await first.waitFor()
  // What was fetched once is enough from here on.
  await context.setOffline(true)
  await page.getByRole('combobox').fill('show-lead')
  await first.getByText('show-lead', { exact: true }).waitFor()
  await context.setOffline(false)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${app.url}/docs/show-lead`)
  await context.close()
})

test('on a narrow screen the list of pages opens and leads on', async () => {
  const context = await browser.newContext({ viewport: { width: 360, height: 700 } })
  const page = await context.newPage()
  await page.goto(`${app.url}/docs/guide`)
  await page.getByRole('button', { name: 'Pages' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'list-leads', exact: true }).click()
  await page.waitForURL(`${app.url}/docs/list-leads`)
  await context.close()
})

test('every page of the reference is there, as a page and as Markdown, and every link between them leads somewhere', async () => {
  const names = [...actions.map(({ name }) => name), 'guide', 'events', 'errors', 'schemas']
  const queue = ['/docs', '/docs/index.md', '/llms.txt', ...names.flatMap((name) => [`/docs/${name}`, `/docs/${name}.md`])]
  const seen = new Map<string, string>()
  const wrong: string[] = []
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (seen.has(path)) continue
    const response = await fetch(app.url + path)
    const text = await response.text()
    seen.set(path, text)
    if (response.status !== 200) wrong.push(`${path}: ${response.status}`)
    const links = path.endsWith('.md') || path.endsWith('.txt') ? /\]\(([^)\s]+)\)/g : /href="([^"]+)"/g
    for (const [, link = ''] of text.matchAll(links)) {
      const target = new URL(link, app.url + path)
      if (target.origin === app.url && !['/', '/openapi.json'].includes(target.pathname)) queue.push(target.pathname)
    }
  }
  for (const [path, text] of seen)
    for (const [, target = '', anchor = ''] of text.matchAll(/href="(\/docs[^"#]*)#([^"]+)"/g))
      if (!seen.get(target)?.includes(`id="${anchor}"`)) wrong.push(`${path}: ${target}#${anchor}`)
  assert.deepEqual(wrong, [])
})

test('an unknown page is a 404 in the usual form, and for a browser a page, whatever it is called', async () => {
  for (const name of [
    'no-such-action',
    'constructor',
    '__proto__',
    'toString',
    'constructor.md',
    '__proto__.md',
    'hasOwnProperty',
  ]) {
    const response = await fetch(`${app.url}/docs/${name}`)
    assert.equal(response.status, 404, name)
    assert.equal(((await response.json()) as { code: string }).code, 'not_found', name)
    const inBrowser = await fetch(`${app.url}/docs/${name}`, { headers: { accept: 'text/html' } })
    assert.equal(inBrowser.status, 404, name)
    if (!name.endsWith('.md')) assert.match(await inBrowser.text(), /Page not found.*href="\/docs"/s, name)
  }
})

test('every page and file of the reference is sent compressed to clients that accept it, and not again to those that have it', async () => {
  for (const path of ['/docs', '/docs/create-lead', '/docs/reference.js', '/docs/search.json', '/openapi.json', '/llms.txt']) {
    const plain = await fetch(app.url + path, { headers: { 'accept-encoding': 'identity' } })
    const text = await plain.text()
    assert.equal(plain.headers.get('content-encoding'), null, path)
    for (const coding of ['br', 'gzip']) {
      const packed = await fetch(app.url + path, { headers: { 'accept-encoding': coding } })
      assert.equal(packed.headers.get('content-encoding'), coding, path)
      assert.equal(packed.headers.get('vary')?.toLowerCase(), 'accept-encoding', path)
      assert.ok(Number(packed.headers.get('content-length')) < text.length / 2, path)
      assert.equal(await packed.text(), text, path)
      const etag = packed.headers.get('etag') ?? ''
      assert.notEqual(etag, plain.headers.get('etag'), 'each form has a tag of its own')
      const again = await fetch(app.url + path, { headers: { 'accept-encoding': coding, 'if-none-match': etag } })
      assert.equal(again.status, 304, path)
    }
  }
})

test('the reference stands behind a slash too', async () => {
  const response = await fetch(`${app.url}/docs/`)
  assert.deepEqual([response.status, new URL(response.url).pathname], [200, '/docs'])
})
