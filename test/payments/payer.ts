import type { ProviderHttp } from '#core/outbound/provider-http.ts'
import type { OpenedCheckout, PaymentNews, PaymentProvider, Payments, SentWebhook } from '#ports/payments.ts'
import type { TestSandbox } from '../support/sandbox.ts'

/** A provider as its promises are tried: ours behind the port, and what people do at the provider's own pages. */
export interface Tried {
  readonly provider: PaymentProvider
  readonly currency: string
  /** What the sandbox's double is called. */
  readonly slug: string
  /** What the provider gives at once when it lists. */
  readonly pageSize: number
  /** Whether it holds a balance that can be asked for, and can end a checkout. */
  readonly has: { readonly balance: boolean; readonly closing: boolean }
  /** `account`: letters and digits; each is an account of its own. */
  open(sandbox: TestSandbox, http: ProviderHttp, account: string): Payments
  /** Credentials that the provider refuses. */
  openWrongly(sandbox: TestSandbox, http: ProviderHttp): { readonly payments: Payments; readonly secret: string }
  isSigned(sent: SentWebhook, secret: string, now: Date): boolean
  parseWebhook(sent: SentWebhook): PaymentNews
  /** The header that holds the signature. */
  readonly signatureHeader: string
  /** A person pays, and the money is there. */
  pay(sandbox: TestSandbox, checkout: OpenedCheckout): Promise<void>
  /** A person tries, and is refused. */
  decline(sandbox: TestSandbox, checkout: OpenedCheckout): Promise<void>
  /** A person is done, and there is no money yet. */
  payLater(sandbox: TestSandbox, checkout: OpenedCheckout): Promise<void>
  /** What was on its way arrives. */
  arrive(sandbox: TestSandbox, paymentId: string): Promise<void>
  /** The owner gives something back, at the provider. */
  refund(sandbox: TestSandbox, paymentId: string, amountMinor: number): Promise<void>
  /** The payer wants it back, from their bank. */
  dispute(sandbox: TestSandbox, paymentId: string): Promise<void>
  /** What the bank says at last of that payment's dispute. */
  endDispute(sandbox: TestSandbox, paymentId: string, how: 'won' | 'lost'): Promise<void>
  /** Another program on the same account does its business. Answers the ids of its checkouts and payments. */
  others(sandbox: TestSandbox, account: string): Promise<{ checkouts: string[]; payments: string[] }>
}

/** Presses a button of the sandbox's pages: a form that is sent. */
export const press = async (address: string, fields: Record<string, string> = {}): Promise<void> => {
  const response = await fetch(address, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  if (response.status >= 400 && response.status !== 402)
    throw new Error(`${new URL(address).pathname} answered ${response.status}: ${(await response.text()).slice(0, 2_000)}`)
}
