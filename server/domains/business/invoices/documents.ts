import type { z } from 'zod'
import { Failure } from '#core/errors.ts'
import { readLogoFile } from '#domains/platform/business-identity/logos.ts'
import { addressLines, type Sender, sayPhone, shortAddress } from '#domains/platform/business-identity/senders.ts'
import { DocumentLate, type DocumentLogo, type InvoiceDocument } from '#ports/documents.ts'
import type { MailAttachment } from '#ports/mail.ts'
import type { Ports } from '#ports/ports.ts'
import { choice } from '#shapes'
import { bankNumberKinds, numberNames, taxNumberKinds, writeBankNumber } from '#shapes/business-numbers.ts'
import { readableOn } from '#shapes/colours.ts'
import { languageOf } from '#shapes/languages.ts'
import { formatMoney } from '#shapes/money.ts'
import { put } from '#shapes/texts.ts'
import { invoiceErrors } from './errors.ts'
import type { Invoice, WholeInvoice } from './invoices.ts'
import { type Words, wordsOf } from './strings.ts'
import { remarksOf, sayClientNumber, sayTaxCode, taxFactsOf } from './tax-facts.ts'

export const DocumentKind = choice('DocumentKind', ['invoice', 'receipt'])
export type DocumentKind = z.output<typeof DocumentKind>

/** An invoice, or its receipt, as a file. No transaction should be open: a long one takes half a second. */
export const asPdf = async (ports: Ports, whole: WholeInvoice, kind: DocumentKind): Promise<MailAttachment> => {
  const { row, invoice, logo } = whole
  const picture = logo && (await readLogoFile(ports.files, logo))
  const bytes = await ports.documents.setInvoice(documentOf(whole, kind, picture), row.org_id).catch((error: unknown) => {
    throw error instanceof DocumentLate
      ? new Failure(invoiceErrors.document_late, { cause: error, retryAfterSeconds: 5 })
      : error
  })
  const name = `${kind === 'receipt' ? 'receipt-' : ''}${(invoice.label ?? 'draft').replaceAll(/[/\\]/g, '-')}.pdf`
  return { name, type: 'application/pdf', bytes }
}

/** A plain date or the day of an instant (in UTC), written out in a language. */
export const formatDay = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

/** A decimal or a percentage as people of a language write it; the digits are the text's own. */
export const formatDecimal = (text: string, locale: string): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 3 }).format(text as Intl.StringNumericLiteral)
export const formatRate = (text: string, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit: 'percent', maximumFractionDigits: 4 }).format(
    text as Intl.StringNumericLiteral,
  )

/** An invoice, or the receipt of a paid one, as the port of documents takes it. */
export const documentOf = (
  { invoice, sender }: Pick<WholeInvoice, 'invoice' | 'sender'>,
  kind: DocumentKind,
  logo: DocumentLogo | null,
): InvoiceDocument => {
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
    issuer: sender.name,
    sender: senderLines(sender, locale),
    logo,
    colour: sender.colour && readableOn(sender.colour, '#ffffff'),
    mark: markOf(invoice, words),
    facts: [
      ...(isReceipt
        ? [...(invoice.label === null ? [] : [{ label: words.receiptFor, value: invoice.label }]), ...paidOn]
        : [
            { label: words.issuedOn, value: day(invoice.sent_at ?? invoice.created_at) },
            ...(invoice.due_on === null ? [] : [{ label: words.dueOn, value: day(invoice.due_on) }]),
            ...paidOn,
          ]),
      ...taxFactsOf(invoice, sender, words),
    ],
    client: {
      heading: words.billedTo,
      name: invoice.client_name,
      below: [
        ...(invoice.client_address === null ? [] : [invoice.client_address]),
        ...(invoice.client_tax_number === null ? [] : [sayClientNumber(invoice.client_tax_number, words)]),
        invoice.client_email,
      ],
    },
    columns: {
      description: words.description,
      quantity: words.quantity,
      unit: words.unitPrice,
      tax: isTaxed ? words.tax : null,
      amount: words.amount,
    },
    lines: invoice.lines.map((line) => ({
      description: line.tax_code === null ? line.description : `${line.description}\n${sayTaxCode(line.tax_code)}`,
      quantity: formatDecimal(line.quantity, locale),
      unit: money(line.unit_minor),
      tax: formatRate(line.tax_rate, locale),
      amount: money(line.amount_minor),
    })),
    sums: sumsOf(invoice, words).map(({ label, minor, isStrong }) => ({ label, value: money(minor), isStrong })),
    remarks: remarksOf(invoice, sender, words),
    note: invoice.note,
    pay:
      isReceipt || invoice.pay_url === null || (invoice.state !== 'sent' && invoice.state !== 'processing')
        ? null
        : { heading: words.payOnline, words: words.scanOrOpen, url: invoice.pay_url },
    bank:
      isReceipt || Object.keys(sender.bank).length === 0
        ? null
        : { heading: words.bankTransfer, facts: bankFacts(sender, invoice.label, words) },
    foot: { facts: numberFacts(sender, words), words: sender.footer },
    closing: isReceipt ? words.thanks : null,
    pageWords: words.page,
    lettersWords: words.lettersNumbered,
    date: ((isReceipt ? invoice.paid_at : null) ?? invoice.sent_at ?? invoice.created_at).slice(0, 10),
  }
}

/** Below the sender's name: the legal name where it is another, the address, and how to reach them. */
const senderLines = (sender: Sender, locale: string): string[] => {
  const reached = [sender.email, sender.phone && sayPhone(sender.phone), sender.website && shortAddress(sender.website)]
    .filter(Boolean)
    .join(' · ')
  return [
    ...(sender.legal_name === null || sender.legal_name === sender.name ? [] : [sender.legal_name]),
    ...addressLines(sender, locale),
    ...(reached === '' ? [] : [reached]),
  ]
}

/** The numbers of the sender as they are written on the document, with what they are called. */
export const numberFacts = (sender: Sender, words: Words): { label: string; value: string }[] => {
  const names = { ...numberNames, vat: words.vatId, company: words.companyNumber, other: words.taxNumber }
  const numbers = taxNumberKinds.flatMap((kind) => {
    const value = sender.tax_numbers[kind]
    return value === undefined ? [] : [{ label: names[kind], value }]
  })
  return [...numbers, ...(sender.registration === null ? [] : [{ label: '', value: sender.registration }])]
}

/** Where money can be sent, and what to write on the transfer. */
export const bankFacts = (sender: Sender, label: string | null, words: Words): { label: string; value: string }[] => [
  ...bankNumberKinds.flatMap((kind) => {
    const value = sender.bank[kind]
    return value === undefined
      ? []
      : [{ label: kind === 'account' ? words.accountNumber : numberNames[kind], value: writeBankNumber(kind, value) }]
  }),
  ...(label === null ? [] : [{ label: words.transferReference, value: label }]),
]

/** What stands below the lines, on paper as on the pay page. */
export const sumsOf = (
  invoice: Pick<
    z.output<typeof Invoice>,
    'taxes' | 'subtotal_minor' | 'total_minor' | 'refunded_minor' | 'currency' | 'locale' | 'paid_at'
  > & { readonly tax_parts?: z.output<typeof Invoice>['tax_parts'] },
  words: Words,
): { label: string; minor: number; isStrong: boolean }[] => {
  const of = ({ rate, base_minor }: { readonly rate: string; readonly base_minor: number }) => ({
    rate: formatRate(rate, invoice.locale),
    base: formatMoney(base_minor, invoice.currency, invoice.locale),
  })
  const parts = (invoice.tax_parts ?? []).map((part) => ({
    label: put(words.namedTaxOf, { name: part.kind.toUpperCase(), ...of(part) }),
    minor: part.tax_minor,
    isStrong: false,
  }))
  const whole = invoice.taxes
    .filter(({ tax_minor }) => tax_minor > 0)
    .map((tax) => ({ label: put(words.taxOf, of(tax)), minor: tax.tax_minor, isStrong: false }))
  const taxes = parts.length > 0 ? parts : whole
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
