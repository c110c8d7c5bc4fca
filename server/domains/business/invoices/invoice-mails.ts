import { z } from 'zod'
import type { ClientFacts } from '#domains/platform/mail-out/mail-facts.ts'
import { languageOf } from '#shapes/languages.ts'
import { formatMoney } from '#shapes/money.ts'
import { put } from '#shapes/texts.ts'
import { formatDay } from './documents.ts'
import type { Invoice } from './invoices.ts'
import { wordsOf } from './strings.ts'

/**
 * Emails an invoice to its client, with the PDF. The caller chooses the email's id: a job that runs twice finds the email
 * that it has queued.
 */
export const mailInvoiceJob = {
  name: 'mail-invoice',
  data: z.object({
    orgId: z.uuid(),
    invoiceId: z.uuid(),
    mailId: z.uuid(),
    template: z.enum(['invoice', 'invoice-reminder']),
  }),
} as const

/** What a mail about an invoice says, in the language of the invoice. */
export const wordsOfMail = (
  template: 'invoice' | 'invoice-reminder' | 'receipt',
  invoice: z.output<typeof Invoice>,
  organization: string,
): ClientFacts => {
  if (invoice.label === null || invoice.pay_url === null) throw new Error('a draft is not emailed')
  const words = wordsOf[languageOf(invoice.locale)]
  const values = {
    organization,
    label: invoice.label,
    amount: formatMoney(invoice.total_minor, invoice.currency, invoice.locale),
    due: invoice.due_on === null ? '' : formatDay(invoice.due_on, invoice.locale),
  }
  const isDue = invoice.due_on !== null
  const texts = {
    invoice: {
      subject: words.invoiceSubject,
      title: words.invoiceTitle,
      first: isDue ? words.invoiceSaysDue : words.invoiceSays,
      second: words.attached,
      button: words.lookAndPay,
    },
    'invoice-reminder': {
      subject: words.reminderSubject,
      title: words.invoiceTitle,
      first: isDue ? words.reminderSaysDue : words.reminderSays,
      second: words.reminderPaid,
      button: words.lookAndPay,
    },
    receipt: {
      subject: words.receiptSubject,
      title: words.receiptTitle,
      first: words.receiptSays,
      second: words.receiptAttached,
      button: words.openInvoice,
    },
  }[template]
  return {
    language: languageOf(invoice.locale),
    sender: organization,
    subject: put(texts.subject, values),
    title: put(texts.title, values),
    first: put(texts.first, values),
    second: texts.second,
    button: texts.button,
    link: invoice.pay_url,
    orCopy: words.orCopy,
    footer: put(words.mailFooter, values),
  }
}
