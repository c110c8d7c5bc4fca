import type { Step } from '#core/context.ts'
import { recordEvent } from '#core/events.ts'
import { newId } from '#core/ids.ts'
import type { Database } from '#db/connect.ts'
import type { PaymentProvider } from '#ports/payments.ts'

/** An invoice that was sent and a checkout that is open for it, as rows: for tests that begin where money comes in. */
export const openInvoice = async (
  database: Database,
  orgId: string,
  {
    totalMinor = 12_500,
    currency = 'EUR',
    isLive = false,
    state = 'sent',
  }: { totalMinor?: number; currency?: string; isLive?: boolean; state?: 'sent' | 'void' } = {},
): Promise<{ invoiceId: string; checkoutId: string; providerCheckoutId: string }> => {
  const provider: PaymentProvider = currency === 'INR' ? 'razorpay' : 'stripe'
  const [invoiceId, checkoutId, connectionId] = [newId(), newId(), newId()]
  const providerCheckoutId = `${provider === 'stripe' ? 'cs_test_' : 'order_'}${checkoutId.slice(-12)}`
  await database.inOrg(orgId, async (db) => {
    const { last } = await db
      .selectFrom('invoices')
      .select((select) => select.fn.coalesce(select.fn.max('number'), select.lit(0)).as('last'))
      .where('org_id', '=', orgId)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('invoices')
      .values({
        org_id: orgId,
        id: invoiceId,
        number: Number(last) + 1,
        state,
        state_reason: state === 'void' ? 'Sent by mistake' : null,
        voided_at: state === 'void' ? new Date() : null,
        client_name: 'Maya Ortiz',
        client_email: 'maya@example.com',
        currency,
        subtotal_minor: totalMinor,
        tax_minor: 0,
        total_minor: totalMinor,
        locale: 'en',
        pay_token_sealed: 'sealed',
        sent_at: new Date(),
      })
      .execute()
    await db.insertInto('directory.invoices').values({ id: invoiceId, org_id: orgId }).execute()
    await db
      .insertInto('checkouts')
      .values({
        org_id: orgId,
        id: checkoutId,
        invoice_id: invoiceId,
        connection_id: connectionId,
        provider,
        is_live: isLive,
        provider_checkout_id: providerCheckoutId,
        state: 'open',
        amount_minor: totalMinor,
        currency,
        client_email: 'maya@example.com',
        success_url: 'https://app.example.com/paid',
        cancel_url: 'https://app.example.com/back',
      })
      .execute()
  })
  return { invoiceId, checkoutId, providerCheckoutId }
}

/** A step whose orders are written down in place of being queued. */
export const stepOf = (db: Step['db'], orgId: string, ordered: { readonly name: string; readonly data: unknown }[]): Step => ({
  db,
  emit: (...event) => recordEvent(db, orgId, ...event),
  enqueue: async (order, data) => void ordered.push({ name: order.name, data }),
})
