import { paymentWebhook } from './payment-webhooks.ts'

/** Stripe tells of checkouts, payments, refunds and disputes. */
export const stripeWebhook = paymentWebhook('stripe-webhook', 'Receive payment webhooks of Stripe', 'stripe')
