import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { JobReference } from '#core/jobs/job-reference.ts'
import type { Tables } from '#db/tables.ts'
import type { PaymentProvider } from '#ports/payments.ts'
import { choice, shape } from '#shapes'

/**
 * opening → open → paid, or expired. `opening`: the provider was asked and has not answered as far as we know. `processing`: the
 * payer is done and the money is not there yet. `failed`: it never came about.
 */
export const checkoutStates = ['opening', 'open', 'processing', 'paid', 'expired', 'failed'] as const
export const CheckoutState = choice('CheckoutState', checkoutStates)
export type CheckoutState = z.output<typeof CheckoutState>

export type CheckoutRow = Selectable<Tables['checkouts']>

/** How we came to know what became of a payment: the payer's return, the provider's webhook, or our own asking. */
export const Source = z.enum(['return', 'webhook', 'poll'])
export type Source = z.output<typeof Source>

/** Asks the provider for the state of one checkout, and settles it. */
export const refreshCheckoutJob = {
  name: 'look-at-checkout',
  data: z.object({ orgId: z.uuid(), checkoutId: z.uuid(), source: Source }),
} as const satisfies JobReference

/** Finds out which checkout a payment or a session of the provider belongs to, and looks at that. */
export const resolvePaymentWebhookJob = {
  name: 'look-at-payment-news',
  data: z.object({
    orgId: z.uuid(),
    connectionId: z.uuid(),
    providerCheckoutId: z.string().max(255).nullable(),
    providerPaymentId: z.string().max(255).nullable(),
  }),
} as const satisfies JobReference

/** Ends the checkouts of an invoice that must not be paid any more; but for `exceptId`. */
export const closeCheckoutsJob = {
  name: 'close-checkouts',
  data: z.object({ orgId: z.uuid(), invoiceId: z.uuid(), exceptId: z.uuid().nullable() }),
} as const satisfies JobReference

/** Ends the checkouts of an account that was disconnected. */
export const closeAccountJob = {
  name: 'close-account',
  data: z.object({ orgId: z.uuid(), connectionId: z.uuid() }),
} as const satisfies JobReference

export const findCheckout = (db: Db, orgId: string, id: string): Promise<CheckoutRow | undefined> =>
  db.selectFrom('checkouts').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()

/** By the provider's own id: `cs_…`, `order_…`. */
export const findProviderCheckout = (
  db: Db,
  orgId: string,
  provider: PaymentProvider,
  providerCheckoutId: string,
): Promise<CheckoutRow | undefined> =>
  db
    .selectFrom('checkouts')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('provider', '=', provider)
    .where('provider_checkout_id', '=', providerCheckoutId)
    .executeTakeFirst()

/** The last that the provider knows of an account. */
export const newestOfConnection = (db: Db, orgId: string, connectionId: string): Promise<CheckoutRow | undefined> =>
  db
    .selectFrom('checkouts')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('connection_id', '=', connectionId)
    .where('provider_checkout_id', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Newest first. */
export const findCheckoutsOf = (db: Db, orgId: string, invoiceId: string): Promise<CheckoutRow[]> =>
  db
    .selectFrom('checkouts')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('invoice_id', '=', invoiceId)
    .orderBy('id', 'desc')
    .execute()

/** A checkout is given out again as long as it has this much life left. */
const leastLifeMs = 5 * 60_000

/**
 * The checkout that the same wish was answered with before, if it can still be paid; also one whose answer never came, so
 * that it is asked for again with the same key. Razorpay's orders know neither address nor pages: one serves them all.
 */
export const findReusable = async (
  db: Db,
  wanted: Pick<CheckoutRow, 'org_id' | 'invoice_id' | 'connection_id' | 'provider' | 'amount_minor' | 'currency'> &
    Pick<CheckoutRow, 'client_email' | 'success_url' | 'cancel_url'>,
  now: Date,
): Promise<CheckoutRow | undefined> => {
  let query = db
    .selectFrom('checkouts')
    .selectAll()
    .where('org_id', '=', wanted.org_id)
    .where('invoice_id', '=', wanted.invoice_id)
    .where('connection_id', '=', wanted.connection_id)
    .where('amount_minor', '=', wanted.amount_minor)
    .where('currency', '=', wanted.currency)
    .where('state', 'in', ['opening', 'open'])
    .where((where) =>
      where.or([where('expires_at', 'is', null), where('expires_at', '>', new Date(now.getTime() + leastLifeMs))]),
    )
    .orderBy('id', 'desc')
  if (wanted.provider === 'stripe')
    query = query
      .where('client_email', '=', wanted.client_email)
      .where('success_url', '=', wanted.success_url)
      .where('cancel_url', '=', wanted.cancel_url)
  return query.executeTakeFirst()
}

/** Those that could still be paid, or of which that is not known. */
export const findPayable = (db: Db, orgId: string, invoiceId: string): Promise<CheckoutRow[]> =>
  db
    .selectFrom('checkouts')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('invoice_id', '=', invoiceId)
    .where('state', 'in', ['opening', 'open'])
    .execute()

/** Those of one account of which money may still come. */
export const findUnfinished = (db: Db, orgId: string, connectionId: string): Promise<CheckoutRow[]> =>
  db
    .selectFrom('checkouts')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('connection_id', '=', connectionId)
    .where('state', 'in', ['opening', 'open', 'processing'])
    .execute()

/** Those of one account that were paid with money that is in dispute. */
export const findDisputed = (db: Db, orgId: string, connectionId: string): Promise<CheckoutRow[]> =>
  db
    .selectFrom('checkouts')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('connection_id', '=', connectionId)
    .where('id', 'in', (from) =>
      from.selectFrom('payments').select('checkout_id').where('org_id', '=', orgId).where('dispute_state', '=', 'open'),
    )
    .execute()

const minuteMs = 60_000
/**
 * How soon the provider is asked again, by how long ago a payer last got the checkout: webhooks and returning payers may all be lost. Within half
 * an hour each minute; then rarely, for a week, because Razorpay authorizes up to five days late; a bank's method up to two weeks.
 */
const looks: readonly (readonly [untilAgeMs: number, everyMs: number])[] = [
  [30 * minuteMs, minuteMs],
  [24 * 60 * minuteMs, 10 * minuteMs],
  [7 * 24 * 60 * minuteMs, 6 * 60 * minuteMs],
]
const longestProcessingMs = 21 * 24 * 60 * minuteMs

/** When to ask next; null when nothing can come of it any more. */
export const nextPoll = (state: CheckoutState, givenAt: Date, now: Date): Date | null => {
  if (state === 'paid' || state === 'expired' || state === 'failed') return null
  const ageMs = now.getTime() - givenAt.getTime()
  const everyMs = looks.find(([untilAgeMs]) => ageMs < untilAgeMs)?.[1]
  if (everyMs !== undefined) return new Date(now.getTime() + everyMs)
  return state === 'processing' && ageMs < longestProcessingMs ? new Date(now.getTime() + 6 * 60 * minuteMs) : null
}

/** A payer gets a checkout that was opened before: it may be paid from now on as if it were new. */
export const reuseCheckout = async (db: Db, checkout: CheckoutRow, now: Date): Promise<void> => {
  await db
    .updateTable('checkouts')
    .set({ given_at: now, next_look_at: nextPoll('open', now, now) })
    .where('org_id', '=', checkout.org_id)
    .where('id', '=', checkout.id)
    .where('state', '=', 'open')
    .execute()
}

/** The provider could not be asked: the next try is one of the usual ones, and what it said stands beside. */
export const recordProviderError = async (db: Db, checkout: CheckoutRow, reason: string, now: Date): Promise<void> => {
  await db
    .updateTable('checkouts')
    .set({
      last_error: reason,
      looks: sql`looks + 1`,
      next_look_at: nextPoll(CheckoutState.parse(checkout.state), checkout.given_at, now),
    })
    .where('org_id', '=', checkout.org_id)
    .where('id', '=', checkout.id)
    // What was settled meanwhile is not to be asked for again.
    .where('state', 'in', ['opening', 'open', 'processing'])
    .execute()
}

const offMs = 60 * minuteMs

/** The one who plays the provider is switched off: it is looked for each hour, however old the checkout is by then. */
export const recordPollFailure = async (db: Db, checkout: CheckoutRow, reason: string, now: Date): Promise<void> => {
  await db
    .updateTable('checkouts')
    .set({ last_error: reason, next_look_at: new Date(now.getTime() + offMs) })
    .where('org_id', '=', checkout.org_id)
    .where('id', '=', checkout.id)
    .where('state', 'in', ['opening', 'open', 'processing'])
    .execute()
}

/** A checkout as the page of its invoice shows it. */
export const ShownCheckout = shape('Checkout', {
  id: z.uuid(),
  provider: z.string(),
  provider_checkout_id: z.string().nullable(),
  state: CheckoutState,
  amount_minor: z.int(),
  currency: z.string(),
  is_live: z.boolean(),
  last_error: z.string().nullable(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime().nullable(),
})

export const showCheckout = (row: CheckoutRow): z.output<typeof ShownCheckout> => ({
  id: row.id,
  provider: row.provider,
  provider_checkout_id: row.provider_checkout_id,
  state: CheckoutState.parse(row.state),
  amount_minor: row.amount_minor,
  currency: row.currency,
  is_live: row.is_live,
  last_error: row.last_error,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
})
