import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { contactErrors } from '#domains/crm/identities/errors.ts'
import { recordErrors } from '#domains/crm/records/errors.ts'
import { businessErrors } from '#domains/platform/business-identity/errors.ts'
import { checkContact, checkReverseCharge, checkWriting, InvoiceFields, readClientNumber } from './drafts.ts'
import { invoiceErrors } from './errors.ts'
import { changeDraft, Invoice, lockInvoice, recordInvoiceEvent, showInvoiceRow } from './invoices.ts'
import { priceLines, replaceLines, withTaxCodes } from './lines.ts'

export const updateInvoice = action({
  name: 'update-invoice',
  summary: 'Update a draft invoice',
  description:
    'Omitted fields keep their values; `null` clears an optional field. Lines are replaced as a whole. A sent invoice cannot be changed: void it and create another.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  scope: 'invoices:write',
  input: z.object(InvoiceFields).partial().extend({ invoiceId: z.uuid() }),
  output: z.object({ success: z.literal(true), invoice: Invoice }),
  errors: [
    transportErrors.bad_request,
    invoiceErrors.invoice_not_found,
    invoiceErrors.invoice_not_draft,
    contactErrors.contact_not_found,
    recordErrors.record_in_bin,
    transportErrors.letter_without_font,
    invoiceErrors.invoice_too_large,
    invoiceErrors.reverse_charge_taxed,
    businessErrors.business_number_invalid,
  ],
  examples: [
    {
      title: 'Change the due date',
      input: { invoiceId: '01980000-0000-7000-8000-000000000000', dueOn: '2027-01-15' },
    },
  ],

  async run({ invoiceId, lines, ...input }, { org, person, db, now, vault, settings, ports, fail }) {
    await checkContact(db, org.id, input.contactId)
    const held = await lockInvoice(db, org.id, invoiceId)
    if (!held) throw fail('invoice_not_found')
    if (held.state !== 'draft') throw fail('invoice_not_draft')
    checkWriting(ports.documents.coverage(), { ...input, lines })

    const priced = lines && priceLines(lines)
    checkReverseCharge(input.reverseCharge ?? held.is_reverse_charge, priced?.tax_minor ?? held.tax_minor)
    const invoice = await changeDraft(db, held, {
      ...(input.clientName !== undefined && { client_name: input.clientName }),
      ...(input.clientEmail !== undefined && { client_email: input.clientEmail }),
      ...(input.clientAddress !== undefined && { client_address: input.clientAddress || null }),
      ...(input.clientTaxNumber !== undefined && { client_tax_number: readClientNumber(input.clientTaxNumber) || null }),
      ...(input.clientCountry !== undefined && { client_country: input.clientCountry }),
      ...(input.reverseCharge !== undefined && { is_reverse_charge: input.reverseCharge }),
      ...(input.placeOfSupply !== undefined && { place_of_supply: input.placeOfSupply }),
      ...(input.contactId !== undefined && { contact_id: input.contactId }),
      ...(input.currency !== undefined && { currency: input.currency }),
      ...(input.dueOn !== undefined && { due_on: input.dueOn }),
      ...(input.note !== undefined && { note: input.note || null }),
      ...(input.locale !== undefined && { locale: input.locale }),
      ...(priced && {
        subtotal_minor: priced.subtotal_minor,
        tax_minor: priced.tax_minor,
        total_minor: priced.total_minor,
      }),
    })
    if (lines && priced) await replaceLines(db, org.id, invoiceId, withTaxCodes(priced.lines, lines))
    const fields = Object.keys({ ...input, ...(lines && { lines }) })
    const changed = { kind: 'changed', source: 'person', personId: person?.id ?? null, facts: { fields } } as const
    await recordInvoiceEvent(db, org.id, invoiceId, changed, { before: held, after: invoice })
    const shown = await showInvoiceRow(db, invoice, { now: now(), vault, publicUrl: settings.publicUrl })
    return { success: true as const, invoice: shown }
  },
})
