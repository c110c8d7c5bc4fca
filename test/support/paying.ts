import type { Step } from '#core/context.ts'
import { recordEvent } from '#core/events/events.ts'
import { newId } from '#core/ids.ts'
import { makeVault } from '#core/vault.ts'
import type { Database } from '#db/connect.ts'
import { sealOf } from '#domains/business/invoices/invoices.ts'
import { hashToken } from '#domains/platform/users/sessions.ts'
import type { PaymentProvider } from '#ports/payments.ts'

interface Wanted {
  readonly totalMinor?: number
  readonly currency?: string
  readonly state?: 'sent' | 'void'
}

/** The key of test/support/app.ts. */
const vault = makeVault(Buffer.alloc(32, 7))

/** An invoice that was sent, as a row: for tests that begin where money comes in. */
export const sentInvoice = async (
  database: Database,
  orgId: string,
  { totalMinor = 12_500, currency = 'EUR', state = 'sent' }: Wanted = {},
): Promise<{ invoiceId: string; token: string }> => {
  const invoiceId = newId()
  const token = `token-${invoiceId}`
  await database.inOrg(orgId, async (db) => {
    const counted = await db
      .insertInto('invoice_counters')
      .values({ org_id: orgId, last_number: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['org_id', 'period'])
          .doUpdateSet((set) => ({ last_number: set('invoice_counters.last_number', '+', 1) })),
      )
      .returning('last_number')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('invoices')
      .values({
        org_id: orgId,
        id: invoiceId,
        number: counted.last_number,
        label: `INV-${String(counted.last_number).padStart(4, '0')}`,
        sender: JSON.stringify({ name: 'Studio Nord' }),
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
        pay_token_sealed: vault.seal(token, sealOf(invoiceId)),
        sent_at: new Date(),
      })
      .execute()
    await db
      .insertInto('invoice_lines')
      .values({
        org_id: orgId,
        id: newId(),
        invoice_id: invoiceId,
        position: 1,
        description: 'Website',
        quantity: '1',
        unit_minor: totalMinor,
        tax_rate: '0',
        amount_minor: totalMinor,
        tax_minor: 0,
      })
      .execute()
    await db.insertInto('directory.invoices').values({ id: invoiceId, org_id: orgId }).execute()
    await db
      .insertInto('directory.pay_links')
      .values({ token_hash: hashToken(token), org_id: orgId, invoice_id: invoiceId })
      .execute()
  })
  return { invoiceId, token }
}

/** The same with a checkout that is open for it, at a provider that nobody asks. */
export const openInvoice = async (
  database: Database,
  orgId: string,
  { isLive = false, ...wanted }: Wanted & { readonly isLive?: boolean } = {},
): Promise<{ invoiceId: string; checkoutId: string; providerCheckoutId: string }> => {
  const { totalMinor = 12_500, currency = 'EUR' } = wanted
  const provider: PaymentProvider = currency === 'INR' ? 'razorpay' : 'stripe'
  const { invoiceId } = await sentInvoice(database, orgId, wanted)
  const [checkoutId, connectionId] = [newId(), newId()]
  const providerCheckoutId = `${provider === 'stripe' ? 'cs_test_' : 'order_'}${checkoutId.slice(-12)}`
  await database.inOrg(orgId, (db) =>
    db
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
      .execute(),
  )
  return { invoiceId, checkoutId, providerCheckoutId }
}

/** A step whose orders are written down in place of being queued. */
export const stepOf = (db: Step['db'], orgId: string, ordered: { readonly name: string; readonly data: unknown }[]): Step => ({
  db,
  emit: (event, subjectId, facts) => recordEvent(db, orgId, event, subjectId, facts),
  enqueue: async (order, data) => void ordered.push({ name: order.name, data }),
})
