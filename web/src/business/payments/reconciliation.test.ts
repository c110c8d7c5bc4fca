import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#core/ids.ts'
import { recordFinding } from '#domains/business/payments/discrepancies.ts'
import type { Someone } from '#test/support/app.ts'
import { faultsOf } from '#test/support/browser.ts'
import { startPages } from '#test/support/page.ts'
import { sentInvoice } from '#test/support/paying.ts'

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

/** A client who pays with the card that works. */
const pay = async (owner: Someone, invoiceId: string): Promise<void> => {
  const opened = await pages.app.call(
    'create-payment',
    {
      invoiceId,
      clientEmail: 'maya@rao.example',
      successUrl: `${pages.app.url}/?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: pages.app.url,
      targetCurrency: 'EUR',
    },
    owner,
  )
  assert.equal(opened.status, 200, JSON.stringify(opened.body))
  const paid = await fetch(String(opened.body.url), {
    method: 'POST',
    body: new URLSearchParams({ method: 'card', card: '4242424242424242' }),
    redirect: 'manual',
  })
  const session_id = new URL(paid.headers.get('location') ?? '').searchParams.get('session_id') ?? ''
  const verified = await pages.app.call('verify-payment', { invoiceId, session_id }, null)
  assert.equal(verified.status, 200, JSON.stringify(verified.body))
}

test('without a difference that is good news; one that is found is named, leads to its invoice, and is settled with a note', async () => {
  const { app } = pages
  const owner = await app.given.organization()
  const { page, errors, go, overhang, close } = await pages.open('/settings/reconciliation', { as: owner })
  await page.getByText('No payments to compare yet').waitFor()
  const { invoiceId } = await sentInvoice(app.database, owner.orgId, { totalMinor: 95_000 })
  await pay(owner, invoiceId)
  await page.reload()
  await page.getByRole('heading', { name: 'Stripe' }).waitFor()
  await page.getByText('Not compared yet', { exact: true }).waitFor()
  await page.getByText(/Not compared yet\. First comparison: .*\d/).waitFor()
  assert.equal(await page.getByText('No payments in the last').count(), 0, 'nobody has asked yet')
  await page.getByRole('button', { name: 'Compare now' }).click()
  await page.getByText('No discrepancies').waitFor()
  assert.ok((await page.getByText('€950.00').count()) >= 2, 'what the provider took, and what is recorded here')
  await page.getByText('None', { exact: true }).waitFor()
  assert.deepEqual(await faultsOf(page), [], 'without a difference')

  await app.database.inOrg(owner.orgId, (db) =>
    recordFinding(db, owner.orgId, {
      kind: 'wrong_amount',
      provider: 'stripe',
      invoiceId,
      providerCheckoutId: 'cs_test_1',
      providerPaymentId: `pi_${newId()}`,
      amountMinor: 100,
      currency: 'EUR',
      facts: { expected_minor: 95_000, expected_currency: 'EUR' },
    }),
  )
  await page.reload()
  await page.getByText('1 discrepancy').waitFor()
  const difference = page.getByRole('list', { name: 'Discrepancies, newest first' }).getByRole('listitem')
  await difference.getByText('Payment amount differs from the invoice').waitFor()
  await difference.getByText('€1.00').waitFor()
  await page.setViewportSize({ width: 360, height: 800 })
  assert.equal(await overhang(), 0)
  assert.deepEqual(await faultsOf(page), [], 'with a difference')
  await difference.getByRole('link', { name: 'INV-0001' }).click()
  await page.getByText('Payment amount differs from the invoice').waitFor()
  await page.getByRole('link', { name: 'Open reconciliation' }).click()

  await difference.getByRole('button', { name: 'Resolve' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click()
  await page.getByText('Enter a note.').waitFor()
  await page.getByLabel('Note').fill('Refunded at Stripe')
  await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click()
  await page.getByText('No discrepancies').waitFor()
  await go(`/invoices/${invoiceId}`)
  await page.getByText('Resolved: Payment amount differs from the invoice').waitFor()
  await page.getByText('Refunded at Stripe').waitFor()
  assert.deepEqual(errors, [])
  await close()
})
