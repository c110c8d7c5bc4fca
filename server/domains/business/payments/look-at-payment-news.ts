import { job } from '#core/jobs/job.ts'
import { countForeignEvent } from '#domains/connections/connections/connection-health.ts'
import { findConnection } from '#domains/connections/connections/connections.ts'
import { asWatched, workingOf } from '#domains/connections/connections/usable-connections.ts'
import type { PaymentProvider } from '#ports/payments.ts'
import { findInvoice } from '../invoices/invoices.ts'
import { type CheckoutRow, findCheckout, findPayable, findProviderCheckout, resolvePaymentWebhookJob } from './checkouts.ts'
import { openPayments } from './payment-provider.ts'
import { findProviderPayment } from './payments.ts'
import { asInvoiceId, refreshAndSettle } from './refresh.ts'
import { stepsIn } from './steps.ts'

/**
 * A webhook is news and no proof: which checkout of ours it is about is found out by what is stored, else by asking the
 * provider, and then that checkout is looked at. What is about nothing of ours is
 * another program's on the same account: it is counted and passed over.
 */
export const resolvePaymentWebhook = job({
  ...resolvePaymentWebhookJob,
  summary: 'Find the checkout that a payment webhook is about',
  retry: { times: 8, delaySeconds: 5 },
  atOnce: 4,

  async run({ orgId, connectionId, providerCheckoutId, providerPaymentId }, context) {
    const inOrg = stepsIn(context, orgId)
    const refreshContext = { ...context, inOrg }
    const connection = await context.inOrg(orgId, (db) => findConnection(db, orgId, connectionId))
    const usable = connection && workingOf(context.vault, asWatched(connection))
    if (!usable) return
    const provider = usable.provider as PaymentProvider

    const stored = await context.inOrg(orgId, async (db) => {
      if (providerCheckoutId !== null) return findProviderCheckout(db, orgId, provider, providerCheckoutId)
      if (providerPaymentId === null) return undefined
      const payment = await findProviderPayment(db, orgId, provider, providerPaymentId)
      return payment && findCheckout(db, orgId, payment.checkout_id)
    })
    if (stored) {
      await refreshAndSettle(stored, 'webhook', refreshContext)
      return
    }

    const payments = openPayments(context.ports.payments, usable)
    const snapshot =
      providerCheckoutId !== null
        ? await payments.findCheckout(providerCheckoutId)
        : providerPaymentId !== null
          ? await payments.findPayment(providerPaymentId)
          : null
    const { checkoutId, invoiceId: named } = snapshot ?? { checkoutId: null, invoiceId: null }
    const invoiceId = asInvoiceId(named)
    const possible = await context.inOrg(orgId, async (db): Promise<CheckoutRow[] | null> => {
      const stored = checkoutId === null ? undefined : await findProviderCheckout(db, orgId, provider, checkoutId)
      if (stored) return [stored]
      if (invoiceId === null || !(await findInvoice(db, orgId, invoiceId))) return null
      const open = (await findPayable(db, orgId, invoiceId)).filter((each) => each.connection_id === connectionId)
      if (checkoutId === null) return open
      // Opened, and we died before its id was written: the one whose answer never came.
      const [lost] = open.filter((each) => each.provider_checkout_id === null)
      if (!lost) return []
      const adopted = await db
        .updateTable('checkouts')
        .set({ provider_checkout_id: checkoutId, state: 'open' })
        .where('org_id', '=', orgId)
        .where('id', '=', lost.id)
        .where('state', '=', 'opening')
        .returningAll()
        .executeTakeFirst()
      return adopted ? [adopted] : []
    })
    if (possible === null) await context.inOrg(orgId, (db) => countForeignEvent(db, orgId, connectionId))
    for (const checkout of possible ?? [])
      if (checkout.provider_checkout_id !== null) await refreshAndSettle(checkout, 'webhook', refreshContext)
  },
})
