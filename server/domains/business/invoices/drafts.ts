import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { checkLetters } from '#core/unsupported-characters.ts'
import { lockStandingContact } from '#domains/crm/records/standing-contacts.ts'
import { businessErrors } from '#domains/platform/business-identity/errors.ts'
import { printedTexts } from '#domains/platform/business-identity/senders.ts'
import { Email } from '#domains/platform/users/users.ts'
import { CountryCode, Day } from '#shapes'
import { type NumberFault, taxNumberFault, tidyNumber } from '#shapes/business-numbers.ts'
import { isGstPlace } from '#shapes/gst.ts'
import { Locale } from '#shapes/languages.ts'
import { type Coverage, tidyLine } from '#shapes/letters.ts'
import { Currency } from '#shapes/money.ts'
import { vatRules } from '#shapes/vat-ids.ts'
import { formatDay, formatDecimal } from './documents.ts'
import { invoiceErrors } from './errors.ts'
import type { WholeInvoice } from './invoices.ts'
import { describedTooMuch, WrittenLines, written } from './lines.ts'

/** Where the law of India sees the supply, by the code of the state. */
export const PlaceOfSupply = z
  .string()
  .trim()
  .refine(isGstPlace, 'is not the GST code of a state or territory of India, such as 29, and not 96 (outside India)')
  .describe(
    'GST code of the state where the supply is made, such as 29; 96: outside India. It decides which taxes the tax is made of',
  )

/** What a person writes on an invoice. */
export const InvoiceFields = {
  clientName: z.string().overwrite(tidyLine).trim().min(1).max(255).describe('As shown on the invoice'),
  clientEmail: Email.describe('Where the invoice, reminders and the receipt go'),
  clientAddress: written('clientAddress').nullish().describe('Lines of the postal address, tax number and so on'),
  clientTaxNumber: z
    .string()
    .overwrite(tidyLine)
    .trim()
    .max(40)
    .nullish()
    .describe('VAT ID, GSTIN or another tax number of the client; checked where its form is known'),
  clientCountry: CountryCode.nullish(),
  reverseCharge: z.boolean().optional().describe('The client owes the tax: it says so on the invoice, and no line is taxed'),
  placeOfSupply: PlaceOfSupply.nullish(),
  contactId: z.uuid().nullish().describe('The contact of the client'),
  currency: Currency,
  lines: WrittenLines,
  dueOn: Day.nullish().describe('The due date; it ends with its day in the time zone of the workspace'),
  note: written('note').nullish().describe('Shown below the lines'),
  locale: Locale.optional().describe('Language of the document, its emails and its pay page'),
} as const

/** Refuses what the invoice's PDF could not show, by its field. A way of writing numbers may have digits of its own. */
export const checkWriting = (
  coverage: Coverage,
  {
    lines = [],
    locale,
    ...texts
  }: {
    readonly clientName?: string | undefined
    readonly clientEmail?: string | undefined
    readonly clientAddress?: string | null | undefined
    readonly clientTaxNumber?: string | null | undefined
    readonly note?: string | null | undefined
    readonly locale?: string | undefined
    readonly lines?: readonly { readonly description: string }[] | undefined
  },
): void => {
  const { clientName, clientEmail, clientAddress, clientTaxNumber, note } = texts
  checkLetters(coverage, {
    clientName,
    clientEmail,
    clientAddress,
    clientTaxNumber,
    ...Object.fromEntries(lines.map(({ description }, at) => [`lines.${at}.description`, description])),
    note,
    locale: locale === undefined ? null : formatDecimal('1234567890.5', locale) + formatDay('2026-12-31', locale),
  })
}

/**
 * Refuses to send what could not be shown: a draft, and the workspace's name, may be older than the rules that they are written
 * by today, or of a font that is gone.
 */
export const checkSendable = (coverage: Coverage, { invoice, sender }: Pick<WholeInvoice, 'invoice' | 'sender'>): void => {
  const tooMuch = describedTooMuch(invoice.lines)
  if (tooMuch !== null) throw new Failure(invoiceErrors.invoice_too_long, { field: 'lines', message: `lines: ${tooMuch}` })
  checkLetters(coverage, printedTexts(sender))
  checkWriting(coverage, {
    clientName: invoice.client_name,
    clientEmail: invoice.client_email,
    clientAddress: invoice.client_address,
    clientTaxNumber: invoice.client_tax_number,
    note: invoice.note,
    locale: invoice.locale,
    lines: invoice.lines,
  })
}

/**
 * The tax number of a client as it is kept. One that begins as a VAT ID is checked as one, one of the form of a GSTIN as that; any other is
 * taken as it is. Throws for a wrong digit: the sender can still ask.
 */
export const readClientNumber = (given: string | null | undefined): string | null | undefined => {
  if (!given) return given === undefined ? undefined : null
  const number = tidyNumber(given)
  const gstinFault = taxNumberFault('gstin', number, null)
  if (gstinFault?.fault !== 'form') return gstinFault === null ? number : refuseClientNumber(gstinFault)
  if (!/^[A-Z]{2}[A-Z\d]{6,}$/.test(number)) return given
  const fault = taxNumberFault('vat', number, null)
  // Another country's number, which we do not know.
  return fault && number.slice(0, 2) in vatRules ? refuseClientNumber(fault) : number
}

const refuseClientNumber = ({ fault, example }: NumberFault): never => {
  throw new Failure(businessErrors.business_number_invalid, {
    field: 'clientTaxNumber',
    message: `clientTaxNumber ${fault === 'form' ? 'is not a VAT ID of that country' : 'has a wrong check digit'}; compare it with ${example}`,
  })
}

/** Refuses tax where the client owes it. */
export const checkReverseCharge = (isReverseCharge: boolean, taxMinor: number): void => {
  if (isReverseCharge && taxMinor > 0) throw new Failure(invoiceErrors.reverse_charge_taxed, { field: 'reverseCharge' })
}

/** Refuses a contact that the organization does not have, or has deleted (`contact_not_found`, `record_in_bin`). */
export const checkContact = async (db: Db, orgId: string, contactId: string | null | undefined): Promise<void> => {
  if (contactId) await lockStandingContact(db, orgId, contactId, 'contactId')
}
