import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { emailArrives } from '#test/support/arriving.ts'
import { faultsOf } from '#test/support/browser.ts'
import { connectGoogle } from '#test/support/consent.ts'
import { hostileMails } from '#test/support/hostile-mails.ts'
import { startPages } from '#test/support/page.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const heard: { url: string; cookie: string | undefined; agent: string | undefined }[] = []
const canary = createServer(({ url, headers }, response) => {
  heard.push({ url: url ?? '', cookie: headers.cookie, agent: headers['user-agent'] })
  response.writeHead(200, { 'content-type': 'image/gif' }).end(png)
})
let pages: Awaited<ReturnType<typeof startPages>>
let worker: { stop(): Promise<void> }
let host = ''
before(async () => {
  await new Promise<void>((done) => canary.listen(0, '127.0.0.1', done))
  const { port } = canary.address() as AddressInfo
  host = `http://127.0.0.1:${port}`
  pages = await startPages({ env: { SANDBOX: 'on', OUTGOING_ALLOWED_PRIVATE: `127.0.0.1:${port}` } })
  worker = await pages.app.startWorker()
})
after(async () => {
  await worker?.stop()
  await pages?.stop()
  canary.close()
})

test('pictures from elsewhere are asked for by the server and on request alone; the browser asks their host for nothing, whatever the mail holds', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  const mailboxId = await connectGoogle(pages.app, owner)
  const html = [...hostileMails(host), `<img alt="Logo" src="${host}/logo.png?a=1&amp;b=2">`].join('\n')
  const letter = { from: 'shop@client.example', subject: 'News', text: 'x', html }
  const { id } = await emailArrives(pages.app, owner, mailboxId, letter)
  const { page, close } = await pages.open(`/mail/${id}`, { as: owner })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const frame = page.frameLocator('iframe')
  await frame.getByText('The last line').waitFor()
  assert.equal(await frame.locator('img[src^="http"]').count(), 0)
  assert.deepEqual(heard, [])
  assert.deepEqual(await faultsOf(page), [])
  assert.equal(await page.getByRole('button', { name: 'Always show from' }).count(), 0)

  await page.getByRole('button', { name: 'Show pictures' }).click()
  await frame.locator('img[alt="Logo"][src^="data:image/png"]').waitFor()
  assert.ok(heard.some(({ url }) => url === '/logo.png?a=1&b=2'))
  for (const { cookie, agent } of heard) assert.deepEqual([cookie, agent], [undefined, 'Foyer'])
  for (const { url } of heard) assert.match(url, /^\/[\w.]+(\?a=1&b=2)?$/)
  assert.deepEqual(
    asked.filter((url) => url.startsWith(host)),
    [],
  )
  assert.equal(await frame.locator('script, svg, form, iframe, object, [onerror]').count(), 0)
  assert.deepEqual(await faultsOf(page), [])
  await page.setViewportSize({ width: 360, height: 760 })
  assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))

  // Not remembered; but of a sender who is proven it can be.
  heard.length = 0
  await page.reload()
  await page.getByRole('button', { name: 'Show pictures' }).waitFor()
  assert.deepEqual(heard, [])
  await pages.app.database.inOrg(owner.orgId, (db) =>
    db.updateTable('mailbox_mails').set({ is_proven: true }).where('org_id', '=', owner.orgId).where('id', '=', id).execute(),
  )
  await page.reload()
  await page.getByRole('button', { name: 'Always show from shop@client.example' }).click()
  await frame.locator('img[alt="Logo"][src^="data:image/png"]').waitFor()
  await page.reload()
  await frame.locator('img[alt="Logo"][src^="data:image/png"]').waitFor()
  await page.getByRole('button', { name: 'Ask again for this sender' }).click()
  await page.getByRole('button', { name: 'Show pictures' }).waitFor()
  await close()
})
