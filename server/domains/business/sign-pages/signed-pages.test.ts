import assert from 'node:assert/strict'
import path from 'node:path'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { startApp, type TestApp } from '#test/support/app.ts'
import { faultsOf, openBrowser } from '#test/support/browser.ts'
import { asOwner } from '#test/support/database.ts'
import { openDocuments } from '#test/support/documents.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { share } from '#test/support/shared.ts'
import { makeDownloadLink } from '../documents/download-links.ts'
import { sealDocument } from '../documents/seal-document.ts'

let app: TestApp
let jobs: Awaited<ReturnType<typeof openJobContext>>
let browser: Browser
let release: () => Promise<void>
before(async () => {
  app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  jobs = await openJobContext(app)
  ;({ thing: browser, release } = await share('browser', openBrowser, (opened) => opened.close()))
})
after(async () => {
  await release?.()
  await jobs?.close()
  await app?.stop()
})

test('the page of a download can be read by all, narrow and wide, dark and light, and after its end says whom to ask', async () => {
  const documents = await openDocuments(app, jobs.context.vault)
  const document = await documents.document()
  await documents.signByLink(await documents.tokenOf(document.id, 'client'))
  await documents.signAsAdmin(document)
  const { orgId } = documents.owner
  await sealDocument.run({ orgId, documentId: document.id }, jobs.context)
  const business = { colour: '#ffd43b', street: 'Lange Straße 1', city: 'Jena', country: 'DE' }
  assert.equal((await app.call('save-business', business, documents.owner)).status, 200)
  const [signer] = document.signers
  const token = await app.database.inOrg(orgId, (db) =>
    makeDownloadLink(db, {
      ...{ orgId, documentId: document.id, signerId: signer?.id ?? '', endsAt: new Date(Date.now() + 86_400_000) },
    }),
  )
  for (const { width, dark } of [
    { width: 360, dark: true },
    { width: 1280, dark: false },
  ]) {
    const context = await browser.newContext({
      ...{ viewport: { width, height: 800 }, colorScheme: dark ? 'dark' : 'light', locale: 'en-GB', acceptDownloads: true },
    })
    const page = await context.newPage()
    const isReadable = async (what: string): Promise<void> => {
      assert.deepEqual(await faultsOf(page), [], what)
      assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${what} is too wide`)
      if (process.env.FOYER_TEST_PICTURES)
        await page.screenshot({ path: path.join(process.env.FOYER_TEST_PICTURES, `${what}-${width}.png`), fullPage: true })
    }
    await page.goto(`${app.url}/signed/${token}`)
    const link = page.getByRole('link', { name: 'Download the signed document' })
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    assert.match(download.suggestedFilename(), /\.pdf$/)
    await isReadable('a-download')
    await page.getByRole('link', { name: 'Verify the document' }).click()
    await page.getByText('no timestamp authority confirmed them').waitFor()
    await isReadable('verified-without-timestamp')
    await context.close()
  }
  await asOwner(app.target, (client) =>
    client.query(`update directory.download_links set ends_at = now() where document_id = '${document.id}'`),
  )
  const context = await browser.newContext({ viewport: { width: 360, height: 800 }, colorScheme: 'dark', locale: 'de-DE' })
  const page = await context.newPage()
  await page.goto(`${app.url}/signed/${token}`)
  await page.getByText('Dieser Link ist abgelaufen').waitFor()
  await page.getByText('Deutschland').waitFor()
  assert.equal(await page.locator('link[href="/brand/colour/ffd43b.css"]').count(), 1)
  assert.match(await page.locator('main').innerText(), /Fragen Sie Nordlicht/)
  assert.deepEqual(await faultsOf(page), [])
  await context.close()
})
