import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
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

test('of a file that is dropped on the verify page or chosen there, its digest alone leaves the browser: no byte of it, and not its name', async () => {
  const secret = 'Secret words of the contract'
  const file = Buffer.concat([await makePdf(1), Buffer.from(secret), randomBytes(40_000)])
  const digest = createHash('sha256').update(file).digest('hex')
  for (const [n, way] of ['dropped', 'chosen'].entries()) {
    const context = await browser.newContext({ locale: 'en-GB', extraHTTPHeaders: { 'x-forwarded-for': `198.18.96.${n + 1}` } })
    const page = await context.newPage()
    await page.goto(`${app.url}/verify`)
    await page.locator('#pdf').waitFor()
    const sent: { readonly method: string; readonly said: string; readonly body: number }[] = []
    const others: string[] = []
    page.on('request', (request) =>
      sent.push({
        method: request.method(),
        said: `${request.url()} ${JSON.stringify(request.headers())}`,
        body: request.postDataBuffer()?.length ?? 0,
      }),
    )
    page.on('websocket', (socket) => others.push(socket.url()))
    if (way === 'chosen')
      await page.locator('#pdf').setInputFiles({ name: 'Rao & Sons.pdf', mimeType: 'application/pdf', buffer: file })
    else {
      const held = await page.evaluateHandle(`(() => {
        const bytes = Uint8Array.from(atob('${file.toString('base64')}'), (each) => each.charCodeAt(0))
        const held = new DataTransfer()
        held.items.add(new File([bytes], 'Rao & Sons.pdf', { type: 'application/pdf' }))
        return held
      })()`)
      for (const event of ['dragenter', 'dragover', 'drop'])
        await page.locator('.drop').dispatchEvent(event, { dataTransfer: held })
    }
    await page.waitForURL(new RegExp(digest))
    await page.locator('#result').getByText('none that is known here').waitFor()
    assert.ok(
      sent.some(({ said }) => said.includes(digest)),
      way,
    )
    for (const { method, said, body } of sent) {
      assert.deepEqual([method, body], ['GET', 0], said)
      // A part of any length would be found by its first bytes.
      for (const part of [
        'Rao',
        secret.slice(0, 6),
        encodeURIComponent(secret).slice(0, 12),
        file.toString('base64', 0, 30),
        file.toString('hex', 0, 20),
      ])
        assert.ok(!said.includes(part), `${part} in ${said}`)
      assert.ok(said.length < 3_000, said)
    }
    assert.deepEqual(others, [])
    await context.close()
  }
})
