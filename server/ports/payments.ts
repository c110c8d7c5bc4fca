import type { GivenCredentials } from './secret.ts'

/** Who takes money for an organization. Rupees go to Razorpay, everything else to Stripe. */
export const paymentProviders = ['stripe', 'razorpay'] as const
export type PaymentProvider = (typeof paymentProviders)[number]

/** Which provider takes a currency. */
export const providerFor = (currency: string): PaymentProvider => (currency === 'INR' ? 'razorpay' : 'stripe')

/** What a checkout is to be for. Amounts in the currency's smallest unit by ISO 4217, whatever the provider counts in. */
export interface CheckoutWanted {
  /**
   * Ours, and the same with each try: the provider's key against doubles where it has one. After an error that `spendsKey`
   * the next try has another.
   */
  readonly key: string
  readonly invoiceId: string
  /** What the payer reads: `Invoice INV-0007`. */
  readonly title: string
  readonly amountMinor: number
  readonly currency: string
  readonly clientEmail: string
  /** Where the payer comes back to. `{CHECKOUT_SESSION_ID}` in it is replaced by Stripe. */
  readonly successUrl: string
  readonly cancelUrl: string
}

export interface OpenedCheckout {
  /** `cs_…` or `order_…` */
  readonly checkoutId: string
  /** The provider's page; null where the payer's page opens a widget. */
  readonly url: string | null
  readonly expiresAt: Date | null
}

/** How a payer's wish to have the money back from their bank stands. */
export interface ProviderDispute {
  /** `disputed`: it is or was, and how it stands could not be asked. `won`: over, and the money stayed or came back. */
  readonly state: 'none' | 'disputed' | 'open' | 'won' | 'lost'
  /** What the payer got back for good. */
  readonly lostMinor: number
  /** What the dispute cost beside, in the currency of the account; null where the provider does not say. */
  readonly fee: { readonly minor: number; readonly currency: string } | null
}

export const noDispute: ProviderDispute = { state: 'none', lostMinor: 0, fee: null }

/** One try to pay, as its provider tells it. */
export interface ProviderPayment {
  /** `pi_…` or `pay_…` */
  readonly paymentId: string
  readonly checkoutId: string | null
  /** The invoice that the provider was told of when the checkout was opened. */
  readonly invoiceId: string | null
  /** `processing`: may still become money by itself (a bank's method, or an authorization). Only `paid` is money. */
  readonly state: 'processing' | 'authorized' | 'paid' | 'failed'
  readonly amountMinor: number
  readonly currency: string
  readonly refundedMinor: number
  /** Null: that could not be asked now. It must not stand in the way of seeing that something was paid. */
  readonly dispute: ProviderDispute | null
  readonly isLive: boolean
  /** `card`, `upi`, `sepa_debit`, … as the provider says it. */
  readonly method: string | null
  /** Why it failed, in the provider's words, one line. */
  readonly failure: string | null
  /** By the provider's clock. */
  readonly createdAt: Date
}

/** A checkout with what was tried in it. */
export interface ProviderCheckout {
  readonly checkoutId: string
  readonly invoiceId: string | null
  /** `processing`: the payer is done and the money is not there yet. */
  readonly state: 'open' | 'processing' | 'paid' | 'expired'
  readonly amountMinor: number
  readonly currency: string
  readonly isLive: boolean
  readonly createdAt: Date
  readonly payments: readonly ProviderPayment[]
}

/**
 * What a webhook is about. It is news and no proof: settling asks the provider for the state of now, so that neither order
 * nor repetition matters. `other` is kept and changes nothing.
 */
export interface PaymentNews {
  /** `evt_…`, or the id in the header: the same on every repeat. */
  readonly eventId: string
  /** In the provider's words: `checkout.session.completed`. */
  readonly type: string
  readonly about: 'checkout' | 'payment' | 'refund' | 'dispute' | 'other'
  readonly checkoutId: string | null
  readonly paymentId: string | null
  /** Null where the provider does not say: then it is what the keys are that settling asks with. */
  readonly isLive: boolean | null
  readonly at: Date
}

export interface ProviderBalance {
  readonly currency: string
  readonly availableMinor: number
  readonly pendingMinor: number
}

/** A page of what the provider holds, for comparing it with what we hold. `next` null: that was all. */
export interface ProviderPage<T> {
  readonly items: readonly T[]
  /** How many more there were of other programs on the same account, which are none of ours and are not read. */
  readonly others: number
  readonly next: string | null
}

/** One provider with one organization's credentials. Each keeps the promises of payments.test.ts. Throws ProviderError. */
export interface Payments {
  readonly provider: PaymentProvider
  /** What the payer's page needs to open a widget; null where the provider has a page of its own. */
  readonly widget: { readonly keyId: string; readonly scriptUrl: string } | null
  /**
   * A call that changes nothing: who the credentials belong to, by name and by the provider’s own id where it tells one, and whether
   * money of them is real.
   */
  test(): Promise<{ readonly account: string; readonly accountId: string | null; readonly isLive: boolean }>
  openCheckout(wanted: CheckoutWanted): Promise<OpenedCheckout>
  /** The state of now with every payment in it; null when the provider knows no such checkout, or it is another program's. */
  findCheckout(checkoutId: string): Promise<ProviderCheckout | null>
  /** Null, too, for one that cannot be ours. */
  findPayment(paymentId: string): Promise<ProviderPayment | null>
  /** Takes an authorized payment. Done already counts as done. */
  capture(payment: ProviderPayment): Promise<ProviderPayment>
  /** Whether a checkout can be ended. One that cannot stays payable for ever. */
  readonly canClose: boolean
  /** Ends a checkout that must not be paid any more; nothing where the provider cannot. */
  closeCheckout(checkoutId: string): Promise<void>
  /** Whether what the payer's browser handed back was signed for this checkout. Null where the provider signs nothing there. */
  checkReturn: ((returned: { checkoutId: string; paymentId: string; signature: string }) => boolean) | null
  /** Checkouts made since a moment, newest first. */
  listCheckouts(since: Date, cursor: string | null): Promise<ProviderPage<ProviderCheckout>>
  balance(): Promise<readonly ProviderBalance[]>
  /** Asks the provider to send its webhooks to `url`; null where a person has to do that by hand. */
  registerWebhook(url: string): Promise<{ readonly secret: string } | null>
}

/** What is known of a connection when it is used. */
export interface PaymentAccount {
  readonly orgId: string
  readonly connectionId: string
  readonly provider: PaymentProvider
  readonly mode: 'live' | 'test' | 'sandbox'
  /** `secretKey`, `webhookSecret`; `keyId`, `keySecret`, `webhookSecret`. */
  readonly credentials: GivenCredentials
}

/** What a provider takes of a currency, in its smallest unit by ISO 4217. */
export interface CurrencyLimits {
  readonly leastMinor: number
  /** Null: the provider tells none. */
  readonly mostMinor: number | null
  /** An amount is a multiple of it: 10 where thousandths are counted and the last digit must be 0. */
  readonly stepMinor: number
}

/** Every provider behind the port, and their webhooks, which are read before anything is known but the secret. */
export interface PaymentsPort {
  open(account: PaymentAccount): Payments
  /** Known without asking; null for a currency that the provider does not take. */
  limitsOf(provider: PaymentProvider, currency: string): CurrencyLimits | null
  /** Whether the signature over the raw body is the provider's, and no older than five minutes where it says how old it is. */
  isSigned(provider: PaymentProvider, sent: SentWebhook, secret: string): boolean
  /** The news in a body that was proven before. Throws on one that cannot be read. */
  parseWebhook(provider: PaymentProvider, sent: SentWebhook): PaymentNews
}

/** A webhook as it came. */
export interface SentWebhook {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer
}
