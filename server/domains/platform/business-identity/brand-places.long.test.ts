import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sendReceipt } from '#domains/business/invoices/send-receipt.ts'
import { readableOn } from '#shapes/colours.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { openDocuments } from '#test/support/documents.ts'
import { mailsTo } from '#test/support/human-steps.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { drawnPng } from '#test/support/logos.ts'
import { openProposals } from '#test/support/proposals.ts'
import { paidInvoice } from '#test/support/todays-work.ts'

/* Name, logo and colour of a workspace in each place where its clients meet it. */

let app: TestApp
let worker: { stop(): Promise<void> }
let jobs: Awaited<ReturnType<typeof openJobContext>>
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on', TRUSTED_PROXIES: '127.0.0.1' } })
  worker = await app.startWorker()
  jobs = await openJobContext(app, { SANDBOX: 'on' })
})
after(async () => {
  await jobs?.close()
  await worker?.stop()
  await app?.stop()
})

const colour = '#b3541e'
const name = 'Keramik Süd'

const done = async <T>(type: string, input: object, as: Someone | null): Promise<T> => {
  const { status, body } = await app.call(type, input, as)
  assert.equal(status, 200, `${type}: ${JSON.stringify(body)}`)
  return body as T
}

/** Gives a workspace a name, a logo and a colour; answers where the logo is. */
const branded = async (owner: Someone): Promise<string> => {
  const answer = await fetch(`${app.url}/business-logo`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(drawnPng(40, 20)),
  })
  const { file } = (await answer.json()) as { file: { id: string; url: string } }
  await done('save-business', { tradeName: name, legalName: 'Keramik Süd GmbH', colour, logoId: file.id }, owner)
  return file.url
}

/** A page for clients, with what it is dressed in. */
const wearsBrand = async (path: string, logo: string): Promise<void> => {
  const page = await fetch(app.url + path, { headers: { 'x-forwarded-for': '198.51.100.7' } })
  const text = await page.text()
  assert.equal(page.status, 200, path)
  assert.ok(text.includes(`<img class="brand-logo" src="${logo}"`), `${path} has no logo`)
  assert.ok(text.includes(`<bdi>${name}</bdi>`), `${path} has no name`)
  assert.ok(text.includes('Keramik Süd GmbH'), `${path} does not say whose it is`)
  const styles = `/brand/colour/${colour.slice(1)}.css`
  assert.ok(text.includes(`href="${styles}"`), `${path} has no colour`)
  assert.match(await (await fetch(app.url + styles)).text(), new RegExp(readableOn(colour, '#f3f4f6')))
}

/** The newest mail to a client, whose button has the colour and whose head the logo. */
const mailWearsBrand = async (address: string, what: string): Promise<void> => {
  const html = (await mailsTo(app, address, 1)).at(-1)?.html ?? ''
  assert.match(html, /<img src="cid:[^"]+"/, `the mail about ${what} has no logo`)
  assert.ok(html.includes(name), `the mail about ${what} has no name`)
  assert.ok(html.includes(`background-color:${readableOn(colour, '#ffffff')}`), `the mail about ${what} has no colour`)
  assert.ok(html.includes('Keramik Süd GmbH'), `the mail about ${what} does not say whose it is`)
}

test('the pages on which a meeting is booked and managed, and the mail about it, show the brand', async () => {
  const owner = await app.given.organization()
  const logo = await branded(owner)
  const { event_types: types } = await done<{ event_types: { url: string }[] }>('list-event-types', {}, owner)
  await wearsBrand(new URL(types[0]?.url ?? '').pathname, logo)
  const day = 86_400_000
  const range = { from: new Date(Date.now() + day).toISOString(), to: new Date(Date.now() + 20 * day).toISOString() }
  const asked = { orgId: owner.orgId, timezone: 'UTC' }
  const { slots } = await done<{ slots: { start: string }[] }>('list-slots', { ...asked, ...range }, null)
  const email = `booker@${owner.orgId.slice(-12)}.example`
  const wish = { ...asked, name: 'Maya', email, date: 'x', time: 'x', isoTime: slots[0]?.start }
  const { manageLink } = await done<{ manageLink: string }>('booking', wish, null)
  await wearsBrand(new URL(manageLink).pathname, logo)
  await mailWearsBrand(email, 'a meeting')
})

test('the page on which a document is signed, and the mail that asks for it, show the brand', async () => {
  const documents = await openDocuments(app, jobs.context.vault)
  const logo = await branded(documents.owner)
  const document = await documents.document()
  await wearsBrand(`/sign/${await documents.tokenOf(document.id, 'client')}`, logo)
  await mailWearsBrand(`client@${documents.owner.orgId.slice(-12)}.example`, 'a signature')
})

test('the page of a proposal, and its mail, show the brand', async () => {
  const email = `offer-${Date.now()}@brand.example`
  const proposals = await openProposals(app, { name: 'Maya Rao', email })
  const logo = await branded(proposals.owner)
  const { id } = await proposals.sent()
  await wearsBrand(`/proposal/${await proposals.tokenOf(id)}`, logo)
  await mailWearsBrand(email, 'a proposal')
})

test('an invoice, its payment page and its mail show the brand; a receipt has that of its invoice', async () => {
  const owner = await app.given.organization()
  const logo = await branded(owner)
  const email = `payer@${owner.orgId.slice(-12)}.example`
  const { invoice } = await done<{ invoice: { id: string } }>(
    'create-invoice',
    {
      ...{ clientName: 'Maya Rao', clientEmail: email, currency: 'EUR', locale: 'en' },
      lines: [{ description: 'Vase', quantity: 1, unitMinor: 9_000 }],
    },
    owner,
  )
  const { invoice: sent } = await done<{ invoice: { pay_url: string } }>(
    'send-invoice',
    { invoiceId: invoice.id, incomplete: true },
    owner,
  )
  await wearsBrand(new URL(sent.pay_url).pathname, logo)
  await mailWearsBrand(email, 'an invoice')

  const paid = await paidInvoice(app, owner.orgId, { at: new Date(), amountMinor: 9_000 })
  const receiver = `receipt@${owner.orgId.slice(-12)}.example`
  await app.database.inOrg(owner.orgId, async (db) => {
    // As it was when that invoice was sent.
    const shown = await db
      .selectFrom('invoices')
      .select(['sender', 'logo_id'])
      .where('id', '=', invoice.id)
      .executeTakeFirstOrThrow()
    await db
      .updateTable('invoices')
      .set({ sender: JSON.stringify(shown.sender), logo_id: shown.logo_id, client_email: receiver, paid_at: new Date() })
      .where('id', '=', paid.invoiceId)
      .execute()
  })
  await sendReceipt.run({ orgId: owner.orgId, invoiceId: paid.invoiceId }, jobs.context)
  await mailWearsBrand(receiver, 'a receipt')
})

test('the chat on a website shows the name and the logo, and begins with the colour', async () => {
  const owner = await app.given.organization()
  const logo = await branded(owner)
  const site = 'https://shop.example.com'
  const { widget } = await done<{ widget: { id: string; accent: string } }>(
    'create-chat-widget',
    { name: 'Website', allowedOrigins: [site] },
    owner,
  )
  assert.equal(widget.accent, colour)
  const answer = await fetch(`${app.url}/functions/v1/start-web-chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site },
    body: JSON.stringify({ widgetId: widget.id }),
  })
  const { widget: shown } = (await answer.json()) as { widget: Record<string, unknown> }
  assert.deepEqual([shown.organization, shown.accent], [name, colour])
  assert.ok(String(shown.logo_url ?? shown.logo_path ?? '').endsWith(logo), JSON.stringify(shown))
})
