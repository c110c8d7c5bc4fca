import { job } from '#core/jobs/job.ts'
import { mailBrandOf } from '#domains/platform/business-identity/mail-brands.ts'
import { findMail, queueMail } from '#domains/platform/mail-out/mails.ts'
import { asPdf } from './documents.ts'
import { mailInvoiceJob, wordsOfMail } from './invoice-mails.ts'
import { findWholeInvoice, lockInvoice } from './invoices.ts'

export const mailInvoice = job({
  ...mailInvoiceJob,
  summary: 'Email an invoice to its client, as PDF',
  retry: { times: 8, delaySeconds: 5 },
  expireSeconds: 180,

  async run({ orgId, invoiceId, mailId, template }, context) {
    const { inOrg, enqueueIn, vault, newId, now, ports, settings } = context
    const found = await inOrg(orgId, (db) =>
      findWholeInvoice(db, orgId, invoiceId, { now: now(), vault, publicUrl: settings.publicUrl }),
    )
    if (!found || !isWanted(template, found.invoice.state)) return
    const pdf = await asPdf(ports, found, 'invoice')

    await inOrg(orgId, async (db) => {
      const held = await lockInvoice(db, orgId, invoiceId)
      if (!held || !isWanted(template, held.state) || (await findMail(db, orgId, mailId))) return
      await queueMail({ db, enqueue: (order, data) => enqueueIn(db, order, data), vault, newId, now }, orgId, {
        id: mailId,
        to: held.client_email,
        toName: held.client_name,
        template,
        facts: wordsOfMail(template, found.invoice, found.organization),
        attachments: [pdf],
        brand: mailBrandOf(found.sender, found.logo, found.invoice.locale),
      })
    })
  },
})

/** What was settled since it was asked for needs no mail any more. */
const isWanted = (template: 'invoice' | 'invoice-reminder', state: string): boolean =>
  template === 'invoice' ? state !== 'draft' && state !== 'void' : state === 'sent'
