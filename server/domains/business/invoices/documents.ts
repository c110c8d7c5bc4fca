import type { z } from 'zod'
import { Failure } from '#core/errors.ts'
import { DocumentLate, type InvoiceDocument } from '#ports/documents.ts'
import type { MailAttachment } from '#ports/mail.ts'
import type { Ports } from '#ports/ports.ts'
import { choice } from '#shapes'
import { languageOf } from '#shapes/languages.ts'
import { formatMoney } from '#shapes/money.ts'
import { put } from '#shapes/texts.ts'
import { invoiceErrors } from './errors.ts'
import type { Invoice } from './invoices.ts'
import { type Words, wordsOf } from './strings.ts'

export const DocumentKind = choice('DocumentKind', ['invoice', 'receipt'])
export type DocumentKind = z.output<typeof DocumentKind>

/** An invoice, or its receipt, as a file. No transaction should be open: a long one takes half a second. */
export const asPdf = async (
  ports: Ports,
  orgId: string,
  invoice: z.output<typeof Invoice>,
  organization: string,
  kind: DocumentKind,
): Promise<MailAttachment> => {
  const bytes = await ports.documents.setInvoice(documentOf(invoice, organization, kind), orgId).catch((error: unknown) => {
    throw error instanceof DocumentLate
      ? new Failure(invoiceErrors.document_late, { cause: error, retryAfterSeconds: 5 })
      : error
  })
  const name = `${kind === 'receipt' ? 'receipt-' : ''}${invoice.label ?? 'draft'}.pdf`
  return { name, type: 'application/pdf', bytes }
}

/** A plain date or the day of an instant (in UTC), written out in a language. */
export const formatDay = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

/** A decimal or a percentage as people of a language write it; the digits are the text's own. */
export const formatDecimal = (text: string, locale: string): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 3 }).format(text as Intl.StringNumericLiteral)
export const formatRate = (text: string, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit: 'percent', maximumFractionDigits: 3 }).format(
    text as Intl.StringNumericLiteral,
  )

/** An invoice, or the receipt of a paid one, as the port of documents takes it. */
export const documentOf = (invoice: z.output<typeof Invoice>, organization: string, kind: DocumentKind): InvoiceDocument => {
  const { locale } = invoice
  const words = wordsOf[languageOf(locale)]
  const money = (minor: number): string => formatMoney(minor, invoice.currency, locale)
  const day = (at: string): string => formatDay(at, locale)
  const isTaxed = invoice.lines.some(({ tax_minor }) => tax_minor > 0)
  const isReceipt = kind === 'receipt'
  const paidOn = invoice.paid_at === null ? [] : [{ label: words.paidOn, value: day(invoice.paid_at) }]
  return {
    language: languageOf(locale),
    title: isReceipt ? words.receipt : words.invoice,
    label: invoice.label,
    issuer: organization,
    mark: markOf(invoice, words),
    facts: isReceipt
      ? [...(invoice.label === null ? [] : [{ label: words.receiptFor, value: invoice.label }]), ...paidOn]
      : [
          { label: words.issuedOn, value: day(invoice.sent_at ?? invoice.created_at) },
          ...(invoice.due_on === null ? [] : [{ label: words.dueOn, value: day(invoice.due_on) }]),
          ...paidOn,
        ],
    client: {
      heading: words.billedTo,
      name: invoice.client_name,
      below: [...(invoice.client_address === null ? [] : [invoice.client_address]), invoice.client_email],
    },
    columns: {
      description: words.description,
      quantity: words.quantity,
      unit: words.unitPrice,
      tax: isTaxed ? words.tax : null,
      amount: words.amount,
    },
    lines: invoice.lines.map((line) => ({
      description: line.description,
      quantity: formatDecimal(line.quantity, locale),
      unit: money(line.unit_minor),
      tax: formatRate(line.tax_rate, locale),
      amount: money(line.amount_minor),
    })),
    sums: sumsOf(invoice, words).map(({ label, minor, isStrong }) => ({ label, value: money(minor), isStrong })),
    note: invoice.note,
    pay:
      isReceipt || invoice.pay_url === null || (invoice.state !== 'sent' && invoice.state !== 'processing')
        ? null
        : { heading: words.payOnline, words: words.scanOrOpen, url: invoice.pay_url },
    closing: isReceipt ? words.thanks : null,
    pageWords: words.page,
    lettersWords: words.lettersNumbered,
    date: ((isReceipt ? invoice.paid_at : null) ?? invoice.sent_at ?? invoice.created_at).slice(0, 10),
  }
}

/** What stands below the lines, on paper as on the pay page. */
export const sumsOf = (
  invoice: Pick<
    z.output<typeof Invoice>,
    'taxes' | 'subtotal_minor' | 'total_minor' | 'refunded_minor' | 'currency' | 'locale' | 'paid_at'
  >,
  words: Words,
): { label: string; minor: number; isStrong: boolean }[] => {
  const taxes = invoice.taxes
    .filter(({ tax_minor }) => tax_minor > 0)
    .map(({ rate, base_minor, tax_minor }) => ({
      label: put(words.taxOf, {
        rate: formatRate(rate, invoice.locale),
        base: formatMoney(base_minor, invoice.currency, invoice.locale),
      }),
      minor: tax_minor,
      isStrong: false,
    }))
  return [
    ...(taxes.length === 0 ? [] : [{ label: words.subtotal, minor: invoice.subtotal_minor, isStrong: false }, ...taxes]),
    { label: words.total, minor: invoice.total_minor, isStrong: true },
    ...(invoice.paid_at === null ? [] : [{ label: words.amountPaid, minor: invoice.total_minor, isStrong: false }]),
    ...(invoice.refunded_minor === 0 ? [] : [{ label: words.amountRefunded, minor: invoice.refunded_minor, isStrong: false }]),
  ]
}

const markOf = ({ state }: z.output<typeof Invoice>, words: Words): InvoiceDocument['mark'] => {
  if (state === 'draft') return { text: words.draft, tone: 'quiet' }
  if (state === 'paid') return { text: words.paid, tone: 'good' }
  if (state === 'void') return { text: words.void, tone: 'bad' }
  return state === 'refunded' ? { text: words.refunded, tone: 'quiet' } : null
}
