import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { JobReference } from '#core/jobs/job-reference.ts'
import type { PaymentProvider } from '#ports/payments.ts'

/** Compares one account with what is recorded here. */
export const reconcileAccountJob = {
  name: 'reconcile-account',
  data: z.object({ orgId: z.uuid(), connectionId: z.uuid() }),
} as const satisfies JobReference

/** How far back a comparison goes. Providers keep a checkout for longer; what is older has been compared ninety times. */
export const comparedDays = 90

/** Every night at this time in UTC all accounts are compared. */
const nightly = { hour: 3, minute: 17 }
export const reconcileSchedule = `${nightly.minute} ${nightly.hour} * * *`

export const nextComparison = (now: Date): Date => {
  const next = new Date(now)
  next.setUTCHours(nightly.hour, nightly.minute, 0, 0)
  if (next <= now) next.setUTCDate(next.getUTCDate() + 1)
  return next
}

/** What the provider says and what we say, of one currency, in its smallest unit. Refunds and what was lost to disputes are taken off. */
export const Sum = z.object({
  currency: z.string(),
  collected_minor: z.int(),
  recorded_minor: z.int(),
  lost_minor: z.int().default(0).describe('Amount of the recorded payments lost to disputes; already deducted'),
  available_minor: z.int().nullable(),
  pending_minor: z.int().nullable(),
})
export type Sum = z.output<typeof Sum>

/** A comparison that takes longer than this has died, and another may be asked for. */
const longestMs = 15 * 60_000

export const isRunning = (row: { started_at: Date; finished_at: Date | null }, now: Date): boolean =>
  row.finished_at === null && now.getTime() - row.started_at.getTime() < longestMs

export const recordStarted = async (
  db: Db,
  account: { orgId: string; connectionId: string; provider: PaymentProvider },
  now: Date,
): Promise<void> => {
  const begun = { started_at: now, finished_at: null, error: null }
  await db
    .insertInto('reconciliations')
    .values({ org_id: account.orgId, id: account.connectionId, provider: account.provider, ...begun })
    .onConflict((conflict) => conflict.columns(['org_id', 'id']).doUpdateSet(begun))
    .execute()
}

/** `compared` null: it came to nothing, and the sums of the last one stay. */
export const recordEnded = async (
  db: Db,
  account: { orgId: string; connectionId: string },
  ended: { compared: { sums: readonly Sum[]; otherCheckouts: number } | null; error: string | null; now: Date },
): Promise<void> => {
  await db
    .updateTable('reconciliations')
    .set({
      finished_at: ended.now,
      error: ended.error,
      ...(ended.compared && {
        compared_at: ended.now,
        sums: JSON.stringify(ended.compared.sums),
        other_checkouts: ended.compared.otherCheckouts,
      }),
    })
    .where('org_id', '=', account.orgId)
    .where('id', '=', account.connectionId)
    .execute()
}

/** What was taken with one account since a moment, with the ids by which its provider knows it. */
export const findRecorded = (db: Db, orgId: string, connectionId: string, since: Date) =>
  db
    .selectFrom('payments')
    .innerJoin('checkouts', (join) =>
      join.on('checkouts.org_id', '=', orgId).onRef('checkouts.id', '=', 'payments.checkout_id'),
    )
    .select([
      'payments.id',
      'payments.invoice_id',
      'payments.provider_payment_id',
      'payments.amount_minor',
      'payments.refunded_minor',
      'payments.lost_minor',
      'payments.currency',
      'checkouts.provider_checkout_id',
    ])
    .where('payments.org_id', '=', orgId)
    .where('checkouts.connection_id', '=', connectionId)
    .where('checkouts.created_at', '>=', since)
    .execute()

/** The comparisons of an organization with the connections that they are of. */
export const findReconciliations = (db: Db, orgId: string) =>
  db
    .selectFrom('connections')
    .leftJoin('reconciliations', (join) =>
      join.on('reconciliations.org_id', '=', orgId).onRef('reconciliations.id', '=', 'connections.id'),
    )
    .select([
      'connections.id',
      'connections.provider',
      'connections.mode',
      'connections.account',
      'connections.status',
      'connections.other_events',
      'reconciliations.other_checkouts',
      'reconciliations.started_at',
      'reconciliations.finished_at',
      'reconciliations.compared_at',
      'reconciliations.error',
      'reconciliations.sums',
    ])
    .where('connections.org_id', '=', orgId)
    .where('connections.provider', 'in', ['stripe', 'razorpay'])
    .where(sql<boolean>`(connections.status <> 'disconnected' or reconciliations.id is not null)`)
    .orderBy('connections.id')
    .execute()
