import { job } from '#core/jobs/job.ts'
import { mailBrandOf } from '#domains/platform/business-identity/mail-brands.ts'
import { queueMail } from '#domains/platform/mail-out/mails.ts'
import { asPdf } from './documents.ts'
import { wordsOfMail } from './invoice-mails.ts'
import { findWholeInvoice, type InvoiceRow, lockInvoice, recordInvoiceEvent, recordReceipt } from './invoices.ts'
import { sendReceiptJob } from './receipts.ts'

/** The invoice bears the id of its receipt from the commit on in which that stands in the outbox: there is one, whatever happens. */
export const sendReceipt = job({
  ...sendReceiptJob,
  summary: 'Email the receipt of a paid invoice',
  retry: { times: 8, delaySeconds: 5 },
  expireSeconds: 180,

  async run({ orgId, invoiceId }, { inOrg, enqueueIn, vault, newId, now, ports, settings }) {
    const found = await inOrg(orgId, (db) =>
      findWholeInvoice(db, orgId, invoiceId, { now: now(), vault, publicUrl: settings.publicUrl }),
    )
    if (!found || !isOwed(found.row)) return
    const pdf = await asPdf(ports, found, 'receipt')

    await inOrg(orgId, async (db) => {
      const held = await lockInvoice(db, orgId, invoiceId)
      if (!held || !isOwed(held)) return
      const mailId = await queueMail({ db, enqueue: (order, data) => enqueueIn(db, order, data), vault, newId, now }, orgId, {
        to: held.client_email,
        toName: held.client_name,
        template: 'receipt',
        // Paid in the time that a restore has lost, the client has a receipt already.
        isHeldWithOthers: true,
        facts: wordsOfMail('receipt', found.invoice, found.organization),
        attachments: [pdf],
        brand: mailBrandOf(found.sender, found.logo, found.invoice.locale),
      })
      await recordReceipt(db, held, mailId)
      await recordInvoiceEvent(db, orgId, invoiceId, {
        kind: 'receipt_mailed',
        source: 'system',
        facts: { mail_id: mailId },
      })
    })
  },
})

const isOwed = (invoice: InvoiceRow): boolean => invoice.paid_at !== null && invoice.receipt_mail_id === null
