import { z } from 'zod'
import type { ProviderCheckout, ProviderPayment } from '#ports/payments.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { notRazorpays } from './calls.ts'

// What is asked of Razorpay's answers: only what is used of them. Everything else may come, go or change.
/** `{}` or, when there are none, `[]`. */
const Notes = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).nullish()

export const RazorpayPayment = z.object({
  id: z.string().startsWith('pay_'),
  amount: z.int(),
  currency: z.string(),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  order_id: z.string().nullable(),
  method: z.string().nullish(),
  amount_refunded: z.int().nullish(),
  error_code: z.string().nullish(),
  error_description: z.string().nullish(),
  created_at: z.int(),
})
export type RazorpayPayment = z.infer<typeof RazorpayPayment>

const Tried = z.object({ items: z.array(RazorpayPayment) })

export const Order = z.object({
  id: z.string().startsWith('order_'),
  amount: z.int(),
  currency: z.string(),
  status: z.enum(['created', 'attempted', 'paid']),
  notes: Notes,
  created_at: z.int(),
  payments: Tried.nullish(),
})
export type Order = z.infer<typeof Order>

// Other programs may use the same account (links to pay at, subscriptions, a shop). What they make is read no further than this.
export const AnyOrder = z.looseObject({ id: z.string().startsWith('order_'), notes: z.unknown().optional() })

export const AnyOrders = z.object({ items: z.array(AnyOrder) })

export const AnyPayment = z.looseObject({ id: z.string().startsWith('pay_'), order_id: z.string().nullish() })

export const AnyTried = z.object({ items: z.array(AnyPayment) })

/**
 * What we may have made, in our own shape; null for another program's. One that names an invoice as we do and cannot be read is
 * an error, so that no money of ours is passed over.
 */
export const ownOf = <T>(shape: z.ZodType<T>, found: z.infer<typeof AnyOrder>): T | null => {
  const read = shape.safeParse(found)
  if (read.success) return read.data
  const { invoice_id } = z.object({ invoice_id: z.unknown() }).safeParse(found.notes).data ?? {}
  if (!z.uuid().safeParse(invoice_id).success) return null
  throw new ProviderError('broken', notRazorpays)
}

const Dispute = z.object({
  payment_id: z.string(),
  status: z.string(),
  amount: z.int(),
  /** What was taken from the account. */
  amount_deducted: z.int().nullish(),
})

export type Dispute = z.infer<typeof Dispute>

export const Disputes = z.object({ items: z.array(Dispute) })

export const Endpoint = z.object({ secret: z.string().min(1) })

/** Only captured money is money; `refunded` is captured money that was given back. */
export const paymentStates = {
  created: 'processing',
  authorized: 'authorized',
  captured: 'paid',
  refunded: 'paid',
  failed: 'failed',
} as const satisfies Record<RazorpayPayment['status'], ProviderPayment['state']>

export const stateOf = (order: Order, payments: readonly ProviderPayment[]): ProviderCheckout['state'] => {
  if (order.status === 'paid' || payments.some((one) => one.state === 'paid')) return 'paid'
  return payments.some((one) => one.state === 'authorized' || one.state === 'processing') ? 'processing' : 'open'
}

export const noteValue = ({ notes }: Order, name: string): string | null => {
  const value = notes && !Array.isArray(notes) ? notes[name] : null
  return typeof value === 'string' ? value : null
}

/** `won` and `closed` are over, and the payer has nothing back; whatever is neither that nor lost is still in danger. */
export const readDispute = ({ status, amount, amount_deducted }: Dispute) => {
  const state =
    status === 'lost' ? ('lost' as const) : status === 'won' || status === 'closed' ? ('won' as const) : ('open' as const)
  return { state, lostMinor: state === 'lost' ? amount_deducted || amount : 0, fee: null }
}
