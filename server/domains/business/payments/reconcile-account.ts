import { job } from '#core/jobs/job.ts'
import { findConnection } from '#domains/connections/connections/connections.ts'
import { usableOf } from '#domains/connections/connections/usable-connections.ts'
import type { Payments, ProviderCheckout, ProviderPayment } from '#ports/payments.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { findInvoice } from '../invoices/invoices.ts'
import { findDisputed, findProviderCheckout } from './checkouts.ts'
import { type Finding, findOpenFindings, recordFinding, resolveFinding } from './discrepancies.ts'
import { openPayments } from './payment-provider.ts'
import { comparedDays, findRecorded, reconcileAccountJob, recordEnded, recordStarted, type Sum } from './reconciliations.ts'
import { asInvoiceId, clockOf, type RefreshContext, refreshAndSettle } from './refresh.ts'
import { settle } from './settle.ts'
import { stepsIn } from './steps.ts'

/** 100 pages of 100: more checkouts in ninety days than one machine of an agency sees in years. */
const mostPages = 100
/** Found by comparing, and gone when the next comparison does not find them any more. */
const comparedKinds = ['missing_here', 'missing_at_provider', 'different_amount'] as const

/**
 * Lays the provider's list beside ours. What was lost on every way in is settled on the spot; what cannot be is named. The aim
 * is no difference at all.
 */
export const reconcileAccount = job({
  ...reconcileAccountJob,
  summary: 'Reconcile the payments of an account with its provider',
  retry: { times: 3, delaySeconds: 60 },
  expireSeconds: 900,

  async run({ orgId, connectionId }, context) {
    const { inOrg, now, vault, ports } = context
    const connection = await inOrg(orgId, (db) => findConnection(db, orgId, connectionId))
    const usable = connection && usableOf(vault, connection)
    if (!usable) return
    const payments = openPayments(ports.payments, usable)
    const account = { orgId, connectionId, provider: payments.provider }
    await inOrg(orgId, (db) => recordStarted(db, account, now()))
    try {
      const since = new Date(now().getTime() - comparedDays * 86_400_000)
      const refreshContext: RefreshContext = { ...context, inOrg: stepsIn(context, orgId) }
      const { seen, others } = await compareTheirs(account, payments, since, refreshContext)
      await askOldDisputes(account, seen, refreshContext)
      const found = await compareOurs(account, payments, seen, since, refreshContext)
      const sums = await sumUp(account, payments, seen, since, refreshContext)
      await inOrg(orgId, async (db) => {
        for (const old of await findOpenFindings(db, orgId, 1_000)) {
          const isCompared = (comparedKinds as readonly string[]).includes(old.kind) && old.provider === account.provider
          if (isCompared && !found.has(keyOf(old.kind, old.provider_payment_id)))
            await resolveFinding(db, orgId, old.id, { personId: null, resolution: 'in_order', now: now() })
        }
        await recordEnded(db, account, { compared: { sums, otherCheckouts: others }, error: null, now: now() })
      })
    } catch (error) {
      const reason = error instanceof ProviderError ? error.reason : 'The reconciliation was interrupted.'
      await inOrg(orgId, (db) => recordEnded(db, account, { compared: null, error: reason, now: now() }))
      throw error
    }
  },
})

type Account = { readonly orgId: string; readonly connectionId: string; readonly provider: Payments['provider'] }
type Seen = Map<string, { readonly snapshot: ProviderCheckout; readonly isOurs: boolean }>

/** Everything that the provider has of ours; what we have not heard of is settled now. Other programs' are only counted. */
const compareTheirs = async (
  account: Account,
  payments: Payments,
  since: Date,
  refreshContext: RefreshContext,
): Promise<{ seen: Seen; others: number }> => {
  const { orgId, provider } = account
  const seen: Seen = new Map()
  let others = 0
  let cursor: string | null = null
  for (let page = 0; page < mostPages; page++) {
    const askedAt = await refreshContext.inOrg(({ db }) => clockOf(db))
    const listed: Awaited<ReturnType<Payments['listCheckouts']>> = await payments.listCheckouts(since, cursor)
    const { items, next } = listed
    others += listed.others
    for (const snapshot of items) {
      const isOurs = await refreshContext.inOrg(async (step) => {
        const checkout = await findProviderCheckout(step.db, orgId, provider, snapshot.checkoutId)
        // Also where nothing was paid: that it expired may not have come through either.
        if (checkout) await settle(step, checkout, snapshot, { source: 'poll', now: refreshContext.now(), askedAt })
        const invoiceId = asInvoiceId(snapshot.invoiceId)
        return checkout !== undefined || (invoiceId !== null && !!(await findInvoice(step.db, orgId, invoiceId)))
      })
      seen.set(snapshot.checkoutId, { snapshot, isOurs })
      if (!isOurs) others++
    }
    if (next === null) break
    cursor = next
  }
  return { seen, others }
}

/** Disputes go on for months: those of payments that are older than what is listed are asked for one by one. */
const askOldDisputes = async ({ orgId, connectionId }: Account, seen: Seen, refreshContext: RefreshContext): Promise<void> => {
  const disputed = await refreshContext.inOrg(({ db }) => findDisputed(db, orgId, connectionId))
  for (const checkout of disputed)
    if (!seen.has(checkout.provider_checkout_id ?? '')) await refreshAndSettle(checkout, 'poll', refreshContext)
}

/** What was given back cannot be lost as well. */
const lostOf = ({ amountMinor, refundedMinor, dispute }: ProviderPayment): number =>
  Math.min(dispute?.lostMinor ?? 0, amountMinor - refundedMinor)

const keyOf = (kind: string, paymentId: string | null): string => `${kind} ${paymentId}`

/** What one side has and the other has not, or has otherwise. Answers what it found, by kind and payment. */
const compareOurs = async (
  { orgId, connectionId, provider }: Account,
  payments: Payments,
  seen: Seen,
  since: Date,
  { inOrg }: RefreshContext,
): Promise<Set<string>> => {
  const recorded = await inOrg(({ db }) => findRecorded(db, orgId, connectionId, since))
  const ours = new Map(recorded.map((row) => [row.provider_payment_id, row]))
  const theirs = new Map(
    [...seen.values()]
      .filter(({ isOurs }) => isOurs)
      .flatMap(({ snapshot }) => snapshot.payments.map((each) => [each.paymentId, { ...each, snapshot }])),
  )
  const findings: Finding[] = []
  for (const [paymentId, payment] of theirs)
    if (payment.state === 'paid' && !ours.has(paymentId))
      findings.push({
        kind: 'missing_here',
        provider,
        invoiceId: payment.snapshot.invoiceId,
        providerCheckoutId: payment.snapshot.checkoutId,
        providerPaymentId: paymentId,
        amountMinor: payment.amountMinor,
        currency: payment.currency,
        facts: {},
      })
  for (const row of recorded) {
    const payment = theirs.get(row.provider_payment_id) ?? (await payments.findPayment(row.provider_payment_id))
    const isLostAlike = !payment?.dispute || payment.dispute.state === 'disputed' || lostOf(payment) === row.lost_minor
    if (payment?.amountMinor === row.amount_minor && payment.refundedMinor === row.refunded_minor && isLostAlike) continue
    findings.push({
      kind: payment ? 'different_amount' : 'missing_at_provider',
      provider,
      invoiceId: row.invoice_id,
      providerCheckoutId: row.provider_checkout_id,
      providerPaymentId: row.provider_payment_id,
      amountMinor: row.amount_minor,
      currency: row.currency,
      facts: payment
        ? {
            provider_minor: payment.amountMinor,
            provider_refunded_minor: payment.refundedMinor,
            refunded_minor: row.refunded_minor,
            provider_lost_minor: lostOf(payment),
            lost_minor: row.lost_minor,
          }
        : {},
    })
  }
  await inOrg(async ({ db }) => {
    for (const finding of findings)
      if (finding.kind !== 'missing_here' || !(await wasRefused(db, orgId, finding))) await recordFinding(db, orgId, finding)
  })
  return new Set(findings.map(({ kind, providerPaymentId }) => keyOf(kind, providerPaymentId)))
}

/** What was refused has its own name already. */
const wasRefused = async (db: Parameters<typeof recordFinding>[0], orgId: string, finding: Finding): Promise<boolean> => {
  const found = await db
    .selectFrom('payment_findings')
    .select('id')
    .where('org_id', '=', orgId)
    .where('provider', '=', finding.provider)
    .where('provider_payment_id', '=', finding.providerPaymentId)
    .where('kind', 'in', ['wrong_invoice', 'wrong_amount', 'wrong_currency', 'wrong_mode'])
    .executeTakeFirst()
  return found !== undefined
}

const sumUp = async (
  { orgId, connectionId }: Account,
  payments: Payments,
  seen: Seen,
  since: Date,
  { inOrg }: RefreshContext,
): Promise<Sum[]> => {
  const collected = new Map<string, number>()
  const recorded = new Map<string, number>()
  const lost = new Map<string, number>()
  const add = (sums: Map<string, number>, currency: string, minor: number): void =>
    void sums.set(currency, (sums.get(currency) ?? 0) + minor)
  for (const { snapshot, isOurs } of seen.values())
    for (const payment of isOurs ? snapshot.payments : [])
      if (payment.state === 'paid')
        add(collected, payment.currency, payment.amountMinor - payment.refundedMinor - lostOf(payment))
  for (const row of await inOrg(({ db }) => findRecorded(db, orgId, connectionId, since))) {
    add(recorded, row.currency, row.amount_minor - row.refunded_minor - row.lost_minor)
    add(lost, row.currency, row.lost_minor)
  }
  const balances = new Map((await payments.balance()).map((each) => [each.currency, each]))
  return [...new Set([...collected.keys(), ...recorded.keys(), ...balances.keys()])].sort().map((currency) => ({
    currency,
    collected_minor: collected.get(currency) ?? 0,
    recorded_minor: recorded.get(currency) ?? 0,
    lost_minor: lost.get(currency) ?? 0,
    available_minor: balances.get(currency)?.availableMinor ?? null,
    pending_minor: balances.get(currency)?.pendingMinor ?? null,
  }))
}
