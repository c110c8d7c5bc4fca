import { z } from 'zod'
import { action, asDownload, Download } from '#core/actions/action.ts'
import { asPdf, DocumentKind } from './documents.ts'
import { invoiceErrors } from './errors.ts'
import { findPayLink, findWholeInvoice } from './invoices.ts'
import { PayToken } from './payables.ts'

export const downloadPayable = action({
  name: 'download-payable',
  summary: 'Download an invoice as PDF by its payment link',
  description:
    'The same file as `download-invoice`. The pay page serves it at `/pay/<token>/invoice.pdf` and `/pay/<token>/receipt.pdf`.',
  who: 'public',
  transports: ['download'],
  effect: 'read',
  callsProvider: true,
  limit: { times: 20, seconds: 60 },
  input: z.object({ token: PayToken, document: DocumentKind.default('invoice') }),
  output: Download,
  errors: [invoiceErrors.pay_link_unknown, invoiceErrors.invoice_wrong_state, invoiceErrors.document_late],
  examples: [{ title: 'The token of a payment link', input: { token: 'k3nJ0bQ9Zp7x2Vw5Yt8Rm1Lc4Hs6Fd0Ga_-EuXoTiBq' } }],

  async run({ token, document }, { outside, inOrg, now, vault, settings, ports, fail }) {
    const link = await outside((db) => findPayLink(db, token))
    const showing = { now: now(), vault, publicUrl: settings.publicUrl }
    const found = link && (await inOrg(link.org_id, ({ db }) => findWholeInvoice(db, link.org_id, link.invoice_id, showing)))
    if (!found) throw fail('pay_link_unknown')
    if (document === 'receipt' && found.invoice.paid_at === null) throw fail('invoice_wrong_state')
    return asDownload(await asPdf(ports, found, document))
  },
})
