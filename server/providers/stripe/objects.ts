import { z } from 'zod'
import type { ProviderCheckout, ProviderPayment } from '#ports/payments.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { fromStripe } from './amounts.ts'

// What is asked of Stripe's answers: only what is used of them. Everything else may come, go or change.

const Metadata = z.record(z.string(), z.string()).nullish()

const Charge = z.object({
  amount_refunded: z.int().nullish(),
  disputed: z.boolean().nullish(),
  payment_method_details: z.object({ type: z.string() }).nullish(),
})

export const Intent = z.object({
  id: z.string().startsWith('pi_'),
  amount: z.int(),
  amount_received: z.int(),
  currency: z.string(),
  created: z.int(),
  livemode: z.boolean(),
  /** `succeeded`, `processing`, `canceled`, `requires_…`: one that is new to us is not money. */
  status: z.string(),
  latest_charge: z.union([z.string(), Charge]).nullish(),
  last_payment_error: z.object({ message: z.string().nullish() }).nullish(),
  metadata: Metadata,
})
export type Intent = z.infer<typeof Intent>

export const Session = z.object({
  id: z.string().startsWith('cs_'),
  mode: z.literal('payment'),
  status: z.string().nullish(),
  payment_status: z.string(),
  amount_total: z.int(),
  currency: z.string(),
  created: z.int(),
  expires_at: z.int(),
  livemode: z.boolean(),
  url: z.string().nullish(),
  client_reference_id: z.string().nullish(),
  metadata: Metadata,
  payment_intent: z.union([z.string(), Intent]).nullish(),
})
export type Session = z.infer<typeof Session>

// Other programs may use the same account. Their sessions are parsed no further than this: a subscription's session has no
// payment of its own, a setup session no amount, and a future kind may lack anything.
export const AnySession = z.looseObject({
  id: z.string().startsWith('cs_'),
  mode: z.string(),
  metadata: z.unknown().optional(),
})
export const AnyIntent = z.looseObject({ id: z.string().startsWith('pi_'), metadata: z.unknown().optional() })
export const Sessions = z.object({ data: z.array(AnySession), has_more: z.boolean() })

/**
 * What we may have opened, in our own shape; null for another program's. One that names an invoice as we do and cannot be read
 * is an error, so that no money of ours is passed over.
 */
export const ownOf = <T>(shape: z.ZodType<T>, found: z.infer<typeof AnyIntent>): T | null => {
  const read = shape.safeParse(found)
  if (read.success) return read.data
  const { invoice_id } = z.object({ invoice_id: z.unknown() }).safeParse(found.metadata).data ?? {}
  const isOurs = z.uuid().safeParse(invoice_id).success && (found.mode ?? 'payment') === 'payment'
  if (!isOurs) return null
  throw new ProviderError('broken', 'Stripe returned an invalid response.')
}

const Dispute = z.object({
  status: z.string(),
  amount: z.int(),
  currency: z.string(),
  /** What was taken from the account, and given back; in its own currency. */
  balance_transactions: z.array(z.object({ fee: z.int(), currency: z.string() })).nullish(),
})
export const Disputes = z.object({ data: z.array(Dispute) })
export const Account = z.object({
  id: z.string().startsWith('acct_'),
  business_profile: z.object({ name: z.string().nullish() }).nullish(),
  settings: z.object({ dashboard: z.object({ display_name: z.string().nullish() }).nullish() }).nullish(),
})
export const Amounts = z.array(z.object({ amount: z.int(), currency: z.string() }))
export type Amounts = z.infer<typeof Amounts>
export const Balance = z.object({ available: Amounts, pending: Amounts })
export const Endpoints = z.object({ data: z.array(z.object({ id: z.string(), url: z.string() })) })
export const Removed = z.object({ deleted: z.literal(true) })
export const Endpoint = z.object({ secret: z.string().startsWith('whsec_') })

/** Over, and the payer has nothing back. Whatever is neither that nor lost is still in danger. */
const wonDisputes = new Set(['won', 'warning_closed', 'prevented'])

export const readDispute = (dispute: z.infer<typeof Dispute>) => {
  const { status, amount, currency, balance_transactions: moved } = dispute
  const state = status === 'lost' ? ('lost' as const) : wonDisputes.has(status) ? ('won' as const) : ('open' as const)
  const [first] = moved ?? []
  const fee =
    first &&
    fromStripe(
      (moved ?? []).reduce((sum, each) => sum + each.fee, 0),
      first.currency,
    )
  return {
    state,
    lostMinor: state === 'lost' ? fromStripe(amount, currency).amountMinor : 0,
    fee: fee && fee.amountMinor > 0 ? { minor: fee.amountMinor, currency: fee.currency } : null,
  }
}

export const chargeOf = ({ latest_charge }: Intent): z.infer<typeof Charge> | null =>
  typeof latest_charge === 'object' ? (latest_charge ?? null) : null

/** Opening the page already makes an intent at times; with no charge nothing was tried. */
export const isTried = (intent: Intent): boolean =>
  intent.status !== 'requires_payment_method' || intent.last_payment_error != null || intent.latest_charge != null

export const paymentState = ({ status }: Intent): ProviderPayment['state'] => {
  if (status === 'succeeded') return 'paid'
  if (status === 'requires_capture') return 'authorized'
  // An action may be a voucher that is paid at a till tomorrow.
  if (status === 'processing' || status === 'requires_action' || status === 'requires_confirmation') return 'processing'
  return 'failed'
}

export const checkoutState = (session: Session, payments: readonly ProviderPayment[]): ProviderCheckout['state'] => {
  if (session.payment_status === 'paid') return 'paid'
  if (session.status === 'open') return 'open'
  // Done by the payer and refused by the bank: nothing more can come of it, like one that has expired.
  const isOver = session.status === 'expired' || payments.some(({ state }) => state === 'failed')
  return isOver ? 'expired' : 'processing'
}
