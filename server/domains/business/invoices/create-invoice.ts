import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { contactErrors } from '#domains/crm/identities/errors.ts'
import { recordErrors } from '#domains/crm/records/errors.ts'
import { businessErrors } from '#domains/platform/business-identity/errors.ts'
import { checkContact, checkReverseCharge, checkWriting, InvoiceFields, readClientNumber } from './drafts.ts'
import { invoiceErrors } from './errors.ts'
import { Invoice, insertDraft, recordInvoiceEvent, showInvoiceRow } from './invoices.ts'
import { priceLines, replaceLines, withTaxCodes } from './lines.ts'

export const createInvoice = action({
  name: 'create-invoice',
  summary: 'Create an invoice',
  description:
    'The invoice is a draft, without a number and invisible to the client, until it is sent. Amounts are integers in the smallest unit of the currency, excluding tax. Each line and its tax are rounded half up; totals are sums of the rounded amounts. A due date ends with its day in the time zone of the workspace. A character that no PDF font has is rejected and named: `show-letters` lists all supported ones.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'write',
  hints: { destructive: false },
  scope: 'invoices:write',
  input: z.object(InvoiceFields),
  output: z.object({ success: z.literal(true), invoice: Invoice }),
  errors: [
    transportErrors.bad_request,
    contactErrors.contact_not_found,
    recordErrors.record_in_bin,
    transportErrors.letter_without_font,
    invoiceErrors.invoice_too_large,
    invoiceErrors.reverse_charge_taxed,
    businessErrors.business_number_invalid,
  ],
  examples: [
    {
      title: 'Three hours and a fixed price, in euros',
      input: {
        clientName: 'Maya Rao',
        clientEmail: 'maya@example.com',
        currency: 'EUR',
        lines: [
          { description: 'Consulting, hours', quantity: 3, unitMinor: 9000, taxRate: 19 },
          { description: 'Workshop', quantity: 1, unitMinor: 45000, taxRate: 19 },
        ],
        dueOn: '2026-12-31',
        locale: 'de',
      },
    },
    {
      title: 'Within Maharashtra: the tax is half CGST, half SGST',
      input: {
        clientName: 'Asha Traders LLP',
        clientEmail: 'accounts@asha.example',
        clientAddress: '14 MG Road, Pune 411001',
        clientTaxNumber: '27AAPFU0939F1ZV',
        placeOfSupply: '27',
        currency: 'INR',
        lines: [{ description: 'Interior design', quantity: 1, unitMinor: 4500000, taxRate: 18, taxCode: '998391' }],
      },
    },
  ],

  async run(input, { org, person, db, now, newId, vault, settings, ports }) {
    checkWriting(ports.documents.coverage(), input)
    await checkContact(db, org.id, input.contactId)
    const { lines, taxes: _, ...totals } = priceLines(input.lines)
    checkReverseCharge(input.reverseCharge ?? false, totals.tax_minor)
    const invoice = await insertDraft(db, {
      org_id: org.id,
      id: newId(),
      client_name: input.clientName,
      client_email: input.clientEmail,
      client_address: input.clientAddress || null,
      client_tax_number: readClientNumber(input.clientTaxNumber) ?? null,
      client_country: input.clientCountry ?? null,
      is_reverse_charge: input.reverseCharge ?? false,
      place_of_supply: input.placeOfSupply ?? null,
      contact_id: input.contactId ?? null,
      currency: input.currency,
      due_on: input.dueOn ?? null,
      note: input.note || null,
      locale: input.locale ?? 'en',
      created_by: person?.id ?? null,
      created_at: now(),
      ...totals,
    })
    await replaceLines(db, org.id, invoice.id, withTaxCodes(lines, input.lines))
    const created = { kind: 'created', source: 'person', personId: person?.id ?? null } as const
    await recordInvoiceEvent(db, org.id, invoice.id, created, { before: null, after: invoice })
    const shown = await showInvoiceRow(db, invoice, { now: now(), vault, publicUrl: settings.publicUrl })
    return { success: true as const, invoice: shown }
  },
})
