import { z } from 'zod'
import type { BaseContext, Db, ExternalCallContext, Step } from '#core/context.ts'
import { type ErrorDefinition, Failure } from '#core/errors.ts'
import { recordLack } from '#domains/connections/connections/connection-health.ts'
import { lockConnection } from '#domains/connections/connections/connections.ts'
import { connectionErrors } from '#domains/connections/connections/errors.ts'
import { providerErrors } from '#domains/connections/connections/provider-failures.ts'
import { type UsableConnection, usableConnection } from '#domains/connections/connections/usable-connections.ts'
import { type OpenedCheckout, type PaymentProvider, providerFor } from '#ports/payments.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { extension, shape } from '#shapes'
import { isDemoEmail } from '#shapes/demo-people.ts'
import { isAllowedReturn } from '#shapes/origins.ts'
import { invoiceErrors } from '../invoices/errors.ts'
import { type InvoiceRow, lockInvoice, recordInvoiceEvent } from '../invoices/invoices.ts'
import { asFailure, findPaymentProblem } from '../invoices/payability.ts'
import { closeUnpayable } from './checkout-closing.ts'
import { type CheckoutRow, closeCheckoutsJob, findCheckout, findReusable, nextPoll, reuseCheckout } from './checkouts.ts'
import { paymentErrors } from './errors.ts'
import { asPaymentFailure, openPayments } from './payment-provider.ts'

const Page = shape('CheckoutPage', {
  provider: z.literal('stripe'),
  amount: z.int().describe('In the smallest unit of the currency'),
  currency: z.string(),
  url: z.string().describe('Redirect the payer to this URL'),
})
const Widget = shape('CheckoutWidget', {
  provider: z.literal('razorpay'),
  keyId: z.string().describe('Public key for the checkout widget'),
  orderId: z.string(),
  amount: z.int().describe('In paise'),
  currency: z.string(),
})

/** What a payer's page needs to go on: an address to be sent to, or what a widget is opened with. */
export const Checkout = z.discriminatedUnion('provider', [Page, Widget])

/** The same with the address of the widget's script, which is another one in the sandbox. */
export const PageCheckout = z.discriminatedUnion('provider', [
  Page,
  extension('PageCheckoutWidget', Widget, { scriptUrl: z.string() }),
])

export const openingErrors = [
  invoiceErrors.invoice_not_found,
  paymentErrors.invoice_not_sent,
  paymentErrors.invoice_already_paid,
  paymentErrors.invoice_void,
  paymentErrors.payment_under_way,
  invoiceErrors.invoice_without_amount,
  invoiceErrors.invoice_not_payable,
  paymentErrors.currency_mismatch,
  paymentErrors.return_url_not_allowed,
  connectionErrors.not_connected,
  ...providerErrors,
]

export interface Wanted {
  readonly invoiceId: string
  readonly clientEmail: string
  readonly successUrl: string
  readonly cancelUrl: string
  /** Null: the invoice's own. */
  readonly currency: string | null
}

type OpeningContext = Pick<BaseContext, 'ports' | 'vault' | 'within' | 'settings' | 'newId' | 'now'> & {
  readonly inOrg: ExternalCallContext['inOrg']
}

/**
 * Opens a checkout for an invoice, or answers the one that the same wish was answered with before. What is intended is written
 * first, and its id is the provider's key against doubles: a crash between the provider's answer and ours opens no second one.
 */
export const openCheckout = async (
  orgId: string,
  wanted: Wanted,
  { ports, vault, within, settings, newId, now, inOrg }: OpeningContext,
): Promise<z.output<typeof PageCheckout>> => {
  for (const field of ['successUrl', 'cancelUrl'] as const)
    if (!isAllowedReturn(wanted[field], settings)) throw new Failure(paymentErrors.return_url_not_allowed, { field })

  const intended = await inOrg(async (step) => {
    const invoice = await lockInvoice(step.db, orgId, wanted.invoiceId)
    requirePayable(invoice, wanted.currency)
    const provider = providerFor(invoice.currency)
    const connection = await usableConnection(step.db, orgId, provider, { vault, within, settings, enqueue: step.enqueue })
    if (!connection) throw new Failure(connectionErrors.not_connected)
    // Sent before this was asked for, or before another provider was connected.
    const asked = { currency: invoice.currency, totalMinor: invoice.total_minor }
    const problem = await findPaymentProblem(step.db, orgId, asked, { ports, settings })
    if (problem) throw asFailure(problem, invoice.currency)
    return { invoice, connection, checkout: await intend(step, invoice, connection, wanted, { newId, now: now() }) }
  })
  const { invoice, connection, checkout } = intended
  const payments = openPayments(ports.payments, connection)
  if (checkout.state === 'open') return answer(checkout, payments.widget)

  let opened: OpenedCheckout
  try {
    opened = await payments.openCheckout({
      key: keyOf(checkout),
      invoiceId: invoice.id,
      title: `Invoice ${invoice.label ?? ''}`.trim(),
      amountMinor: checkout.amount_minor,
      currency: checkout.currency,
      clientEmail: checkout.client_email,
      successUrl: checkout.success_url,
      cancelUrl: checkout.cancel_url,
    })
  } catch (error) {
    const failure = asPaymentFailure(error)
    if (error instanceof ProviderError) await inOrg(({ db }) => recordNotOpened(db, checkout, error))
    throw failure
  }
  const { row, unwanted } = await inOrg((step) =>
    recordOpened(step, checkout, opened, { now: now(), canClose: payments.canClose }),
  )
  if (unwanted === null) return answer(row, payments.widget)
  await closeUnpayable(row, payments, { ports, vault, now, inOrg })
  throw new Failure(unwanted)
}

/** Why an invoice cannot be paid now, for all callers; null: it can. */
const whyNot = ({ state }: Pick<InvoiceRow, 'state'>): ErrorDefinition | null => {
  if (state === 'draft') return paymentErrors.invoice_not_sent
  if (state === 'paid' || state === 'refunded') return paymentErrors.invoice_already_paid
  if (state === 'void') return paymentErrors.invoice_void
  // A second checkout beside money that is on its way would be paid twice.
  return state === 'processing' ? paymentErrors.payment_under_way : null
}

function requirePayable(invoice: InvoiceRow | undefined, currency: string | null): asserts invoice is InvoiceRow {
  if (!invoice) throw new Failure(invoiceErrors.invoice_not_found)
  if (currency !== null && currency !== invoice.currency)
    throw new Failure(paymentErrors.currency_mismatch, {
      field: 'targetCurrency',
      message: `The invoice is in ${invoice.currency}, and amounts are not converted.`,
    })
  const why = whyNot(invoice)
  if (why) throw new Failure(why)
  if (isDemoEmail(invoice.client_email))
    throw new Failure(invoiceErrors.invoice_not_payable, {
      message: 'This invoice is demo data: no payment can be made for it.',
    })
}

const intend = async (
  { db }: Step,
  invoice: InvoiceRow,
  connection: UsableConnection,
  wanted: Wanted,
  { newId, now }: { newId: () => string; now: Date },
): Promise<CheckoutRow> => {
  const wish = {
    org_id: invoice.org_id,
    invoice_id: invoice.id,
    connection_id: connection.connectionId,
    provider: connection.provider,
    amount_minor: invoice.total_minor,
    currency: invoice.currency,
    client_email: wanted.clientEmail,
    success_url: wanted.successUrl,
    cancel_url: wanted.cancelUrl,
  }
  const before = await findReusable(db, wish, now)
  if (before?.state === 'open') await reuseCheckout(db, before, now)
  if (before) return before
  return db
    .insertInto('checkouts')
    .values({ ...wish, id: newId(), is_live: connection.mode === 'live', created_at: now, given_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The provider's key against doubles: another one for each that it keeps an error under. */
const keyOf = ({ id, keys_spent }: CheckoutRow): string => (keys_spent === 0 ? id : `${id}:${keys_spent}`)

/** What is stored before the next try uses it. Of two that met the same error, one takes the step. */
const recordNotOpened = async (
  db: Db,
  { org_id: orgId, id, keys_spent, connection_id: connectionId }: CheckoutRow,
  refusal: ProviderError,
): Promise<void> => {
  const row = db.updateTable('checkouts').where('org_id', '=', orgId).where('id', '=', id)
  await row.set({ last_error: refusal.reason }).execute()
  if (refusal.lacks !== null) await recordLack(db, orgId, connectionId, refusal.lacks)
  if (refusal.spendsKey)
    await row
      .set({ keys_spent: keys_spent + 1 })
      .where('keys_spent', '=', keys_spent)
      .execute()
}

/**
 * Records what the provider opened. Meanwhile the invoice may have been paid or voided, or the account disconnected: both are
 * locked and checked again, so that one of the two transactions sees the other. If the checkout is then unwanted, it is closed.
 * Two concurrent callers get the same response; the second one finds it recorded.
 */
const recordOpened = async (
  step: Step,
  checkout: CheckoutRow,
  opened: OpenedCheckout,
  { now, canClose }: { now: Date; canClose: boolean },
): Promise<{ row: CheckoutRow; unwanted: ErrorDefinition | null }> => {
  const { org_id: orgId, id, invoice_id: invoiceId } = checkout
  const invoice = await lockInvoice(step.db, orgId, invoiceId)
  const connection = await lockConnection(step.db, orgId, checkout.connection_id)
  const isConnected = connection !== undefined && connection.status !== 'disconnected'
  const unwanted =
    (invoice ? whyNot(invoice) : invoiceErrors.invoice_not_found) ?? (isConnected ? null : connectionErrors.not_connected)
  const open = await step.db
    .updateTable('checkouts')
    .set({
      // A checkout that was never handed out and cannot be closed is over all the same.
      state: unwanted && !canClose ? 'expired' : 'open',
      provider_checkout_id: opened.checkoutId,
      url: opened.url,
      expires_at: opened.expiresAt,
      last_error: null,
      given_at: now,
      next_look_at: unwanted && !canClose ? null : nextPoll('open', now, now),
    })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('state', '=', 'opening')
    .returningAll()
    .executeTakeFirst()
  if (!open) return { row: (await findCheckout(step.db, orgId, id)) ?? checkout, unwanted }
  await recordInvoiceEvent(step.db, orgId, invoiceId, {
    kind: 'checkout_opened',
    source: 'system',
    facts: {
      provider: open.provider,
      provider_checkout_id: open.provider_checkout_id,
      amount_minor: open.amount_minor,
      currency: open.currency,
      live: open.is_live,
    },
  })
  await step.enqueue(closeCheckoutsJob, { orgId, invoiceId, exceptId: unwanted ? null : id })
  return { row: open, unwanted }
}

const answer = (
  checkout: CheckoutRow,
  widget: { readonly keyId: string; readonly scriptUrl: string } | null,
): z.output<typeof PageCheckout> => {
  const { amount_minor: amount, currency } = checkout
  if ((checkout.provider as PaymentProvider) === 'razorpay' && widget && checkout.provider_checkout_id !== null)
    return {
      provider: 'razorpay',
      keyId: widget.keyId,
      orderId: checkout.provider_checkout_id,
      amount,
      currency,
      scriptUrl: widget.scriptUrl,
    }
  if (checkout.url === null) throw new Error('an open checkout without a URL')
  return { provider: 'stripe', amount, currency, url: checkout.url }
}
