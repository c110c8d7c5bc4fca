/** Each secret key is an account of its own. */
export interface Account {
  readonly id: string
  readonly livemode: boolean
  /** The last four characters of its key, so that people tell one from another. */
  readonly hint: string
  /** A domain of the merchant's own, where the pages of checkouts are: https://docs.stripe.com/payments/checkout/custom-domains */
  readonly pagesAt?: string
  readonly created: number
}

export interface Owned {
  readonly id: string
  readonly account: string
  readonly livemode: boolean
  /** Seconds since 1970, like every moment here. */
  readonly created: number
}

export type Metadata = Readonly<Record<string, string>>

export interface LineItem {
  readonly id: string
  readonly name: string
  readonly unit_amount: number
  readonly quantity: number
}

export interface Session extends Owned {
  /** Not there: `payment`, as every session was once. */
  readonly mode?: 'payment' | 'setup' | 'subscription'
  /** Where its page is, if that is not where Stripe's are. */
  readonly pageAt?: string
  readonly status: 'open' | 'complete' | 'expired'
  readonly payment_status: 'unpaid' | 'paid'
  readonly amount_total: number
  readonly currency: string
  readonly line_items: readonly LineItem[]
  readonly payment_method_types: readonly string[]
  readonly success_url: string
  readonly cancel_url: string | null
  readonly customer_email: string | null
  /** What the payer typed. */
  readonly payer_email: string | null
  readonly client_reference_id: string | null
  readonly locale: string | null
  readonly metadata: Metadata
  readonly intent_metadata: Metadata
  readonly payment_intent: string | null
  readonly expires_at: number
}

export interface Trouble {
  readonly code: string
  readonly decline_code: string | null
  readonly message: string
}

export interface Intent extends Owned {
  /** Null: a card was charged without a checkout. */
  readonly session: string | null
  readonly amount: number
  readonly amount_received: number
  readonly currency: string
  readonly status: 'requires_payment_method' | 'processing' | 'succeeded'
  readonly latest_charge: string | null
  readonly last_payment_error: Trouble | null
  readonly payment_method_types: readonly string[]
  readonly metadata: Metadata
  /** When a bank's method is decided by itself, and how. */
  readonly decided_at: number | null
  readonly decision: 'succeed' | 'fail' | null
}

export interface Charge extends Owned {
  readonly payment_intent: string
  readonly amount: number
  readonly amount_refunded: number
  readonly currency: string
  readonly status: 'pending' | 'succeeded' | 'failed'
  readonly disputed: boolean
  readonly method: string
  readonly last4: string
  readonly email: string | null
  readonly failure: Trouble | null
  readonly metadata: Metadata
}

export interface Refund extends Owned {
  readonly charge: string
  readonly payment_intent: string
  readonly amount: number
  readonly currency: string
  readonly reason: string | null
  readonly metadata: Metadata
}

export interface Dispute extends Owned {
  readonly charge: string
  readonly payment_intent: string
  readonly amount: number
  readonly currency: string
  readonly status: 'needs_response' | 'won' | 'lost'
}

export interface Event extends Owned {
  readonly type: string
  /** As it was at that moment. */
  readonly object: object
  readonly pending_webhooks: number
  readonly request: { readonly id: string | null; readonly idempotency_key: string | null }
}

export interface WebhookEndpoint extends Owned {
  readonly url: string
  readonly enabled_events: readonly string[]
  readonly secret: string
  /** Of its events; null: the account's own. One that was made before this was kept has today's. */
  readonly api_version?: string | null
  readonly description: string | null
  readonly metadata: Metadata
}

/** What caused a change: a call of the API, or a person on a page. */
export type Cause = Event['request']
export type Way =
  | { readonly kind: 'card'; readonly last4: string; readonly refused: Trouble | null }
  | { readonly kind: 'delayed'; readonly decision: 'succeed' | 'fail' }
