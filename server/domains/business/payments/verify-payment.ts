import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Failure, transportErrors } from '#core/errors.ts'
import { providerErrors } from '#domains/connections/connections/provider-failures.ts'
import type { PaymentProvider, ProviderPayment } from '#ports/payments.ts'
import { invoiceErrors } from '../invoices/errors.ts'
import { findInvoice, findOrgOfInvoice } from '../invoices/invoices.ts'
import { type CheckoutRow, findCheckoutsOf, findProviderCheckout } from './checkouts.ts'
import { recordFinding } from './discrepancies.ts'
import { paymentErrors } from './errors.ts'
import { asPaymentFailure } from './payment-provider.ts'
import { findProviderPayment } from './payments.ts'
import { openFor, type RefreshContext, refreshAndSettle } from './refresh.ts'

const providerId = z.string().trim().min(1).max(255)

export const verifyPayment = action({
  name: 'verify-payment',
  summary: 'Verify a payment after the payer returns',
  description:
    'The provider is queried; the caller’s data proves nothing. Only a checkout created for this invoice counts, with its amount and currency. For Razorpay, the order and the signature returned by its widget are verified if given. Webhooks and polling do the same, so the result does not depend on how often or in which order they run. `payment_processing`: the payer has finished, but the money has not arrived; it is settled automatically.',
  who: 'public',
  transports: ['gateway'],
  effect: 'write',
  callsProvider: true,
  anonymousIdempotency: true,
  limit: { times: 10, seconds: 60 },
  input: z.object({
    invoiceId: z.uuid(),
    session_id: providerId.optional(),
    razorpay_payment_id: providerId.optional(),
    razorpay_order_id: providerId.optional(),
    razorpay_signature: z.string().trim().max(255).optional(),
  }),
  output: z.object({ success: z.literal(true) }),
  errors: [
    transportErrors.missing_field,
    invoiceErrors.invoice_not_found,
    paymentErrors.checkout_not_of_invoice,
    paymentErrors.payment_signature_invalid,
    paymentErrors.payment_refused,
    paymentErrors.payment_processing,
    paymentErrors.payment_not_made,
    ...providerErrors,
  ],
  examples: [
    {
      title: 'Return from Stripe',
      input: { invoiceId: '01980000-0000-7000-8000-000000000000', session_id: 'cs_test_a1b2c3' },
    },
    {
      title: 'Return from Razorpay’s widget',
      input: {
        invoiceId: '01980000-0000-7000-8000-000000000000',
        razorpay_payment_id: 'pay_a1b2c3',
        razorpay_order_id: 'order_a1b2c3',
        razorpay_signature: '0'.repeat(64),
      },
    },
  ],

  async run(input, { outside, inOrg: inAnyOrg, fail, ports, vault, now }) {
    if (input.session_id === undefined && input.razorpay_payment_id === undefined)
      throw fail('missing_field', { message: 'Missing required field: session_id', field: 'session_id' })
    const orgId = await outside((db) => findOrgOfInvoice(db, input.invoiceId))
    if (orgId === null) throw fail('invoice_not_found')
    const context: RefreshContext = { ports, vault, now, inOrg: (work) => inAnyOrg(orgId, work) }
    const { inOrg } = context
    const invoice = await inOrg(({ db }) => findInvoice(db, orgId, input.invoiceId))
    if (!invoice) throw fail('invoice_not_found')

    try {
      const checkout =
        input.session_id === undefined
          ? await checkoutOfRazorpay(orgId, input, context)
          : await checkoutOf(orgId, input.invoiceId, 'stripe', input.session_id, context)
      if (checkout.state === 'paid') return { success: true as const }
      const { outcome } = await refreshAndSettle(checkout, 'return', context)
      if (outcome === 'paid') return { success: true as const }
      if (outcome === 'refused') throw fail('payment_refused')
      throw fail(outcome === 'processing' ? 'payment_processing' : 'payment_not_made')
    } catch (error) {
      throw asPaymentFailure(error)
    }
  },
})

/** Only checkouts opened for this invoice. One of ours for another invoice is recorded as a misuse. */
const checkoutOf = async (
  orgId: string,
  invoiceId: string,
  provider: PaymentProvider,
  providerCheckoutId: string,
  { inOrg }: RefreshContext,
): Promise<CheckoutRow> => {
  const checkout = await inOrg(async ({ db }) => {
    const found = await findProviderCheckout(db, orgId, provider, providerCheckoutId)
    if (found && found.invoice_id !== invoiceId)
      await recordFinding(db, orgId, {
        kind: 'wrong_invoice',
        provider,
        invoiceId,
        providerCheckoutId,
        providerPaymentId: null,
        amountMinor: found.amount_minor,
        currency: found.currency,
        facts: { opened_for_invoice_id: found.invoice_id },
      })
    return found
  })
  if (!checkout || checkout.invoice_id !== invoiceId) throw new Failure(paymentErrors.checkout_not_of_invoice)
  return checkout
}

/** By the order that we stored for the invoice, never by the one that a browser names. */
const checkoutOfRazorpay = async (
  orgId: string,
  {
    invoiceId,
    razorpay_payment_id: paymentId = '',
    razorpay_order_id: orderId,
    razorpay_signature: signature,
  }: { invoiceId: string } & Partial<Record<`razorpay_${'payment_id' | 'order_id' | 'signature'}`, string | undefined>>,
  context: RefreshContext,
): Promise<CheckoutRow> => {
  if (orderId !== undefined) {
    const checkout = await checkoutOf(orgId, invoiceId, 'razorpay', orderId, context)
    if (signature !== undefined) await requireSignature(checkout, paymentId, signature, context)
    return checkout
  }
  const stored = await context.inOrg(async ({ db }) => ({
    known: await findProviderPayment(db, orgId, 'razorpay', paymentId),
    checkouts: (await findCheckoutsOf(db, orgId, invoiceId)).filter(
      ({ provider, provider_checkout_id }) => provider === 'razorpay' && provider_checkout_id !== null,
    ),
  }))
  const first = stored.checkouts.find(({ id }) => id === stored.known?.checkout_id) ?? stored.checkouts[0]
  if (!first || (stored.known && stored.known.invoice_id !== invoiceId))
    throw new Failure(paymentErrors.checkout_not_of_invoice)
  if (signature !== undefined) {
    for (const checkout of stored.checkouts) if (await isSigned(checkout, paymentId, signature, context)) return checkout
    throw new Failure(paymentErrors.payment_signature_invalid)
  }
  const payment: ProviderPayment | null = await (await openFor(first, context)).findPayment(paymentId)
  if (!payment?.checkoutId) throw new Failure(paymentErrors.checkout_not_of_invoice)
  return checkoutOf(orgId, invoiceId, 'razorpay', payment.checkoutId, context)
}

const isSigned = async (
  checkout: CheckoutRow,
  paymentId: string,
  signature: string,
  context: RefreshContext,
): Promise<boolean> => {
  const { checkReturn } = await openFor(checkout, context)
  return checkReturn?.({ checkoutId: checkout.provider_checkout_id ?? '', paymentId, signature }) ?? false
}

const requireSignature = async (...signed: Parameters<typeof isSigned>): Promise<void> => {
  if (!(await isSigned(...signed))) throw new Failure(paymentErrors.payment_signature_invalid)
}
