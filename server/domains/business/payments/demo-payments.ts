import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { nilId } from '#core/ids.ts'

export interface DemoPayment {
  /** Of the payment and of its checkout. */
  readonly id: string
  readonly invoiceId: string
  readonly amountMinor: number
  readonly currency: string
  readonly clientEmail: string
  readonly at: Date
}

/** Adds payments of the demo: test payments, of no account that could be reconciled. */
export const addDemoPayments = async (db: Db, orgId: string, payments: readonly DemoPayment[]): Promise<void> => {
  for (const { id, invoiceId, amountMinor, currency, clientEmail, at } of payments) {
    const common = {
      org_id: orgId,
      id,
      invoice_id: invoiceId,
      provider: 'stripe',
      is_live: false,
      amount_minor: amountMinor,
      currency,
    }
    await db
      .insertInto('checkouts')
      .values({
        ...common,
        ...{ connection_id: nilId, provider_checkout_id: `demo-${id}`, state: 'paid', client_email: clientEmail },
        ...{ success_url: '', cancel_url: '', created_at: at, given_at: at },
      })
      .execute()
    await db
      .insertInto('payments')
      .values({
        ...common,
        ...{ checkout_id: id, provider_payment_id: `demo-${id}`, kind: 'payment', method: 'card' },
        ...{ received_at: at, created_at: at },
      })
      .execute()
  }
}

export const removeDemoPayments = async (db: Db, orgId: string, ids: readonly string[]): Promise<void> => {
  await sql`delete from payments where org_id = ${orgId} and id = any(${[...ids]}::uuid[])`.execute(db)
  await sql`delete from checkouts where org_id = ${orgId} and id = any(${[...ids]}::uuid[])`.execute(db)
}
