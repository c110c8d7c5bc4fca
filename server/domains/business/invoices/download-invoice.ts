import { z } from 'zod'
import { action, asDownload, Download } from '#core/actions/action.ts'
import { asPdf, DocumentKind } from './documents.ts'
import { invoiceErrors } from './errors.ts'
import { findWholeInvoice } from './invoices.ts'

export const downloadInvoice = action({
  name: 'download-invoice',
  summary: 'Download an invoice as PDF',
  description:
    'In the language of the invoice, showing its current state. `document=receipt` returns the receipt of a paid invoice. The same invoice in the same state gives the same bytes.',
  who: 'member',
  transports: ['download'],
  effect: 'read',
  scope: 'invoices:read',
  callsProvider: true,
  limit: { times: 60, seconds: 60 },
  input: z.object({ invoiceId: z.uuid(), document: DocumentKind.default('invoice') }),
  output: Download,
  errors: [invoiceErrors.invoice_not_found, invoiceErrors.invoice_wrong_state, invoiceErrors.document_late],
  examples: [{ title: 'The current invoice', input: { invoiceId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ invoiceId, document }, { org, inOrg, now, vault, settings, ports, fail }) {
    const found = await inOrg(({ db }) =>
      findWholeInvoice(db, org.id, invoiceId, { now: now(), vault, publicUrl: settings.publicUrl }),
    )
    if (!found) throw fail('invoice_not_found')
    if (document === 'receipt' && found.invoice.paid_at === null) throw fail('invoice_wrong_state')
    return asDownload(await asPdf(ports, found, document))
  },
})
