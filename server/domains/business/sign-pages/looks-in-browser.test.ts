import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { startApp, type TestApp } from '#test/support/app.ts'
import { faultsOf, openBrowser } from '#test/support/browser.ts'
import { makePdf } from '#test/support/papers.ts'
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

const isReadable = async (page: Page, what: string): Promise<void> => {
  assert.deepEqual(await faultsOf(page), [], what)
  assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${what} is too wide`)
}

/** By the keyboard alone, from the field of a file to its button. */
const send = async (page: Page, name: string, buffer: Buffer): Promise<void> => {
  const field = page.getByLabel('PDF file to send')
  await field.setInputFiles({ name, mimeType: 'application/pdf', buffer })
  await field.focus()
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Send file')
  await page.keyboard.press('Enter')
}

test('a closer look is asked for and read by all: narrow, dark, by the keyboard, with a script and without', async () => {
  for (const [n, hasScript] of [true, false].entries()) {
    const context = await browser.newContext({
      ...{ viewport: { width: 360, height: 800 }, colorScheme: 'dark', locale: 'en-GB', javaScriptEnabled: hasScript },
      extraHTTPHeaders: { 'x-forwarded-for': `198.18.95.${n + 1}` },
    })
    const page = await context.newPage()
    await page.goto(`${app.url}/verify?sha256=${'ab'.repeat(32)}`)
    await page.getByRole('heading', { name: 'A closer look' }).waitFor()
    if (hasScript) await isReadable(page, 'the form')
    await page.getByText('npx foyer verify FILE.pdf', { exact: true }).waitFor()
    await send(page, 'Contract.pdf', await makePdf(2))
    await page.getByRole('status').getByText('This file was not sealed here.').waitFor()
    if (hasScript) await isReadable(page, 'a file of a stranger')
    // And another file, from the page that says it.
    await send(page, 'Notes.pdf', Buffer.from('No PDF'))
    await page.getByRole('status').getByText('This file is not a PDF.').waitFor()
    if (hasScript) await isReadable(page, 'a file that is none')
    // One over the limit is told so where a script can tell, and stays where it is; the next one can be sent at once.
    if (hasScript) {
      const sent: string[] = []
      page.on('request', (request) => sent.push(request.method()))
      await send(page, 'Large.pdf', Buffer.alloc(25 * 2 ** 20 + 1))
      await page.getByRole('alert').getByText('This file has more than 25 MB, so it is not sent.').waitFor()
      await isReadable(page, 'a file that is too large')
      assert.deepEqual(sent, [])
      await send(page, 'Contract.pdf', await makePdf(2))
      await page.getByRole('status').getByText('This file was not sealed here.').waitFor()
    }
    await context.close()
  }
})
