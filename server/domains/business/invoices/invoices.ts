import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { changedFields } from '#core/events/changes.ts'
import { recordEvent } from '#core/events/events.ts'
import { newId, newToken, nilId } from '#core/ids.ts'
import type { Vault } from '#core/vault.ts'
import type { Tables } from '#db/tables.ts'
import { mergeGroupOf } from '#domains/crm/identities/merge-groups.ts'
import { findLogo, findSenderShown, type LogoRow } from '#domains/platform/business-identity/logos.ts'
import { findSender, Sender } from '#domains/platform/business-identity/senders.ts'
import { hashToken } from '#domains/platform/users/sessions.ts'
import { choice, extension, schemaNames, shape } from '#shapes'
import { invoiceEvents, invoiceFieldsOf } from './events.ts'
import { findLines, Line, sumTaxes, Tax, TaxParts, Totals } from './lines.ts'
import { nextNumber } from './numbering.ts'
import { findToday, isOverdue, overdueOn } from './overdue.ts'
import { taxPartsOf } from './tax-parts.ts'

/**
 * draft → sent → paid, or void. `processing`: the payer is done and the money is not there yet; it may still fail. A refund
 * of everything makes it `refunded`; one that does not go through makes it paid again.
 */
export const invoiceStates = ['draft', 'sent', 'processing', 'paid', 'void', 'refunded'] as const
export const InvoiceState = choice('InvoiceState', invoiceStates)
export type InvoiceState = z.output<typeof InvoiceState>

const moves: Readonly<Record<InvoiceState, readonly InvoiceState[]>> = {
  draft: ['sent'],
  sent: ['processing', 'paid', 'void'],
  processing: ['sent', 'paid'],
  paid: ['refunded'],
  void: [],
  refunded: ['paid'],
}

export type InvoiceRow = Selectable<Tables['invoices']>

/** The page where the holder of the token can view the invoice and pay it; valid as long as the invoice exists. */
export const payAddress = (publicUrl: string, token: string): string => `${publicUrl}/pay/${token}`

/** The token of its pay page; null for a draft, which has none. */
export const payTokenOf = (vault: Vault, invoice: Pick<InvoiceRow, 'id' | 'pay_token_sealed'>): string | null =>
  invoice.pay_token_sealed === null ? null : vault.open(invoice.pay_token_sealed, sealOf(invoice.id))

/** A sealed token opens for its own invoice and no other. */
export const sealOf = (invoiceId: string): string => `pay link ${invoiceId}`

export const findInvoice = (db: Db, orgId: string, id: string): Promise<InvoiceRow | undefined> =>
  db.selectFrom('invoices').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()

/** Finds an invoice and locks it until the transaction ends: lock it first to change its state or to sum up payments. */
export const lockInvoice = (db: Db, orgId: string, id: string): Promise<InvoiceRow | undefined> =>
  db.selectFrom('invoices').selectAll().where('org_id', '=', orgId).where('id', '=', id).forUpdate().executeTakeFirst()

/** The organization of an invoice, for a payer who has nothing but its id. */
export const findOrgOfInvoice = async (db: Db, invoiceId: string): Promise<string | null> => {
  const row = await db.selectFrom('directory.invoices').select('org_id').where('id', '=', invoiceId).executeTakeFirst()
  return row?.org_id ?? null
}

/** The target of a payment link; undefined if it does not exist. */
export const findPayLink = (db: Db, token: string): Promise<{ org_id: string; invoice_id: string } | undefined> =>
  db
    .selectFrom('directory.pay_links')
    .select(['org_id', 'invoice_id'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()

/** Where something that happened to an invoice was learned. */
export type InvoiceEventSource = 'person' | 'return' | 'webhook' | 'poll' | 'system'

/** How an invoice stood before something happened to it, and stands since. */
export interface InvoiceChange {
  /** Null: it was created. */
  readonly before: InvoiceRow | null
  readonly after: InvoiceRow
}

/** Writes down what happened to an invoice, and wakes the pages that show it. `facts` are the evidence: ids, amounts, reasons. */
export const recordInvoiceEvent = async (
  db: Db,
  orgId: string,
  invoiceId: string,
  event: {
    /** A word, such as `sent` or `payment_received`. */
    readonly kind: string
    readonly source: InvoiceEventSource
    readonly facts?: Readonly<Record<string, unknown>>
    readonly personId?: string | null
    /** The time of the transaction where it is left out. */
    readonly at?: Date
  },
  /** What it changed of the invoice, where it did. */
  change?: InvoiceChange,
): Promise<void> => {
  await db
    .insertInto('invoice_events')
    .values({
      org_id: orgId,
      id: newId(),
      invoice_id: invoiceId,
      kind: event.kind,
      source: event.source,
      person_id: event.personId ?? null,
      facts: JSON.stringify(event.facts ?? {}),
      ...(event.at && { at: event.at }),
    })
    .execute()
  await recordEvent(db, orgId, invoiceEvents.changed, invoiceId, {
    kind: event.kind,
    ...(change
      ? changedFields(change.before && invoiceFieldsOf(change.before), invoiceFieldsOf(change.after))
      : { before: {}, after: {} }),
  })
}

export const insertDraft = (db: Db, values: Insertable<Tables['invoices']>): Promise<InvoiceRow> =>
  db.insertInto('invoices').values(values).returningAll().executeTakeFirstOrThrow()

/** Changes a draft that the caller holds. */
export const changeDraft = async (db: Db, draft: InvoiceRow, set: Updateable<Tables['invoices']>): Promise<InvoiceRow> => {
  if (Object.keys(set).length === 0) return draft
  return db
    .updateTable('invoices')
    .set(set)
    .where('org_id', '=', draft.org_id)
    .where('id', '=', draft.id)
    .where('state', '=', 'draft')
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Removes a draft that the caller holds, with its lines and events. */
export const removeDraft = async (db: Db, draft: InvoiceRow): Promise<void> => {
  await db
    .deleteFrom('invoices')
    .where('org_id', '=', draft.org_id)
    .where('id', '=', draft.id)
    .where('state', '=', 'draft')
    .execute()
}

/** Makes a draft that the caller holds an invoice: with a number and a page of its own, for good. */
export const issueInvoice = async (
  db: Db,
  draft: InvoiceRow,
  { at, vault, sender, logoId }: { at: Date; vault: Vault; sender: Sender; logoId: string | null },
): Promise<InvoiceRow> => {
  const token = newToken()
  const ids = { org_id: draft.org_id, invoice_id: draft.id }
  await db
    .insertInto('directory.pay_links')
    .values({ ...ids, token_hash: hashToken(token) })
    .execute()
  await db.insertInto('directory.invoices').values({ id: draft.id, org_id: draft.org_id }).execute()
  return moveInvoice(db, draft, 'sent', {
    sender: JSON.stringify(sender),
    logo_id: logoId,
    // Last: the next one to send waits until this one is committed.
    ...(await nextNumber(db, draft.org_id, at)),
    pay_token_sealed: vault.seal(token, sealOf(draft.id)),
    sent_at: at,
  })
}

/**
 * Moves an invoice that the caller holds (`lockInvoice`) to another state, with what changes along. Throws for a move that
 * missing: the caller has checked before.
 */
export const moveInvoice = (
  db: Db,
  invoice: Pick<InvoiceRow, 'org_id' | 'id' | 'state'>,
  to: InvoiceState,
  set: Omit<Updateable<Tables['invoices']>, 'org_id' | 'id' | 'state'> = {},
): Promise<InvoiceRow> => {
  if (!canMove(invoice.state, to)) throw new Error(`an invoice cannot go from ${invoice.state} to ${to}`)
  return db
    .updateTable('invoices')
    .set({ ...set, state: to })
    .where('org_id', '=', invoice.org_id)
    .where('id', '=', invoice.id)
    .where('state', '=', invoice.state)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const canMove = (from: string, to: InvoiceState): boolean => moves[InvoiceState.parse(from)].includes(to)

/** Newest first, by keyset. `today`: the workspace's day. `query`: a number, the beginning of a label, or a part of the client's name or address. */
export const findInvoices = async (
  db: Db,
  orgId: string,
  filter: {
    state?: InvoiceState | 'overdue' | undefined
    query?: string | undefined
    contactId?: string | undefined
    /** Every record of several clients. */
    contactIds?: readonly string[] | undefined
    cursor?: string | undefined
    limit: number
  },
  today: string,
): Promise<InvoiceRow[]> => {
  let query = db.selectFrom('invoices').selectAll().where('org_id', '=', orgId)
  if (filter.state === 'overdue') query = query.where(overdueOn(today))
  else if (filter.state) query = query.where('state', '=', filter.state)
  if (filter.contactId)
    query = query.where('contact_id', 'in', [filter.contactId, ...(await mergeGroupOf(db, orgId, filter.contactId))])
  if (filter.contactIds) query = query.where('contact_id', 'in', [...filter.contactIds, nilId])
  if (filter.cursor) query = query.where('id', '<', filter.cursor)
  if (filter.query) {
    const part = `%${filter.query.replaceAll(/[\\%_]/g, '\\$&')}%`
    const number = numberIn(filter.query)
    const label = `${filter.query.replaceAll(/[\\%_]/g, '\\$&')}%`
    query = query.where(({ eb, or }) =>
      or([
        eb('client_name', 'ilike', part),
        eb('client_email', 'ilike', part),
        eb('label', 'ilike', label),
        ...(number === null ? [] : [eb('number', '=', number)]),
      ]),
    )
  }
  return query.orderBy('id', 'desc').limit(filter.limit).execute()
}

/** `INV-0007`, `inv 7` and `7` mean the seventh. */
const numberIn = (text: string): number | null => {
  const digits = /^(?:inv)?[\s#-]*(\d{1,15})$/i.exec(text.trim())?.[1]
  return digits === undefined ? null : Number(digits)
}

/** What is still to come, currency by currency, and what of it is overdue. */
export const OpenSum = shape('OutstandingAmount', {
  currency: z.string(),
  count: z.int(),
  minor: z.int(),
  overdue_count: z.int(),
  overdue_minor: z.int(),
})

export const sumOpen = (db: Db, orgId: string, today: string): Promise<z.output<typeof OpenSum>[]> =>
  db
    .selectFrom('invoices')
    .select(['currency', ({ fn }) => fn.countAll<number>().as('count')])
    .select([
      sql<number>`sum(total_minor)::float8`.as('minor'),
      sql<number>`count(*) filter (where ${overdueOn(today)})`.as('overdue_count'),
      sql<number>`coalesce(sum(total_minor) filter (where ${overdueOn(today)}), 0)::float8`.as('overdue_minor'),
    ])
    .where('org_id', '=', orgId)
    .where('state', 'in', ['sent', 'processing'])
    .groupBy('currency')
    .orderBy('currency')
    .execute()

/** An invoice as a list shows it. */
export const InvoiceSummary = Totals.extend({
  id: z.uuid(),
  number: z.int().nullable().describe('Assigned when it is sent: 1, 2, 3 … without gaps, anew in each period of the numbering'),
  label: z.string().nullable().describe('What it is called, such as INV-0007 or RE-2026-0007'),
  state: InvoiceState,
  state_reason: z.string().nullable(),
  overdue: z.boolean().describe('Sent, unpaid, and its due date is over in the time zone of the workspace'),
  client_name: z.string(),
  client_email: z.string(),
  client_address: z.string().nullable(),
  client_tax_number: z.string().nullable(),
  client_country: z.string().nullable().describe('ISO 3166-1 alpha-2'),
  reverse_charge: z.boolean().describe('The client owes the tax'),
  place_of_supply: z.string().nullable().describe('GST code of the state, in India; 96: outside India'),
  contact_id: z.uuid().nullable(),
  currency: z.string().describe('ISO 4217'),
  paid_minor: z.int(),
  refunded_minor: z.int(),
  lost_minor: z.int().describe('Amount lost to disputes (chargebacks)'),
  due_on: z.iso.date().nullable(),
  locale: z.string().describe('Language of the document, its emails and its pay page'),
  pay_url: z.url().nullable().describe('The public pay page; null for a draft'),
  created_at: z.iso.datetime(),
  sent_at: z.iso.datetime().nullable(),
  paid_at: z.iso.datetime().nullable(),
  voided_at: z.iso.datetime().nullable(),
}).register(schemaNames, { id: 'InvoiceSummary' })

export const Invoice = extension('Invoice', InvoiceSummary, {
  lines: z.array(Line),
  taxes: z.array(Tax),
  tax_parts: TaxParts,
  note: z.string().nullable(),
})

export interface Showing {
  readonly now: Date
  readonly vault: Vault
  readonly publicUrl: string
}

export const showSummary = (
  row: InvoiceRow,
  { today, vault, publicUrl }: Omit<Showing, 'now'> & { readonly today: string },
): z.output<typeof InvoiceSummary> => {
  const token = payTokenOf(vault, row)
  return {
    id: row.id,
    number: row.number,
    label: row.label,
    state: InvoiceState.parse(row.state),
    state_reason: row.state_reason,
    overdue: isOverdue(row, today),
    client_name: row.client_name,
    client_email: row.client_email,
    client_address: row.client_address,
    client_tax_number: row.client_tax_number,
    client_country: row.client_country,
    reverse_charge: row.is_reverse_charge,
    place_of_supply: row.place_of_supply,
    contact_id: row.contact_id,
    currency: row.currency,
    subtotal_minor: row.subtotal_minor,
    tax_minor: row.tax_minor,
    total_minor: row.total_minor,
    paid_minor: row.paid_minor,
    refunded_minor: row.refunded_minor,
    lost_minor: row.lost_minor,
    due_on: row.due_on,
    locale: row.locale,
    pay_url: token === null ? null : payAddress(publicUrl, token),
    created_at: row.created_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
    paid_at: row.paid_at?.toISOString() ?? null,
    voided_at: row.voided_at?.toISOString() ?? null,
  }
}

export const showInvoiceRow = async (db: Db, row: InvoiceRow, showing: Showing): Promise<z.output<typeof Invoice>> => {
  const lines = await findLines(db, row.org_id, row.id)
  const today = await findToday(db, row.org_id, showing.now)
  const taxes = sumTaxes(lines)
  // Without a place nothing of the sender matters here.
  const taxParts = row.place_of_supply === null ? [] : taxPartsOf(taxes, row.place_of_supply, await findSenderOf(db, row))
  return { ...showSummary(row, { ...showing, today }), lines, taxes, tax_parts: taxParts, note: row.note }
}

/** Of a draft as Settings has it now; of a sent one as it was. */
const findSenderOf = async (db: Db, row: InvoiceRow): Promise<Sender> =>
  row.sender === null ? (await findSender(db, row.org_id)).sender : Sender.parse(row.sender)

/** An invoice with its lines and its sender: what a document needs. */
export interface WholeInvoice {
  readonly row: InvoiceRow
  readonly invoice: z.output<typeof Invoice>
  /** Of a draft as Settings has them now; of a sent one as they were. */
  readonly sender: Sender
  readonly logo: LogoRow | null
  /** The name of whose it is. */
  readonly organization: string
}

export const findWholeInvoice = async (db: Db, orgId: string, id: string, showing: Showing): Promise<WholeInvoice | null> => {
  const row = await findInvoice(db, orgId, id)
  if (!row) return null
  const { sender, logo } =
    row.sender === null
      ? await findSenderShown(db, orgId)
      : {
          sender: Sender.parse(row.sender),
          logo: row.logo_id === null ? null : ((await findLogo(db, orgId, row.logo_id)) ?? null),
        }
  return { row, invoice: await showInvoiceRow(db, row, showing), sender, logo, organization: sender.name }
}

/** Notes which mail is the receipt of an invoice that the caller holds. */
export const recordReceipt = async (db: Db, invoice: InvoiceRow, mailId: string): Promise<void> => {
  await db
    .updateTable('invoices')
    .set({ receipt_mail_id: mailId })
    .where('org_id', '=', invoice.org_id)
    .where('id', '=', invoice.id)
    .where('receipt_mail_id', 'is', null)
    .execute()
}

/** What of the money for an invoice went back, or was lost to disputes. */
export const setReturnedSums = (
  db: Db,
  invoice: InvoiceRow,
  sums: { readonly refunded_minor: number; readonly lost_minor: number },
): Promise<InvoiceRow> =>
  db
    .updateTable('invoices')
    .set(sums)
    .where('org_id', '=', invoice.org_id)
    .where('id', '=', invoice.id)
    .returningAll()
    .executeTakeFirstOrThrow()
