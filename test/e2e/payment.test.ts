import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { FrameLocator, Page } from 'playwright-core'
import { faultsOf } from '../support/browser.ts'
import { startPages } from '../support/page.ts'

let pages: Awaited<ReturnType<typeof startPages>>
let worker: { stop(): Promise<void> }
before(async () => {
  pages = await startPages({ env: { SANDBOX: 'on' } })
  worker = await pages.app.startWorker()
})
after(async () => {
  await worker?.stop()
  await pages?.stop()
})

interface Mail {
  readonly id: string
  readonly subject: string
  readonly links: readonly string[]
  readonly attachments: readonly { readonly name: string }[]
}

/** The email with this recipient and start of subject, once the sandbox has it. */
const mailTo = async (email: string, begins: RegExp): Promise<Mail> => {
  for (const end = Date.now() + 15_000; Date.now() < end; ) {
    const mails = (await (await fetch(`${pages.app.url}/sandbox/mail?to=${email}`)).json()) as Mail[]
    const found = mails.find(({ subject }) => begins.test(subject))
    if (found) return found
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error(`no mail ${begins} came`)
}

/** The one file of a mail, which has to be a PDF. */
const pdfOf = async ({ id, attachments }: Mail): Promise<string> => {
  assert.equal(attachments.length, 1)
  const file = await fetch(`${pages.app.url}/sandbox/mail/${id}/attachments/0`)
  assert.equal(
    Buffer.from(await file.arrayBuffer())
      .subarray(0, 5)
      .toString(),
    '%PDF-',
  )
  return attachments[0]?.name ?? ''
}

for (const { currency, provider, amount, payOn } of [
  {
    currency: 'EUR',
    provider: 'Stripe',
    amount: '€1,130.50',
    payOn: (payer: Page): Page | FrameLocator => payer,
  },
  {
    currency: 'INR',
    provider: 'Razorpay',
    amount: '₹1,130.50',
    payOn: (payer: Page): Page | FrameLocator => payer.frameLocator('dialog iframe'),
  },
])
  test(`an invoice in ${currency}, written in the app, is paid from its mail: the app shows it at once, and the receipt has its PDF`, async () => {
    const owner = await pages.app.given.organization()
    const email = `maya.${currency.toLowerCase()}@rao.example`
    const { page, errors, close } = await pages.open('/invoices/new', { as: owner })
    await page.getByLabel('Name').fill('Rao Studio')
    await page.getByLabel('Email').fill(email)
    if (currency !== 'EUR') {
      await page.getByRole('combobox', { name: 'Currency' }).click()
      await page.getByRole('option', { name: currency }).click()
    }
    const line = page.getByRole('group', { name: 'Line 1' })
    await line.getByLabel('Description').fill('Workshop')
    await line.getByLabel('Unit price').fill('950')
    await line.getByLabel('Tax').fill('19')
    await page.getByRole('complementary', { name: 'Summary' }).getByText(amount).waitFor()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('button', { name: 'Send now' }).click()
    await page.getByRole('heading', { name: 'INV-0001', level: 1 }).waitFor()

    const letter = await mailTo(email, /INV-0001/)
    assert.match(await pdfOf(letter), /\.pdf$/)
    const payer = await page.context().newPage()
    payer.setDefaultTimeout(15_000)
    await payer.goto(letter.links.find((link) => link.includes('/pay/')) ?? '')
    await payer.getByRole('button', { name: `Pay ${amount}` }).click()
    await payOn(payer)
      .getByRole('button', { name: `Pay ${amount}` })
      .last()
      .click()
    await payer.getByText('Paid', { exact: true }).first().waitFor()

    // Nobody touches the page of the app: what happened is there by itself.
    const standing = page.getByRole('status').filter({ hasText: 'Paid' })
    await standing.first().waitFor({ timeout: 15_000 })
    await page.getByText('Payment received').waitFor()
    await page.getByRole('list', { name: 'Payments' }).getByText(provider).waitFor()
    assert.deepEqual(await faultsOf(page), [], 'the invoice with its payment')
    assert.match(await pdfOf(await mailTo(email, /^Receipt/)), /^receipt-.*\.pdf$/)
    await page.getByRole('link', { name: 'Invoices' }).first().click()
    await page.getByRole('table', { name: 'Invoices, newest first' }).locator('tbody tr').filter({ hasText: 'Paid' }).waitFor()
    assert.deepEqual(errors, [])
    await close()
  })
