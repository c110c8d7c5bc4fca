import { sql } from 'kysely'
import type { Step } from '#core/context.ts'
import { changedFields } from '#core/events/changes.ts'
import { newId } from '#core/ids.ts'
import type { PaymentProvider, ProviderCheckout, ProviderPayment } from '#ports/payments.ts'
import {
  canMove,
  type InvoiceChange,
  type InvoiceRow,
  lockInvoice,
  moveInvoice,
  recordInvoiceEvent,
  setReturnedSums,
} from '../invoices/invoices.ts'
import { sendReceiptJob } from '../invoices/receipts.ts'
import { type CheckoutRow, type CheckoutState, closeCheckoutsJob, nextPoll, type Source } from './checkouts.ts'
import { type About, type FindingKind, recordFinding, reopenFinding, resolveByItself } from './discrepancies.ts'
import { paymentEvents, paymentFieldsOf } from './events.ts'
import { findProviderPayment, type PaymentKind, type PaymentRow, sumsOf } from './payments.ts'

/** The outcome, for callers that wait for a response. */
export interface Settled {
  readonly outcome: 'paid' | 'processing' | 'open' | 'failed' | 'refused'
  /** Money that is authorized must be captured; the caller of the provider does that and settles again. */
  readonly toCapture: ProviderPayment | null
}

/**
 * The one way by which money is counted. The payer's return, the webhook and our own asking all end here, with the state of now
 * as the provider tells it, never with what a browser or a message says. The invoice is held meanwhile, so of two at once the
 * second finds everything done. Whatever is lost, doubled or late: one payment, one interaction, one receipt.
 */
export const settle = async (
  step: Step,
  { org_id: orgId, id: checkoutId, invoice_id: invoiceId }: Pick<CheckoutRow, 'org_id' | 'id' | 'invoice_id'>,
  snapshot: ProviderCheckout,
  { source, now, askedAt }: { source: Source; now: Date; askedAt: Date },
): Promise<Settled> => {
  const invoice = await lockInvoice(step.db, orgId, invoiceId)
  const checkout = await lockCheckout(step, orgId, checkoutId)
  if (!invoice || !checkout) throw new Error('a checkout without its invoice')
  const settling: Settling = { step, invoice, checkout, source, now, askedAt }
  // Two asked at once, and the one that asked later was first: what the other was told is older than what stands here.
  if (checkout.asked_at && askedAt < checkout.asked_at)
    return { outcome: (await hasPaymentOf(settling)) ? 'paid' : asOutcome(checkout), toCapture: null }

  const wrong = whatIsWrong(checkout, invoice, snapshot)
  if (wrong) {
    if (snapshot.payments.length > 0 || snapshot.state !== 'open')
      await refuse(settling, wrong, snapshot.payments[0] ?? null, snapshot)
    await moveCheckout(settling, snapshot.state)
    return { outcome: 'refused', toCapture: null }
  }

  let refused = false
  let toCapture: ProviderPayment | null = null
  for (const payment of [...snapshot.payments].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())) {
    const known = await findProviderPayment(step.db, orgId, providerOf(checkout), payment.paymentId)
    if (known) await refresh(settling, known, payment)
    else if (payment.state === 'failed') await recordFailure(settling, payment)
    else if (payment.state === 'paid' || payment.state === 'authorized') {
      const odd = whatIsOdd(checkout, payment)
      if (odd) {
        await refuse(settling, odd, payment, snapshot)
        refused = true
      } else if (payment.state === 'paid') settling.invoice = await receive(settling, payment)
      else if (settling.invoice.state === 'sent' || settling.invoice.state === 'processing') toCapture = payment
    }
  }
  const isOurs = await hasPaymentOf(settling)
  await moveCheckout(settling, isOurs ? 'paid' : snapshot.state)
  await followProcessing(settling, snapshot, toCapture !== null)
  if (isOurs) return { outcome: 'paid', toCapture: null }
  if (refused) return { outcome: 'refused', toCapture }
  if (snapshot.state === 'processing' || toCapture) return { outcome: 'processing', toCapture }
  return { outcome: snapshot.state === 'open' ? 'open' : 'failed', toCapture: null }
}

const asOutcome = ({ state }: CheckoutRow): Settled['outcome'] => {
  if (state === 'paid' || state === 'processing') return state
  return state === 'opening' || state === 'open' ? 'open' : 'failed'
}

interface Settling {
  readonly step: Step
  invoice: InvoiceRow
  readonly checkout: CheckoutRow
  readonly source: Source
  readonly now: Date
  readonly askedAt: Date
}

const providerOf = (checkout: CheckoutRow): PaymentProvider => checkout.provider as PaymentProvider

const lockCheckout = (step: Step, orgId: string, id: string): Promise<CheckoutRow | undefined> =>
  step.db.selectFrom('checkouts').selectAll().where('org_id', '=', orgId).where('id', '=', id).forUpdate().executeTakeFirst()

/** A checkout that differs from what was opened: it was swapped or changed. */
const whatIsWrong = (checkout: CheckoutRow, invoice: InvoiceRow, snapshot: ProviderCheckout): FindingKind | null => {
  if (snapshot.invoiceId !== null && snapshot.invoiceId !== invoice.id) return 'wrong_invoice'
  if (snapshot.currency !== checkout.currency || snapshot.currency !== invoice.currency) return 'wrong_currency'
  if (snapshot.amountMinor !== checkout.amount_minor || snapshot.amountMinor !== invoice.total_minor) return 'wrong_amount'
  return snapshot.isLive === checkout.is_live ? null : 'wrong_mode'
}

const whatIsOdd = (checkout: CheckoutRow, payment: ProviderPayment): FindingKind | null => {
  if (payment.invoiceId !== null && payment.invoiceId !== checkout.invoice_id) return 'wrong_invoice'
  if (payment.checkoutId !== null && payment.checkoutId !== checkout.provider_checkout_id) return 'wrong_invoice'
  if (payment.currency !== checkout.currency) return 'wrong_currency'
  if (payment.amountMinor !== checkout.amount_minor) return 'wrong_amount'
  return payment.isLive === checkout.is_live ? null : 'wrong_mode'
}

/** What is shown beside every event: enough to find it at the provider. */
const evidence = ({ checkout }: Settling, payment: ProviderPayment | null) => ({
  provider: checkout.provider,
  provider_checkout_id: checkout.provider_checkout_id,
  ...(payment && {
    provider_payment_id: payment.paymentId,
    amount_minor: payment.amountMinor,
    currency: payment.currency,
    method: payment.method,
  }),
})

const tell = (
  { step, invoice, source }: Settling,
  kind: string,
  facts: Readonly<Record<string, unknown>>,
  change?: InvoiceChange,
): Promise<void> => recordInvoiceEvent(step.db, invoice.org_id, invoice.id, { kind, source, facts }, change)

const find = (settling: Settling, kind: FindingKind, payment: ProviderPayment | null, facts = {}): Promise<boolean> => {
  const { step, invoice, checkout } = settling
  return recordFinding(step.db, invoice.org_id, {
    kind,
    provider: providerOf(checkout),
    invoiceId: invoice.id,
    providerCheckoutId: checkout.provider_checkout_id,
    providerPaymentId: payment?.paymentId ?? null,
    amountMinor: payment?.amountMinor ?? null,
    currency: payment?.currency ?? null,
    facts,
  })
}

const refuse = async (
  settling: Settling,
  kind: FindingKind,
  payment: ProviderPayment | null,
  snapshot: ProviderCheckout,
): Promise<void> => {
  const facts = {
    expected_minor: settling.checkout.amount_minor,
    expected_currency: settling.checkout.currency,
    told_minor: payment?.amountMinor ?? snapshot.amountMinor,
    told_currency: payment?.currency ?? snapshot.currency,
    told_live: payment?.isLive ?? snapshot.isLive,
  }
  const isNew = await find(settling, kind, payment, facts)
  if (isNew) await tell(settling, 'payment_refused', { ...evidence(settling, payment), why: kind, ...facts })
}

/** Counts money that came, once. More than the invoice asks for is kept apart, as owed to the client, and raised. */
const receive = async (settling: Settling, payment: ProviderPayment): Promise<InvoiceRow> => {
  const { step, invoice } = settling
  const isWanted = canMove(invoice.state, 'paid') && invoice.state !== 'refunded'
  if (!isWanted) {
    const kind = invoice.state === 'void' ? 'paid_after_void' : 'double_payment'
    const id = await insertPayment(settling, 'credit', payment)
    await find(settling, kind, payment)
    await tell(settling, 'credit_received', { ...evidence(settling, payment), why: kind })
    await refresh(settling, freshRow(settling, id, 'credit', payment), payment)
    return invoice
  }
  const id = await insertPayment(settling, 'payment', payment)
  const paid = await moveInvoice(step.db, invoice, 'paid', {
    paid_minor: payment.amountMinor,
    refunded_minor: 0,
    paid_at: payment.createdAt,
    state_reason: null,
  })
  await step.db
    .insertInto('interactions')
    .values({
      org_id: invoice.org_id,
      id: newId(),
      kind: 'payment_received',
      contact_id: invoice.contact_id,
      invoice_id: invoice.id,
      payment_id: id,
      facts: JSON.stringify({ amount_minor: payment.amountMinor, currency: payment.currency }),
    })
    .execute()
  await tell(settling, 'payment_received', evidence(settling, payment), { before: invoice, after: paid })
  await step.emit(paymentEvents.received, id, {
    ...{ id, invoice_id: invoice.id, invoice: invoice.label ?? '' },
    ...{ amount_minor: payment.amountMinor, currency: payment.currency, is_live: payment.isLive },
    ...{ provider: settling.checkout.provider, provider_payment_id: payment.paymentId },
    received_at: payment.createdAt.toISOString(),
  })
  await step.enqueue(sendReceiptJob, { orgId: invoice.org_id, invoiceId: invoice.id })
  await step.enqueue(closeCheckoutsJob, { orgId: invoice.org_id, invoiceId: invoice.id, exceptId: settling.checkout.id })
  await refresh(settling, freshRow(settling, id, 'payment', payment), payment)
  return (await lockInvoice(step.db, paid.org_id, paid.id)) ?? paid
}

const insertPayment = async ({ step, checkout }: Settling, kind: PaymentKind, payment: ProviderPayment): Promise<string> => {
  const id = newId()
  await step.db
    .insertInto('payments')
    .values({
      org_id: checkout.org_id,
      id,
      invoice_id: checkout.invoice_id,
      checkout_id: checkout.id,
      provider: checkout.provider,
      provider_payment_id: payment.paymentId,
      kind,
      amount_minor: payment.amountMinor,
      currency: payment.currency,
      method: payment.method,
      is_live: payment.isLive,
      received_at: payment.createdAt,
    })
    .execute()
  return id
}

/** A payment that was counted a moment ago, before anything went back. */
const freshRow = ({ checkout }: Settling, id: string, kind: PaymentKind, payment: ProviderPayment) => ({
  org_id: checkout.org_id,
  id,
  kind,
  amount_minor: payment.amountMinor,
  refunded_minor: 0,
  dispute_state: null,
  lost_minor: 0,
  dispute_fee_minor: null,
  dispute_fee_currency: null,
})

type Disputed = Pick<PaymentRow, 'dispute_state' | 'lost_minor' | 'dispute_fee_minor' | 'dispute_fee_currency'>
type Known = Pick<PaymentRow, 'org_id' | 'id' | 'kind' | 'amount_minor' | 'refunded_minor'> & Disputed

/** What became of a payment since: refunds and disputes, in whatever order they are told. */
const refresh = async (settling: Settling, known: Known, payment: ProviderPayment): Promise<void> => {
  const { step } = settling
  const refundedMinor = Math.min(payment.refundedMinor, known.amount_minor)
  const dispute = disputeNow(known, payment.dispute, known.amount_minor - refundedMinor)
  const isSame = (Object.keys(dispute) as (keyof Disputed)[]).every((name) => known[name] === dispute[name])
  if (refundedMinor === known.refunded_minor && isSame) return
  await step.db
    .updateTable('payments')
    .set({ refunded_minor: refundedMinor, ...dispute })
    .where('org_id', '=', known.org_id)
    .where('id', '=', known.id)
    .execute()
  const about = {
    provider: providerOf(settling.checkout),
    providerCheckoutId: settling.checkout.provider_checkout_id,
    providerPaymentId: payment.paymentId,
  }
  const change = known.kind === 'payment' ? await followRefunds(settling) : undefined
  const isTold = refundedMinor !== known.refunded_minor
  if (isTold) {
    const happened = refundedMinor > known.refunded_minor ? 'refunded' : 'refund_failed'
    await tell(settling, happened, { ...evidence(settling, payment), refunded_minor: refundedMinor }, change)
  }
  const [was, is] = [known.refunded_minor + known.lost_minor, refundedMinor + dispute.lost_minor]
  if (change) settling.invoice = change.after
  else if (was !== is) await followCredit(settling, about, { was, is, all: known.amount_minor })
  await followDispute(settling, about, { was: known.dispute_state, is: dispute }, payment, isTold ? undefined : change)
  await step.emit(paymentEvents.changed, known.id, {
    invoice_id: settling.invoice.id,
    ...changedFields(paymentFieldsOf(known), paymentFieldsOf({ ...dispute, refunded_minor: refundedMinor })),
  })
}

/** How a dispute stands. What could not be asked stays as it was; what was given back cannot be lost as well. */
const disputeNow = (known: Known, snapshot: ProviderPayment['dispute'], mostMinor: number): Disputed => {
  const { dispute_state, dispute_fee_minor, dispute_fee_currency } = known
  if (snapshot === null || (snapshot.state === 'disputed' && dispute_state !== null))
    return { dispute_state, lost_minor: Math.min(known.lost_minor, mostMinor), dispute_fee_minor, dispute_fee_currency }
  return {
    dispute_state: snapshot.state === 'none' ? null : snapshot.state === 'disputed' ? 'open' : snapshot.state,
    lost_minor: Math.min(snapshot.lostMinor, mostMinor),
    dispute_fee_minor: snapshot.fee?.minor ?? null,
    dispute_fee_currency: snapshot.fee?.currency ?? null,
  }
}

/** An open dispute wants an answer; a lost one is money that is gone, which people must hear of. */
const followDispute = async (
  settling: Settling,
  about: Omit<About, 'kind'>,
  { was, is }: { was: string | null; is: Disputed },
  payment: ProviderPayment,
  change: InvoiceChange | undefined,
): Promise<void> => {
  const { step, invoice, now } = settling
  const { dispute_state: state, lost_minor, dispute_fee_minor: fee_minor, dispute_fee_currency: fee_currency } = is
  if (was === state) return
  const facts = state === 'lost' ? { lost_minor, currency: payment.currency, fee_minor, fee_currency } : {}
  const resolution = state === 'lost' ? 'dispute_lost' : 'dispute_ended'
  for (const [kind, isSo, wasSo] of [
    ['disputed', state === 'open', was === 'open'],
    ['dispute_lost', state === 'lost', was === 'lost'],
  ] as const) {
    if (wasSo) await resolveByItself(step.db, invoice.org_id, { ...about, kind }, resolution, now)
    if (isSo && !(await find(settling, kind, payment, facts))) await reopenFinding(step.db, invoice.org_id, { ...about, kind })
  }
  const happened = state === 'open' ? 'disputed' : state === 'lost' ? 'dispute_lost' : 'dispute_ended'
  await tell(settling, happened, { ...evidence(settling, payment), ...facts }, change)
}

/** All of it back: the invoice is refunded. A refund that did not go through makes it paid again. */
const followRefunds = async ({ step, invoice }: Settling): Promise<InvoiceChange> => {
  const { paid, refunded, lost } = await sumsOf(step.db, invoice.org_id, invoice.id)
  const to = refunded === paid ? 'refunded' : 'paid'
  const current = (await lockInvoice(step.db, invoice.org_id, invoice.id)) ?? invoice
  const sums = { refunded_minor: refunded, lost_minor: lost }
  const isMove = current.state !== to && canMove(current.state, to)
  const after = isMove ? moveInvoice(step.db, current, to, sums) : setReturnedSums(step.db, invoice, sums)
  return { before: current, after: await after }
}

/** Money beyond the invoice is owed until all of it went back, by a refund or by the payer's bank. A refund that did not go through makes it owed again. */
const followCredit = async (
  { step, invoice, now }: Settling,
  about: Omit<About, 'kind'>,
  refunded: { was: number; is: number; all: number },
): Promise<void> => {
  for (const kind of ['double_payment', 'paid_after_void'] as const) {
    if (refunded.is === refunded.all) await resolveByItself(step.db, invoice.org_id, { ...about, kind }, 'refunded', now)
    else if (refunded.was === refunded.all) await reopenFinding(step.db, invoice.org_id, { ...about, kind })
  }
}

/** One line for each try that failed, however often it is told. */
const recordFailure = async (settling: Settling, payment: ProviderPayment): Promise<void> => {
  const { step, invoice } = settling
  const before = await step.db
    .selectFrom('invoice_events')
    .select('id')
    .where('org_id', '=', invoice.org_id)
    .where('invoice_id', '=', invoice.id)
    .where('kind', '=', 'payment_failed')
    .where(sql`facts ->> 'provider_payment_id'`, '=', payment.paymentId)
    .executeTakeFirst()
  if (!before) await tell(settling, 'payment_failed', { ...evidence(settling, payment), why: payment.failure })
}

const hasPaymentOf = async ({ step, checkout }: Settling): Promise<boolean> => {
  const found = await step.db
    .selectFrom('payments')
    .select('id')
    .where('org_id', '=', checkout.org_id)
    .where('checkout_id', '=', checkout.id)
    .executeTakeFirst()
  return found !== undefined
}

/** Paid stays paid, whatever is told later. */
const moveCheckout = async ({ step, checkout, now, askedAt }: Settling, snapshot: ProviderCheckout['state']): Promise<void> => {
  const state: CheckoutState = checkout.state === 'paid' ? 'paid' : snapshot
  await step.db
    .updateTable('checkouts')
    .set({
      state,
      asked_at: askedAt,
      last_error: null,
      looks: sql`looks + 1`,
      next_look_at: nextPoll(state, checkout.given_at, now),
    })
    .where('org_id', '=', checkout.org_id)
    .where('id', '=', checkout.id)
    .execute()
}

/** Processing is not paid, and it may come to nothing: then the invoice is open again, and says why. */
const followProcessing = async (settling: Settling, snapshot: ProviderCheckout, isReserved: boolean): Promise<void> => {
  const { step, checkout, invoice } = settling
  const isProcessing = snapshot.state === 'processing' || isReserved
  if (isProcessing && invoice.state === 'sent') {
    const after = await moveInvoice(step.db, invoice, 'processing', { state_reason: null })
    const last = snapshot.payments.at(-1) ?? null
    await tell(settling, 'payment_processing', evidence(settling, last), { before: invoice, after })
  }
  if (isProcessing || invoice.state !== 'processing') return
  const other = await step.db
    .selectFrom('checkouts')
    .select('id')
    .where('org_id', '=', checkout.org_id)
    .where('invoice_id', '=', checkout.invoice_id)
    .where('id', '<>', checkout.id)
    .where('state', '=', 'processing')
    .executeTakeFirst()
  if (other) return
  const failed = snapshot.payments.findLast(({ state }) => state === 'failed')
  const after = await moveInvoice(step.db, invoice, 'sent', { state_reason: failed?.failure ?? 'The payment failed.' })
  await tell(settling, 'payment_fell_through', evidence(settling, failed ?? null), { before: invoice, after })
}
