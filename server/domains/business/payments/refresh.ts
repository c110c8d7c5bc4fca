import { sql } from 'kysely'
import { z } from 'zod'
import type { BaseContext, Db, Step } from '#core/context.ts'
import { recordLack } from '#domains/connections/connections/connection-health.ts'
import { findConnection } from '#domains/connections/connections/connections.ts'
import { asWatched, workingOf } from '#domains/connections/connections/usable-connections.ts'
import type { Payments } from '#ports/payments.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { type CheckoutRow, recordProviderError, type Source } from './checkouts.ts'
import { openPayments } from './payment-provider.ts'
import { type Settled, settle } from './settle.ts'

export type RefreshContext = Pick<BaseContext, 'ports' | 'vault' | 'now'> & {
  inOrg<T>(work: (step: Step) => Promise<T>): Promise<T>
}

/**
 * Fetches the state of a checkout from its provider and settles it; captures authorized money, and settles again. Nothing is
 * kept in memory only between the response and settling: after a crash it is fetched again. Throws ProviderError, after
 * recording it on the checkout.
 */
export const refreshAndSettle = async (checkout: CheckoutRow, source: Source, context: RefreshContext): Promise<Settled> => {
  const { inOrg, now } = context
  try {
    const payments = await openFor(checkout, context)
    const settled = await ask(checkout, source, payments, context)
    if (!settled.toCapture) return settled
    await payments.capture(settled.toCapture)
    return await ask(checkout, source, payments, context)
  } catch (error) {
    if (error instanceof ProviderError)
      await inOrg(async ({ db }) => {
        await recordProviderError(db, checkout, error.reason, now())
        if (error.lacks !== null) await recordLack(db, checkout.org_id, checkout.connection_id, error.lacks)
      })
    throw error
  }
}

/** The provider of the connection that the checkout was opened with, even if another one is used by now. */
export const openFor = async (
  checkout: Pick<CheckoutRow, 'org_id' | 'connection_id'>,
  { ports, vault, inOrg }: RefreshContext,
): Promise<Payments> => {
  const connection = await inOrg(({ db }) => findConnection(db, checkout.org_id, checkout.connection_id))
  const usable = connection ? workingOf(vault, asWatched(connection)) : null
  if (!usable) throw new ProviderError('credentials', 'The account that this checkout was created with is disconnected.')
  return openPayments(ports.payments, usable)
}

/** The id of an invoice of ours; other programs on the same account write there what they like. */
export const asInvoiceId = (text: string | null): string | null => z.uuid().safeParse(text).data ?? null

/** By the database's clock: the clocks of several machines disagree, and what is older would be taken for news. */
export const clockOf = async (db: Db): Promise<Date> =>
  (await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)).rows[0]?.at as Date

/** The same with a provider that is at hand already, and without taking anything. */
export const ask = async (
  checkout: CheckoutRow,
  source: Source,
  payments: Payments,
  { inOrg, now }: RefreshContext,
): Promise<Settled> => {
  const askedAt = await inOrg(({ db }) => clockOf(db))
  const snapshot = checkout.provider_checkout_id === null ? null : await payments.findCheckout(checkout.provider_checkout_id)
  if (!snapshot) throw new ProviderError('refused', 'The provider does not know this checkout.')
  return inOrg((step) => settle(step, checkout, snapshot, { source, now: now(), askedAt }))
}
