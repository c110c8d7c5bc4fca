import assert from 'node:assert/strict'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { type PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib'
import type { Browser, Page } from 'playwright-core'
import { startApp, type TestApp } from '#test/support/app.ts'
import { faultsOf, openBrowser } from '#test/support/browser.ts'
import { share } from '#test/support/shared.ts'
import { clientEmail, sentDocument } from '#test/support/signing.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
let browser: Browser
let release: () => Promise<void>
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' }, alone: true })
  worker = await app.startWorker()
  ;({ thing: browser, release } = await share('browser', openBrowser, (opened) => opened.close()))
})
after(async () => {
  await release?.()
  await worker?.stop()
  await app?.stop()
})

/** A signature as a photo of that type, as large as a telephone takes them. */
const photo = async (page: Page, type: string, { width = 3000, height = 1500, ink = '#203070' } = {}): Promise<Buffer> => {
  const url = (await page.evaluate(`(() => {
    const sheet = document.createElement('canvas')
    sheet.width = ${width}
    sheet.height = ${height}
    const pen = sheet.getContext('2d')
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, ${width}, ${height})
    pen.strokeStyle = ${JSON.stringify(ink)}
    pen.lineWidth = 40
    pen.beginPath()
    pen.moveTo(200, ${height - 300})
    pen.bezierCurveTo(900, 0, 1500, ${height}, ${width - 200}, 300)
    pen.stroke()
    return sheet.toDataURL(${JSON.stringify(type)})
  })()`)) as string
  return Buffer.from(url.split(',')[1] ?? '', 'base64')
}

const tabTo = async (page: Page, selector: string): Promise<void> => {
  for (let n = 0; n < 60; n++) {
    if (await page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)})`)) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`the tab key does not reach ${selector}`)
}

/** How large the pictures in a file are. */
const picturesIn = async (document: Awaited<ReturnType<typeof sentDocument>>, file: 'sealed' | 'certificate') => {
  const sign = await document.path(clientEmail)
  const answer = await fetch(`${app.url}${sign}/${file}.pdf`)
  assert.equal(answer.status, 200)
  const pdf = await PDFDocument.load(await answer.arrayBuffer(), { updateMetadata: false })
  return pdf.context.enumerateIndirectObjects().flatMap(([, object]) => {
    const { dict } = object as { readonly dict?: PDFDict }
    const told = (name: string): string => String(dict?.get(PDFName.of(name)))
    return told('Subtype') === '/Image' ? [`${told('Width')} × ${told('Height')}`] : []
  })
}

for (const look of [
  { width: 360, dark: true },
  { width: 1280, dark: false },
])
  test(`a signer chooses a picture of their signature by the keyboard, sees it, and signs with it, ${look.width} px wide`, async () => {
    const document = await sentDocument(app)
    const context = await browser.newContext({
      ...{ viewport: { width: look.width, height: 800 }, colorScheme: look.dark ? 'dark' : 'light', locale: 'en-GB' },
    })
    const page = await context.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('request', (request) => {
      if (!request.url().startsWith(app.url) && !request.url().startsWith('data:')) faults.push(request.url())
    })
    await page.goto(app.url + (await document.path(clientEmail)))
    await tabTo(page, '#typed')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    assert.ok(await page.getByLabel('Use a picture of it').isChecked())
    await tabTo(page, '#file')
    const choose = async (name: string, mimeType: string, buffer: Buffer): Promise<void> =>
      page.locator('#file').setInputFiles({ name, mimeType, buffer })

    await choose(
      'signature.svg',
      'image/svg+xml',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    )
    await page.getByText('This picture cannot be used').waitFor()
    assert.ok(!(await page.locator('#shown').isVisible()))
    await choose('signature.png', 'image/png', Buffer.from('no picture'))
    await page.getByText('This picture cannot be used').waitFor()
    // What has nothing on it is refused by the server, at the signature.
    await choose('white.png', 'image/png', await photo(page, 'image/png', { ink: '#fff' }))
    await page.locator('#shown').waitFor()
    await page.getByLabel('Purchase order').fill('PO 7')
    await page.locator('#consent').check()
    await page.locator('#submit').click()
    await page.locator('.mistakes').waitFor()
    assert.match(await page.locator('fieldset').innerText(), /cannot be used/)
    assert.deepEqual(await faultsOf(page), [])

    await choose('signature.jpg', 'image/jpeg', await photo(page, 'image/jpeg'))
    await page.waitForFunction(`document.querySelector('#shown').naturalWidth === 400`)
    assert.deepEqual(await faultsOf(page), [])
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
    if (process.env.FOYER_TEST_PICTURES)
      await page.screenshot({ path: path.join(process.env.FOYER_TEST_PICTURES, `pictured-${look.width}.png`), fullPage: true })
    // It is there again when the page is opened anew.
    await page.goto(app.url + (await document.path(clientEmail)))
    await page.waitForFunction(`document.querySelector('#shown').naturalWidth === 400`)
    await page.getByLabel('Purchase order').fill('PO 7')
    await page.locator('#consent').check()
    await page.locator('#submit').click()
    await page.getByRole('heading', { name: 'You have signed' }).waitFor()
    assert.deepEqual(faults, [])
    await context.close()

    await document.signAsOwner()
    await document.sealed()
    for (const file of ['sealed', 'certificate'] as const) {
      const pictures = await picturesIn(document, file)
      assert.ok(pictures.includes('400 × 200'), `${file}: ${pictures.join()}`)
    }
  })
