import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import type { PaymentProvider } from '#ports/payments.ts'
import { choice, shape } from '#shapes'

export type PaymentRow = Selectable<Tables['payments']>

/** `payment`: what the invoice asked for. `credit`: money that came beyond it, which is owed to the client. */
export const PaymentKind = choice('PaymentKind', ['payment', 'credit'])
export type PaymentKind = z.output<typeof PaymentKind>

/** By the provider's own id: `pi_…`, `pay_…`. */
export const findProviderPayment = (
  db: Db,
  orgId: string,
  provider: PaymentProvider,
  providerPaymentId: string,
): Promise<PaymentRow | undefined> =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('provider', '=', provider)
    .where('provider_payment_id', '=', providerPaymentId)
    .executeTakeFirst()

/** In the order in which they came. */
export const findPaymentsOf = (db: Db, orgId: string, invoiceId: string): Promise<PaymentRow[]> =>
  db.selectFrom('payments').selectAll().where('org_id', '=', orgId).where('invoice_id', '=', invoiceId).orderBy('id').execute()

/** What was paid for an invoice, what of it was given back and what was lost to disputes; credits left out. */
export const sumsOf = async (
  db: Db,
  orgId: string,
  invoiceId: string,
): Promise<{ paid: number; refunded: number; lost: number }> => {
  const sums = await db
    .selectFrom('payments')
    .select([
      sql<string>`coalesce(sum(amount_minor), 0)`.as('paid'),
      sql<string>`coalesce(sum(refunded_minor), 0)`.as('refunded'),
      sql<string>`coalesce(sum(lost_minor), 0)`.as('lost'),
    ])
    .where('org_id', '=', orgId)
    .where('invoice_id', '=', invoiceId)
    .where('kind', '=', 'payment')
    .executeTakeFirstOrThrow()
  return { paid: Number(sums.paid), refunded: Number(sums.refunded), lost: Number(sums.lost) }
}

/** `paid`, or how much of it went back. */
export const PaymentState = choice('PaymentState', ['paid', 'partly_refunded', 'refunded'])
export const stateOf = (row: Pick<PaymentRow, 'amount_minor' | 'refunded_minor'>): z.output<typeof PaymentState> =>
  row.refunded_minor === 0 ? 'paid' : row.refunded_minor < row.amount_minor ? 'partly_refunded' : 'refunded'

export const ShownPayment = shape('Payment', {
  id: z.uuid(),
  provider: z.string(),
  provider_payment_id: z.string(),
  kind: PaymentKind,
  state: PaymentState,
  amount_minor: z.int(),
  refunded_minor: z.int(),
  currency: z.string(),
  method: z.string().nullable(),
  is_live: z.boolean(),
  is_disputed: z.boolean().describe('A dispute is open'),
  dispute_state: choice('DisputeState', ['open', 'won', 'lost']).nullable().describe('Null: it was never disputed'),
  lost_minor: z.int().describe('Amount lost to disputes (chargebacks)'),
  dispute_fee_minor: z.int().nullable().describe('Fee of the dispute; null where the provider does not report it'),
  dispute_fee_currency: z.string().nullable(),
  received_at: z.iso.datetime(),
})

export const showPayment = (row: PaymentRow): z.output<typeof ShownPayment> => ({
  id: row.id,
  provider: row.provider,
  provider_payment_id: row.provider_payment_id,
  kind: PaymentKind.parse(row.kind),
  state: stateOf(row),
  amount_minor: row.amount_minor,
  refunded_minor: row.refunded_minor,
  currency: row.currency,
  method: row.method,
  is_live: row.is_live,
  is_disputed: row.dispute_state === 'open',
  dispute_state: row.dispute_state as 'open' | 'won' | 'lost' | null,
  lost_minor: row.lost_minor,
  dispute_fee_minor: row.dispute_fee_minor,
  dispute_fee_currency: row.dispute_fee_currency,
  received_at: row.received_at.toISOString(),
})
