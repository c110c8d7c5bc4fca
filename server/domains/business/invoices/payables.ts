import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { connectionOf } from '#domains/connections/connections/connections.ts'
import { logoPath } from '#domains/platform/business-identity/brands.ts'
import { Sender } from '#domains/platform/business-identity/senders.ts'
import { providerFor } from '#ports/payments.ts'
import { schemaNames } from '#shapes'
import { findPayLink, findWholeInvoice, Invoice, type Showing, type WholeInvoice } from './invoices.ts'
import { CodedLine, Tax, TaxParts } from './lines.ts'

/** What the holder of a pay link presents. */
export const PayToken = z.string().trim().min(1).max(200).describe('The last path segment of a payment link')

/** An invoice as its payer sees it: nothing of what is between the staff. */
export const Payable = Invoice.pick({
  id: true,
  state: true,
  overdue: true,
  client_name: true,
  client_tax_number: true,
  currency: true,
  subtotal_minor: true,
  tax_minor: true,
  total_minor: true,
  refunded_minor: true,
  due_on: true,
  note: true,
  locale: true,
  paid_at: true,
})
  .extend({
    label: z.string(),
    organization: z.string(),
    reverse_charge: z.boolean(),
    place_of_supply: z.string().nullable(),
    sender: Sender,
    logo_path: z.string().nullable().describe('Of the logo, on this server'),
    booking_url: z.string().nullable().describe('Where a meeting can be booked; null: nowhere'),
    lines: z.array(CodedLine),
    taxes: z.array(Tax),
    tax_parts: TaxParts,
  })
  .register(schemaNames, { id: 'PayableInvoice' })
export type Payable = z.output<typeof Payable>

/** The invoice of a payment link, for its holder; null if it does not exist. Enters its organization. */
export const findPayable = async (
  token: string,
  { db, enterOrg, showing }: { db: Db; enterOrg: (orgId: string) => Promise<void>; showing: Showing },
): Promise<{ orgId: string; whole: WholeInvoice } | null> => {
  const link = await findPayLink(db, token)
  if (!link) return null
  await enterOrg(link.org_id)
  const whole = await findWholeInvoice(db, link.org_id, link.invoice_id, showing)
  return whole && { orgId: link.org_id, whole }
}

export const showPayableOf = (
  { row, invoice, organization, sender, logo }: WholeInvoice,
  bookingUrl: string | null,
): Payable => {
  if (invoice.label === null) throw new Error('a draft has no pay page')
  return Payable.parse({
    ...invoice,
    ...{ label: invoice.label, organization, sender, booking_url: bookingUrl },
    logo_path: logo && logoPath(row.org_id, logo.id),
  })
}

/** Whether no real money moves when it is paid now: by the connection that takes its currency, or for want of one. */
export const isSimulated = async (
  db: Db,
  orgId: string,
  currency: string,
  { hasSandbox }: { readonly hasSandbox: boolean },
): Promise<boolean> => {
  const connection = await connectionOf(db, orgId, providerFor(currency))
  return connection ? connection.mode !== 'live' : hasSandbox
}
