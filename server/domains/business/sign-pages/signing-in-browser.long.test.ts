import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { startApp, type TestApp } from '#test/support/app.ts'
import { faultsOf, openBrowser } from '#test/support/browser.ts'
import { share } from '#test/support/shared.ts'
import { clientEmail, sentDocument } from '#test/support/signing.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
let browser: Browser
let release: () => Promise<void>
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on', TRUSTED_PROXIES: '127.0.0.1' }, alone: true })
  worker = await app.startWorker()
  ;({ thing: browser, release } = await share('browser', openBrowser, (opened) => opened.close()))
})
after(async () => {
  await release?.()
  await worker?.stop()
  await app?.stop()
})

let visitors = 0
const open = async ({ script = true, width = 1280, dark = false } = {}) => {
  const context = await browser.newContext({
    ...{ javaScriptEnabled: script, viewport: { width, height: 800 }, colorScheme: dark ? 'dark' : 'light' },
    ...{ locale: 'en-GB', acceptDownloads: true, extraHTTPHeaders: { 'x-forwarded-for': `198.24.${++visitors}.1` } },
  })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    // A form that comes back with mistakes has the status of one.
    if (message.type() === 'error' && !message.text().includes('400 (Bad Request)')) faults.push(message.text())
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(app.url) && !request.url().startsWith('data:')) faults.push(request.url())
  })
  return { page, faults, close: () => context.close() }
}
const isReadable = async (page: Page, what: string): Promise<void> => {
  assert.deepEqual(await faultsOf(page), [], what)
  assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${what} is too wide`)
}
/** Goes on by the tab key until something has the focus. */
const tabTo = async (page: Page, selector: string): Promise<void> => {
  for (let n = 0; n < 60; n++) {
    if (await page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)})`)) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`the tab key does not reach ${selector}`)
}
/** Chosen in the page, a file is named by its digest, which is all that is sent. */
const verify = async (page: Page, file: string): Promise<string> => {
  await page.locator('#pdf').setInputFiles(file)
  const digest = createHash('sha256').update(readFileSync(file)).digest('hex')
  await page.waitForURL(new RegExp(digest))
  return page.locator('#result').innerText()
}
for (const look of [
  { width: 360, dark: true },
  { width: 1440, dark: false },
])
  test(`a signer fills in and signs by the keyboard alone, downloads and verifies, ${look.width} px wide in the ${look.dark ? 'dark' : 'light'}`, async () => {
    const document = await sentDocument(app)
    const path = await document.path(clientEmail)
    const { page, faults, close } = await open(look)
    await page.goto(app.url + path)
    await page.locator('.sheet img').first().waitFor()
    assert.ok(
      await page
        .locator('.sheet img')
        .first()
        .evaluate(async (img) => {
          const picture = img as unknown as { decode(): Promise<void>; naturalWidth: number }
          await picture.decode()
          return picture.naturalWidth >= 360
        }),
    )
    await isReadable(page, 'the open document')
    // The words of a page stand below it in the size of the page for those who ask for them, and for screen readers always.
    const widthOfWords = async () => (await page.locator('#text-1 .words').boundingBox())?.width ?? 0
    assert.ok((await widthOfWords()) < 10)
    await page.getByRole('link', { name: 'Text of page 1' }).click()
    assert.ok((await widthOfWords()) > 250)
    await isReadable(page, 'the words of a page')
    await page.goBack()
    assert.ok((await widthOfWords()) < 10)
    assert.equal(await page.locator('#filled').innerText(), '2 of 4 filled in')

    await tabTo(page, '#submit')
    await page.keyboard.press('Enter')
    await page.locator('.mistakes').waitFor()
    await isReadable(page, 'the form with mistakes')
    assert.equal(await page.locator('.error').count(), 2)
    await tabTo(page, '#next')
    assert.match(await page.locator('#next').innerText(), /Purchase order/)
    await page.keyboard.press('Enter')
    await page.keyboard.type('PO 7')
    assert.ok(
      await page
        .locator('#next')
        .innerText()
        .then((text) => text.includes('Your consent')),
    )
    // What is typed is kept through a reload, in this tab.
    await page.goto(app.url + path)
    assert.equal(await page.getByLabel('Purchase order').inputValue(), 'PO 7')
    await tabTo(page, '#consent')
    await page.keyboard.press('Space')
    assert.equal(await page.locator('#next').innerText(), 'All filled in: go to Sign')
    await tabTo(page, '#submit')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'You have signed' }).waitFor()
    assert.equal(await page.evaluate('sessionStorage.length + localStorage.length'), 0)
    await isReadable(page, 'waiting for others')

    await document.signAsOwner()
    await document.sealed()
    await page.reload()
    await isReadable(page, 'sealed')
    const files: string[] = []
    for (const name of ['Download the signed document', 'Download the certificate']) {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()])
      files.push(await download.path())
    }
    await page.getByRole('link', { name: 'Verify the document' }).click()
    await page.getByText('Signed by all, and unchanged').waitFor()
    await isReadable(page, 'verified')
    assert.match(await page.locator('.signers').innerText(), /Ευκλείδης 김[\s\S]*by a personal link/)
    assert.match(await verify(page, files[0] ?? ''), /signed and sealed, and unchanged/)
    await isReadable(page, 'a verified file')
    assert.match(await verify(page, files[1] ?? ''), /certificate of this document/)
    assert.match(await verify(page, import.meta.filename), /none that is known here/)
    await isReadable(page, 'a file that is none')
    await page.goto(`${app.url}/verify/x`)
    await isReadable(page, 'no document')
    assert.deepEqual(faults, [])
    await close()
  })

test('a signature that is drawn with the pointer is kept through a mistake, and signed with', async () => {
  const document = await sentDocument(app)
  const path = await document.path(clientEmail)
  const { page, faults, close } = await open({ width: 390 })
  await page.goto(app.url + path)
  await page.getByLabel('Draw it').check()
  assert.match(await page.locator('#next').innerText(), /Client/)
  const canvas = page.locator('#canvas')
  const draw = async (points: readonly (readonly [number, number])[]): Promise<void> => {
    await canvas.scrollIntoViewIfNeeded()
    const box = await canvas.boundingBox()
    assert.ok(box)
    for (const [n, [x, y]] of points.entries()) {
      await page.mouse.move(box.x + x * box.width, box.y + y * box.height, { steps: 4 })
      if (n === 0) await page.mouse.down()
    }
    await page.mouse.up()
  }
  const drawn = async () =>
    JSON.parse((await page.locator('#drawing').inputValue()) || '{"strokes":[]}') as { strokes: unknown[] }
  await draw([
    [0.1, 0.5],
    [0.4, 0.2],
  ])
  await page.getByRole('button', { name: 'Clear the drawing' }).click()
  assert.equal((await drawn()).strokes.length, 0)
  await draw([
    [0.1, 0.5],
    [0.4, 0.2],
    [0.9, 0.8],
  ])
  await draw([
    [0.2, 0.9],
    [0.8, 0.9],
  ])
  assert.equal((await drawn()).strokes.length, 2)
  await isReadable(page, 'a drawing')
  const before = await drawn()
  await page.locator('#consent').check()
  await page.locator('#submit').click()
  await page.locator('.mistakes').waitFor()
  assert.deepEqual(await drawn(), before)
  const ink = `document.querySelector('#canvas').getContext('2d').getImageData(0, 0, 600, 200).data.some((each) => each > 0)`
  assert.ok(await page.evaluate(ink))
  await page.getByLabel('Purchase order').fill('PO 7')
  await page.locator('#submit').dblclick()
  await page.getByRole('heading', { name: 'You have signed' }).waitFor()
  const { marks } = await app.database.inOrg(document.owner.orgId, (db) =>
    db.selectFrom('document_signers').select('marks').where('email', '=', clientEmail).executeTakeFirstOrThrow(),
  )
  const [mark] = Object.values(marks as Record<string, unknown>).filter((each) => typeof each === 'object')
  assert.deepEqual(mark, before)
  assert.deepEqual(faults, [])
  await close()
})

test('the fields that a signer filled in are there again after the page was closed, in another browser too, and two tabs sign once', async () => {
  const document = await sentDocument(app)
  const path = await document.path(clientEmail)
  const first = await open()
  await first.page.goto(app.url + path)
  await first.page.getByLabel('Purchase order').fill('PO 7 김')
  await first.page.getByLabel('I have read it').check()
  await first.page.locator('#consent').check()
  const kept = () =>
    app.database.inOrg(document.owner.orgId, (db) =>
      db
        .selectFrom('document_signers')
        .select(['draft_marks', 'state'])
        .where('email', '=', clientEmail)
        .executeTakeFirstOrThrow(),
    )
  await until('the draft', async () => (JSON.stringify((await kept()).draft_marks)?.includes('PO 7 김') ? true : undefined))
  await first.close()
  const tabs = [await open(), await open()] as const
  for (const { page } of tabs) {
    await page.goto(app.url + path)
    assert.equal(await page.getByLabel('Purchase order').inputValue(), 'PO 7 김')
    assert.equal(await page.getByLabel('I have read it').isChecked(), true)
    assert.equal(await page.locator('#consent').isChecked(), false, 'consent is given when signing')
    await page.locator('#consent').check()
  }
  await Promise.all(tabs.map(({ page }) => page.locator('#submit').dblclick()))
  for (const { page } of tabs) await page.getByRole('heading', { name: 'You have signed' }).waitFor()
  assert.deepEqual(await kept(), { draft_marks: null, state: 'signed' })
  const signed = await app.database.inOrg(document.owner.orgId, (db) =>
    db.selectFrom('document_events').select('seq').where('kind', '=', 'signed').execute(),
  )
  assert.equal(signed.length, 1)
  for (const { faults, close } of tabs) {
    assert.deepEqual(faults, [])
    await close()
  }
})

test('a signer reads which character the document cannot show while they type, and nothing of it once it is gone', async () => {
  const document = await sentDocument(app)
  const { page, faults, close } = await open({ width: 360, dark: true })
  await page.goto(`${app.url}${await document.path(clientEmail)}?lang=de`)
  const order = page.getByLabel('Purchase order')
  await order.fill('PO \u{13000}')
  await page.locator('#name').fill('Maya\u202e')
  await page.getByText('Das Dokument kann „\u{13000}“ (U+13000) nicht darstellen.').waitFor()
  await page.getByText(/unsichtbares Zeichen \(U\+202E\)/).waitFor()
  assert.equal(await order.getAttribute('aria-invalid'), 'true')
  await isReadable(page, 'characters that cannot be shown')
  await order.fill('PO 7')
  await page.locator('.error').nth(1).waitFor({ state: 'detached' })
  assert.equal(await order.getAttribute('aria-invalid'), null)
  assert.equal(await order.getAttribute('aria-describedby'), null)
  assert.equal(await page.locator('#name').getAttribute('aria-describedby'), 'name-hint name-error')
  assert.deepEqual(faults, [])
  await close()
})

test('the page that says that the document is being sealed changes once it is, without a click', async () => {
  const document = await sentDocument(app)
  const path = await document.path(clientEmail)
  await document.signAsOwner()
  const { page, faults, close } = await open({ width: 360 })
  await page.goto(app.url + path)
  await page.getByLabel('Purchase order').fill('PO 7')
  await page.locator('#consent').check()
  await page.locator('#submit').click()
  await page.getByRole('heading', { name: 'You have signed' }).waitFor()
  await document.sealed()
  const setSeal = (seal: 'waiting' | 'sealed') =>
    app.database.inOrg(document.owner.orgId, (db) =>
      db.updateTable('documents').set({ seal }).where('id', '=', document.id).execute(),
    )
  await setSeal('waiting')
  await page.goto(app.url + path)
  await page.getByText('The document is being sealed').waitFor()
  await isReadable(page, 'a document that is being sealed')
  await setSeal('sealed')
  await page.getByText('All have signed, and the document is sealed.').waitFor()
  await page.getByRole('link', { name: 'Download the signed document' }).waitFor()
  assert.deepEqual(faults, [])
  await close()
})

test('by the keyboard alone a signer names the person who should sign, and reads that the sender decides', async () => {
  const document = await sentDocument(app)
  const path = await document.path(clientEmail)
  const { page, faults, close } = await open({ width: 360, dark: true })
  await page.goto(app.url + path)
  await tabTo(page, '#hand-over summary')
  await page.keyboard.press('Enter')
  await tabTo(page, '#to-name')
  await page.keyboard.type('Ben Okafor')
  await page.keyboard.press('Tab')
  await page.keyboard.type(clientEmail)
  await page.keyboard.press('Enter')
  await page.getByText('This is your own address.').waitFor()
  await isReadable(page, 'a person who cannot be named')
  assert.equal(await page.getByLabel('Their name').inputValue(), 'Ben Okafor')
  await page.getByLabel('Their email').fill('ben@right.example')
  await page.getByRole('button', { name: 'Name this person' }).click()
  await page.getByText('You named Ben Okafor. Nordlicht decides').waitFor()
  await isReadable(page, 'a person who is named')
  assert.equal(await page.getByRole('button', { name: 'Sign', exact: true }).count(), 1)
  assert.deepEqual(faults, [])
  await close()
})

test('a signer who is asked for a code enters it by the keyboard, and reads the document after that alone', async () => {
  const email = `code-${Date.now()}@signing.example`
  const document = await sentDocument(app, { signers: [{ name: 'Ada', email, role: 'client', code: 'email' }] })
  const path = await document.path(email)
  const { page, faults, close } = await open({ width: 360, dark: true })
  await page.goto(app.url + path)
  await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor()
  assert.ok(!(await page.content()).includes('Agreement'))
  await isReadable(page, 'before the code')
  await tabTo(page, 'button.main')
  await page.keyboard.press('Enter')
  await page.locator('#code').waitFor()
  await tabTo(page, '#code')
  await page.keyboard.type('12345')
  await page.keyboard.press('Enter')
  await page.getByText('This code is wrong.').waitFor()
  await isReadable(page, 'a wrong code')
  const code = await until('the code', async () => {
    const answer = await fetch(`${app.url}/sandbox/mail?to=${email}`, { headers: { accept: 'application/json' } })
    const mails = (await answer.json()) as { text: string }[]
    return mails.map(({ text }) => /code is (\d{6})/.exec(text)?.[1]).find((found) => found !== undefined)
  })
  await page.getByLabel('Code of six digits').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.keyboard.press('Enter')
  await page.locator('.sheet img').first().waitFor()
  await page.getByLabel('Purchase order').fill('PO 7')
  await page.locator('#consent').check()
  await page.locator('#submit').click()
  await page.getByRole('heading', { name: 'You have signed' }).waitFor()
  assert.deepEqual(faults, [])
  await close()
})

test('without a script a signer signs by the same form, another declines with a reason, and a file is verified by its digest', async () => {
  const document = await sentDocument(app)
  const path = await document.path(clientEmail)
  const { page, close } = await open({ script: false, width: 360 })
  await page.goto(app.url + path)
  assert.equal(await page.getByLabel('Draw it').isVisible(), false)
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await page.locator('.mistakes').waitFor()
  await page.locator('#next').click()
  assert.match(page.url(), /#at-f\d$/)
  await page.getByLabel('Purchase order').fill('PO 7')
  await page.locator('#consent').check()
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await page.getByRole('heading', { name: 'You have signed' }).waitFor()

  const original = Buffer.from(await (await fetch(`${app.url}${path}/original.pdf`)).arrayBuffer())
  await page.goto(`${app.url}/verify`)
  await page.getByLabel('Document number').fill(document.id)
  await page.getByRole('button', { name: 'Verify document' }).click()
  await page.getByText('Open for signing').waitFor()
  assert.equal(await page.locator('#pdf').isVisible(), false)
  await page.getByLabel('SHA-256 of the file').fill(createHash('sha256').update(original).digest('hex'))
  await page.getByRole('button', { name: 'Verify file' }).click()
  await page.getByText('as it was sent for signing').waitFor()

  const other = await sentDocument(app)
  await page.goto(app.url + (await other.path(clientEmail)))
  await page.getByText('Decline to sign').click()
  await page.locator('#reason').fill('Too dear')
  await page.getByRole('button', { name: 'Decline document' }).click()
  await page.getByRole('heading', { name: 'You declined to sign' }).waitFor()
  await page.getByText('Too dear').waitFor()
  await close()
})
