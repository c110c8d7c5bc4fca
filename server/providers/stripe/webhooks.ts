import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { PaymentNews, SentWebhook } from '#ports/payments.ts'
import { fromUnix } from '../answers.ts'

/** A signature is as old as its delivery; an older one is a replay. */
const toleranceSeconds = 300

/**
 * Whether a webhook is signed with `secret` over the body as it came, within five minutes of `now`
 * (https://docs.stripe.com/webhooks#verify-manually). While a secret is rolled there are several signatures, one of which must be right.
 */
export const isSignedByStripe = (sent: SentWebhook, secret: string, now: Date): boolean => {
  const parts = (sent.headers['stripe-signature'] ?? '').split(',').map((part) => part.trim().split('='))
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (secret === '' || !/^\d{1,12}$/.test(time)) return false
  if (Math.abs(Math.floor(now.getTime() / 1_000) - Number(time)) > toleranceSeconds) return false
  const right = createHmac('sha256', secret).update(`${time}.`).update(sent.body).digest()
  return (
    parts
      .filter(([name, value]) => name === 'v1' && /^[0-9a-f]{64}$/.test(value ?? ''))
      // Each is looked at, so that the time taken tells nothing.
      .reduce((found, [, value = '']) => timingSafeEqual(Buffer.from(value, 'hex'), right) || found, false)
  )
}

/** The news in a body that was proven before. Throws on one that cannot be read. */
export const parseStripeWebhook = (sent: Pick<SentWebhook, 'body'>): PaymentNews => {
  const event = Event.parse(JSON.parse(sent.body.toString('utf8')))
  const about = subjectOf(event.type)
  const { id, payment_intent } = event.data.object
  const intentId = typeof payment_intent === 'string' ? payment_intent : (payment_intent?.id ?? null)
  return {
    eventId: event.id,
    type: event.type,
    about,
    checkoutId: about === 'checkout' ? (id ?? null) : null,
    paymentId: event.type.startsWith('payment_intent.') ? (id ?? null) : about === 'other' ? null : intentId,
    isLive: event.livemode,
    at: fromUnix(event.created),
  }
}

const Event = z.object({
  id: z.string().startsWith('evt_'),
  type: z.string().min(1),
  created: z.int(),
  livemode: z.boolean(),
  data: z.object({
    object: z.object({
      id: z.string().nullish(),
      payment_intent: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
    }),
  }),
})

const subjectOf = (type: string): PaymentNews['about'] => {
  if (type.startsWith('checkout.session.')) return 'checkout'
  if (type.startsWith('charge.dispute.')) return 'dispute'
  if (type.startsWith('refund.') || type === 'charge.refunded' || type.startsWith('charge.refund.')) return 'refund'
  return type.startsWith('payment_intent.') || type.startsWith('charge.') ? 'payment' : 'other'
}

/** Everything that can change what we know of a payment. */
export const wantedEvents: readonly string[] = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'refund.updated',
  'charge.dispute.created',
  'charge.dispute.closed',
]
