import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { PaymentNews, SentWebhook } from '#ports/payments.ts'
import { fromUnix } from '../answers.ts'

export const isSigned = (text: Buffer, signature: string, secret: string): boolean => {
  if (secret === '' || !/^[0-9a-f]{64}$/.test(signature)) return false
  return timingSafeEqual(createHmac('sha256', secret).update(text).digest(), Buffer.from(signature, 'hex'))
}

const Event = z.object({
  event: z.string().min(1),
  created_at: z.int(),
  payload: z
    .object({
      payment: z.object({ entity: z.object({ id: z.string(), order_id: z.string().nullish() }) }).optional(),
      order: z.object({ entity: z.object({ id: z.string() }) }).optional(),
      refund: z.object({ entity: z.object({ payment_id: z.string() }) }).optional(),
      dispute: z.object({ entity: z.object({ payment_id: z.string() }) }).optional(),
    })
    .optional(),
})

/**
 * Whether a webhook is signed with `secret` over the body as it came (https://razorpay.com/docs/webhooks/validate-test/). There
 * is no time in the signature: a repeat is known by its event id, which is in a header that the signature does not cover.
 */
export const isSignedByRazorpay = ({ headers, body }: SentWebhook, secret: string): boolean =>
  isSigned(body, headers['x-razorpay-signature'] ?? '', secret)

/** The news in a body that was proven before. One without an event id is known by its body. */
export const parseRazorpayWebhook = (sent: SentWebhook): PaymentNews => {
  const { event, created_at, payload } = Event.parse(JSON.parse(sent.body.toString('utf8')))
  const payment = payload?.payment?.entity
  return {
    eventId: sent.headers['x-razorpay-event-id'] || `body_${createHash('sha256').update(sent.body).digest('hex').slice(0, 32)}`,
    type: event,
    about: aboutOf(event),
    checkoutId: payload?.order?.entity.id ?? payment?.order_id ?? null,
    paymentId: payment?.id ?? payload?.refund?.entity.payment_id ?? payload?.dispute?.entity.payment_id ?? null,
    // Razorpay does not say; what the settling asks for does, by the key it asks with.
    isLive: null,
    at: fromUnix(created_at),
  }
}

const aboutOf = (event: string): PaymentNews['about'] => {
  if (event.startsWith('order.')) return 'checkout'
  if (event.startsWith('payment.dispute.')) return 'dispute'
  if (event.startsWith('refund.')) return 'refund'
  return /^payment\.(authorized|captured|failed)$/.test(event) ? 'payment' : 'other'
}
