import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import type { Tables } from '#db/tables.ts'
import { clearNotice, raiseNotice } from '#domains/platform/notifications/notices.ts'
import type { PaymentProvider } from '#ports/payments.ts'
import { choice, shape } from '#shapes'
import { paymentNotices } from './notices.ts'

/** Discrepancies between a provider and us. Each is listed until it disappears or is resolved. */
export const findingKinds = {
  wrong_invoice: 'A payment names a different invoice than its checkout. It was not recorded.',
  wrong_amount: 'The amount of a payment differs from its invoice. It was not recorded.',
  wrong_currency: 'The currency of a payment differs from its invoice. It was not recorded.',
  wrong_mode: 'A test payment arrived for a live checkout, or a live payment for a test checkout. It was not recorded.',
  double_payment: 'The invoice was already paid: this payment must be refunded to the client.',
  paid_after_void: 'The invoice was void when this payment arrived: it must be refunded to the client.',
  disputed: 'The client disputes a payment with their bank.',
  dispute_lost: 'The client won a dispute: the bank returned the money, and the amount is lost.',
  missing_here: 'The provider has a payment for one of our checkouts that is not recorded here.',
  missing_at_provider: 'A payment recorded here is unknown to the provider.',
  different_amount: 'The provider’s amount or refund total differs from what is recorded here.',
} as const

export type FindingKind = keyof typeof findingKinds
export const FindingKind = choice('DiscrepancyKind', Object.keys(findingKinds) as FindingKind[])

export interface Finding {
  readonly kind: FindingKind
  readonly provider: PaymentProvider
  readonly invoiceId: string | null
  readonly providerCheckoutId: string | null
  readonly providerPaymentId: string | null
  readonly amountMinor: number | null
  readonly currency: string | null
  readonly facts: Readonly<Record<string, string | number | boolean | null>>
}

/** What a finding is about: what makes two of them the same. */
export type About = Pick<Finding, 'kind' | 'provider' | 'providerCheckoutId' | 'providerPaymentId'>

const dedupKeyOf = (finding: About): string =>
  [finding.kind, finding.provider, finding.providerPaymentId ?? finding.providerCheckoutId].join(' ')

/** Writes down a finding and raises it; the same one a second time changes nothing. Answers whether it is new. */
export const recordFinding = async (db: Db, orgId: string, finding: Finding): Promise<boolean> => {
  const written = await db
    .insertInto('payment_findings')
    .values({
      org_id: orgId,
      id: newId(),
      kind: finding.kind,
      dedup_key: dedupKeyOf(finding),
      provider: finding.provider,
      invoice_id: finding.invoiceId,
      provider_checkout_id: finding.providerCheckoutId,
      provider_payment_id: finding.providerPaymentId,
      amount_minor: finding.amountMinor,
      currency: finding.currency,
      facts: JSON.stringify(finding.facts),
    })
    .onConflict((conflict) => conflict.columns(['org_id', 'dedup_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!written) return false
  await raiseFinding(db, orgId, written.id, finding)
  return true
}

/** It is in order: by itself, when `personId` is null. */
export const resolveFinding = async (
  db: Db,
  orgId: string,
  id: string,
  { personId, resolution, now }: { personId: string | null; resolution: string; now: Date },
): Promise<boolean> => {
  const done = await db
    .updateTable('payment_findings')
    .set({ resolved_at: now, resolved_by: personId, resolution })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (done) await clearNotice(db, orgId, paymentNotices.payment_odd, id)
  return done !== undefined
}

/** Ends a finding whose cause is gone, by what it is about. */
export const resolveByItself = async (db: Db, orgId: string, about: About, resolution: string, now: Date): Promise<void> => {
  const open = await db
    .selectFrom('payment_findings')
    .select('id')
    .where('org_id', '=', orgId)
    .where('dedup_key', '=', dedupKeyOf(about))
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
  if (open) await resolveFinding(db, orgId, open.id, { personId: null, resolution, now })
}

/** A resolved discrepancy is back: a refund failed, a dispute was reopened. It is raised again. */
export const reopenFinding = async (db: Db, orgId: string, about: About): Promise<void> => {
  const reopened = await db
    .updateTable('payment_findings')
    .set({ resolved_at: null, resolved_by: null, resolution: null })
    .where('org_id', '=', orgId)
    .where('dedup_key', '=', dedupKeyOf(about))
    .where('resolved_at', 'is not', null)
    .returning(['id', 'invoice_id'])
    .executeTakeFirst()
  if (reopened) await raiseFinding(db, orgId, reopened.id, { ...about, invoiceId: reopened.invoice_id })
}

const raiseFinding = (
  db: Db,
  orgId: string,
  id: string,
  { kind, provider, invoiceId }: Pick<Finding, 'kind' | 'provider' | 'invoiceId'>,
): Promise<void> =>
  raiseNotice(db, orgId, {
    notice: paymentNotices.payment_odd,
    subjectId: id,
    facts: { kind, provider, invoice_id: invoiceId },
  })

export type FindingRow = Selectable<Tables['payment_findings']>

/** A finding as people see it. */
export const ShownFinding = shape('Discrepancy', {
  id: z.uuid(),
  kind: FindingKind,
  provider: z.string(),
  provider_payment_id: z.string().nullable(),
  provider_checkout_id: z.string().nullable(),
  invoice: shape('InvoiceReference', { id: z.uuid(), label: z.string().nullable() }).nullable(),
  amount_minor: z.int().nullable(),
  currency: z.string().nullable(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  at: z.iso.datetime(),
  resolved_at: z.iso.datetime().nullable(),
  resolution: z.string().nullable(),
})

const showFinding = (row: FindingRow & { label: string | null }): z.output<typeof ShownFinding> => ({
  id: row.id,
  kind: FindingKind.parse(row.kind),
  provider: row.provider,
  provider_payment_id: row.provider_payment_id,
  provider_checkout_id: row.provider_checkout_id,
  invoice: row.invoice_id === null ? null : { id: row.invoice_id, label: row.label },
  amount_minor: row.amount_minor,
  currency: row.currency,
  facts: row.facts as z.output<typeof ShownFinding>['facts'],
  at: row.at.toISOString(),
  resolved_at: row.resolved_at?.toISOString() ?? null,
  resolution: row.resolution,
})

const withInvoices = (db: Db, orgId: string) =>
  db
    .selectFrom('payment_findings')
    .leftJoin('invoices', (join) =>
      join.on('invoices.org_id', '=', orgId).onRef('invoices.id', '=', 'payment_findings.invoice_id'),
    )
    .selectAll('payment_findings')
    .select('invoices.label')
    .where('payment_findings.org_id', '=', orgId)
    .orderBy('payment_findings.id', 'desc')

/** The open ones, newest first. */
export const findOpenFindings = async (db: Db, orgId: string, limit: number): Promise<z.output<typeof ShownFinding>[]> =>
  (await withInvoices(db, orgId).where('payment_findings.resolved_at', 'is', null).limit(limit).execute()).map(showFinding)

export const findFindingsOf = async (db: Db, orgId: string, invoiceId: string): Promise<z.output<typeof ShownFinding>[]> =>
  (await withInvoices(db, orgId).where('payment_findings.invoice_id', '=', invoiceId).execute()).map(showFinding)
