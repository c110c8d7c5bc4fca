import { paymentWebhook } from './payment-webhooks.ts'

/** Razorpay tells of orders, payments, refunds and disputes. */
export const razorpayWebhook = paymentWebhook('razorpay-webhook', 'Receive payment webhooks of Razorpay', 'razorpay')
