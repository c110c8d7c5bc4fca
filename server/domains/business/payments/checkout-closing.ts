import { sql } from 'kysely'
import type { Step } from '#core/context.ts'
import type { Payments } from '#ports/payments.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { lockInvoice, recordInvoiceEvent } from '../invoices/invoices.ts'
import type { CheckoutRow } from './checkouts.ts'
import { ask, openFor, type RefreshContext, refreshAndSettle } from './refresh.ts'

/**
 * Closes checkouts that can no longer be paid. A payment may arrive at the same moment, so the state of each is fetched
 * afterwards, and recorded like any other. An error with one does not keep the others open.
 */
export const closeAll = async (checkouts: readonly CheckoutRow[], context: RefreshContext): Promise<void> => {
  let firstError: unknown = null
  for (const checkout of checkouts) {
    // One that is being opened is closed by its opener (`open-checkout.ts`), which checks the invoice once more.
    if (checkout.provider_checkout_id === null) continue
    try {
      const payments = await openFor(checkout, context)
      await payments.closeCheckout(checkout.provider_checkout_id)
      const { outcome } = await refreshAndSettle(checkout, 'poll', context)
      if (outcome === 'open' && !payments.canClose) await context.inOrg((step) => notifyStillOpen(step, checkout))
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      firstError ??= error
    }
  }
  if (firstError) throw firstError
}

/** Closes a checkout that was opened a moment ago and is not used yet. Failures are left to the enqueued job. */
export const closeUnpayable = async (checkout: CheckoutRow, payments: Payments, context: RefreshContext): Promise<void> => {
  if (checkout.provider_checkout_id === null || !payments.canClose) return
  try {
    await payments.closeCheckout(checkout.provider_checkout_id)
    await ask(checkout, 'poll', payments, context)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
  }
}

/** Once for each checkout of an invoice that can no longer be paid. */
const notifyStillOpen = async ({ db }: Step, checkout: CheckoutRow): Promise<void> => {
  const { org_id: orgId, invoice_id: invoiceId, provider, provider_checkout_id } = checkout
  const invoice = await lockInvoice(db, orgId, invoiceId)
  if (!invoice || invoice.state === 'sent' || invoice.state === 'processing') return
  const before = await db
    .selectFrom('invoice_events')
    .select('id')
    .where('org_id', '=', orgId)
    .where('invoice_id', '=', invoiceId)
    .where('kind', '=', 'checkout_stays_open')
    .where(sql`facts ->> 'provider_checkout_id'`, '=', provider_checkout_id)
    .executeTakeFirst()
  if (before) return
  const facts = { provider, provider_checkout_id }
  await recordInvoiceEvent(db, orgId, invoiceId, { kind: 'checkout_stays_open', source: 'system', facts })
}
