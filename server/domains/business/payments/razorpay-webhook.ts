import { paymentWebhook } from './payment-webhooks.ts'

/** Razorpay tells of orders, payments, refunds and disputes. */
export const razorpayWebhook = paymentWebhook('razorpay-webhook', 'Razorpay tells what became of a payment', 'razorpay')
