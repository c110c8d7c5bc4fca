import { module } from '#core/module.ts'
import { closeAccount } from './close-account.ts'
import { closeCheckouts } from './close-checkouts.ts'
import { createPayment } from './create-payment.ts'
import { paymentErrors } from './errors.ts'
import { paymentEvents } from './events.ts'
import { heldCheckouts } from './held-checkouts.ts'
import { refreshCheckout } from './look-at-checkout.ts'
import { resolvePaymentWebhook } from './look-at-payment-news.ts'
import { paymentNotices } from './notices.ts'
import { payInvoice } from './pay-invoice.ts'
import { accountDisconnected, newestCheckout, openCheckouts } from './payment-connections.ts'
import { paymentTimeline } from './payment-timeline.ts'
import { pollCheckouts } from './poll-checkouts.ts'
import { razorpayWebhook } from './razorpay-webhook.ts'
import { reconcile } from './reconcile.ts'
import { reconcileAccount } from './reconcile-account.ts'
import { reconcileAccounts } from './reconcile-accounts.ts'
import { resolveDifference } from './resolve-difference.ts'
import { showReconciliation } from './show-reconciliation.ts'
import { stripeWebhook } from './stripe-webhook.ts'
import { verifyPayment } from './verify-payment.ts'

export const paymentsModule = module({
  title: 'Payments',
  actions: [createPayment, payInvoice, verifyPayment, showReconciliation, reconcile, resolveDifference],
  jobs: [
    refreshCheckout,
    resolvePaymentWebhook,
    pollCheckouts,
    closeCheckouts,
    closeAccount,
    reconcileAccount,
    reconcileAccounts,
  ],
  inbound: [stripeWebhook, razorpayWebhook],
  errors: paymentErrors,
  events: [paymentEvents],
  scopes: {
    'payments:write': 'Create checkouts for invoices',
    'payments:read': 'Read how payments reconcile with the providers’ records',
  },
  notices: paymentNotices,
  within: [openCheckouts, accountDisconnected, newestCheckout, paymentTimeline],
  held: [heldCheckouts],
  owns: ['checkouts', 'payment_findings', 'payments', 'reconciliations'],
})
