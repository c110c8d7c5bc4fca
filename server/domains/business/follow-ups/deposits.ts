import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { findDeal } from '#domains/crm/deals/deals.ts'
import { type Language, languageOf } from '#shapes/languages.ts'
import { put } from '#shapes/texts.ts'
import type { DocumentRow } from '../documents/documents.ts'
import { findSigners } from '../documents/signers.ts'
import { insertDraft, recordInvoiceEvent } from '../invoices/invoices.ts'
import { priceLines, replaceLines, WrittenLines } from '../invoices/lines.ts'
import type { WhenSigned } from '../templates/when-signed.ts'

/** The line of a deposit, in the language of its document. */
const words: Readonly<Record<Language, string>> = {
  en: 'Deposit: {title}',
  de: 'Anzahlung: {title}',
  fr: 'Acompte : {title}',
  es: 'Anticipo: {title}',
  pt: 'Sinal: {title}',
  hi: 'अग्रिम: {title}',
}

/** The draft of a deposit invoice to the client who signed; or why there is none. */
export const makeDeposit = async (
  db: Db,
  document: DocumentRow,
  deposit: NonNullable<WhenSigned['deposit']>,
): Promise<{ readonly invoiceId: string } | { readonly problem: string }> => {
  const { org_id: orgId, id, title, locale } = document
  const client = (await findSigners(db, orgId, id)).find(({ role }) => role === 'client')
  if (!client) return { problem: 'no client signed it' }
  const asked = 'percent' in deposit ? await partOfDeal(db, document, deposit.percent) : deposit
  if (asked === null) return { problem: 'the deal has no value' }
  const written = WrittenLines.parse([
    { description: put(words[languageOf(locale)], { title }), quantity: '1', unitMinor: asked.amountMinor },
  ])
  const { lines, taxes: _, ...totals } = priceLines(written)
  const invoice = await insertDraft(db, {
    ...{ org_id: orgId, id: newId(), client_name: client.name, client_email: client.email, client_address: null },
    ...{ contact_id: document.contact_id, currency: asked.currency, due_on: null, note: null, locale },
    ...{ created_by: document.made_by, created_at: new Date(document.signed_at ?? document.updated_at), ...totals },
  })
  await replaceLines(db, orgId, invoice.id, lines)
  await recordInvoiceEvent(
    db,
    orgId,
    invoice.id,
    { kind: 'created', source: 'system', facts: { document_id: id } },
    { before: null, after: invoice },
  )
  return { invoiceId: invoice.id }
}

const partOfDeal = async (db: Db, { org_id, deal_id }: DocumentRow, percent: number) => {
  const deal = deal_id === null ? undefined : await findDeal(db, org_id, deal_id)
  if (!deal?.currency || !deal.value_minor) return null
  const amountMinor = Number((BigInt(deal.value_minor) * BigInt(percent) + 50n) / 100n)
  return amountMinor > 0 ? { amountMinor, currency: deal.currency } : null
}
