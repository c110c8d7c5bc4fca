import { paymentWebhook } from './payment-webhooks.ts'

/** Stripe tells of checkouts, payments, refunds and disputes. */
export const stripeWebhook = paymentWebhook('stripe-webhook', 'Stripe tells what became of a payment', 'stripe')
