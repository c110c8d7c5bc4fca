import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { newId, newToken } from '#core/ids.ts'
import type { Vault } from '#core/vault.ts'
import { findSender } from '#domains/platform/business-identity/senders.ts'
import { sealOf } from './invoices.ts'

/** Beside the workspace's own periods, which are empty or years: no number of a real invoice is taken, and none is left out. */
export const demoPeriod = 'demo'

export interface DemoInvoice {
  readonly id: string
  readonly contactId: string
  readonly clientName: string
  readonly clientEmail: string
  readonly currency: string
  readonly description: string
  readonly amountMinor: number
  readonly personId: string
  readonly createdAt: Date
  /** Null: it is a draft. */
  readonly sentAt: Date | null
  readonly paidAt: Date | null
  /** A day, `2026-11-27`. */
  readonly dueOn: string
}

/**
 * Adds invoices of the demo, without an event or a mail. They are called DEMO-A, DEMO-B …: what a workspace numbers ends with a digit, so
 * the two never meet. Their payment links lead nowhere: a demo takes no money.
 */
export const addDemoInvoices = async (db: Db, orgId: string, invoices: readonly DemoInvoice[], vault: Vault): Promise<void> => {
  const { sender } = await findSender(db, orgId)
  let sent = 0
  for (const { id, amountMinor, sentAt, paidAt, createdAt, personId, ...invoice } of invoices) {
    const number = sentAt === null ? null : ++sent
    await db
      .insertInto('invoices')
      .values({
        ...{ org_id: orgId, id, contact_id: invoice.contactId, client_name: invoice.clientName },
        ...{ client_email: invoice.clientEmail, currency: invoice.currency, locale: 'en', due_on: invoice.dueOn },
        ...{ subtotal_minor: amountMinor, tax_minor: 0, total_minor: amountMinor, paid_minor: paidAt ? amountMinor : 0 },
        ...{ state: number === null ? 'draft' : paidAt ? 'paid' : 'sent', created_by: personId, created_at: createdAt },
        ...(number !== null && {
          ...{ number, number_period: demoPeriod, label: `DEMO-${String.fromCharCode(64 + number)}` },
          ...{ sender: JSON.stringify(sender), pay_token_sealed: vault.seal(newToken(), sealOf(id)) },
          ...{ sent_at: sentAt, paid_at: paidAt },
        }),
      })
      .execute()
    await db
      .insertInto('invoice_lines')
      .values({
        ...{ org_id: orgId, id: newId(), invoice_id: id, position: 1, description: invoice.description, quantity: '1' },
        ...{ unit_minor: amountMinor, tax_rate: '0', amount_minor: amountMinor, tax_minor: 0 },
      })
      .execute()
    const ofInvoice = { org_id: orgId, invoice_id: id, source: 'person', person_id: personId }
    await db
      .insertInto('invoice_events')
      .values([
        { ...ofInvoice, id: newId(), kind: 'created', at: createdAt },
        ...(sentAt === null ? [] : [{ ...ofInvoice, id: newId(), kind: 'sent', at: sentAt }]),
        ...(paidAt === null
          ? []
          : [{ ...ofInvoice, id: newId(), kind: 'payment_received', source: 'system', person_id: null, at: paidAt }]),
      ])
      .execute()
  }
}

/** Removes invoices of the demo, but those for which there is a checkout that is not of the demo. Answers their ids. */
export const removeDemoInvoices = async (db: Db, orgId: string, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    delete from invoices i where i.org_id = ${orgId} and i.id = any(${[...ids]}::uuid[])
      and not exists (select from checkouts c where c.org_id = i.org_id and c.invoice_id = i.id)
    returning i.id`.execute(db)
  return rows.map(({ id }) => id)
}
