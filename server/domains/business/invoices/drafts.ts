import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { checkLetters } from '#core/unsupported-characters.ts'
import { findContact } from '#domains/crm/identities/contacts.ts'
import { contactErrors } from '#domains/crm/identities/errors.ts'
import { Email } from '#domains/platform/users/users.ts'
import { Day } from '#shapes'
import { Locale } from '#shapes/languages.ts'
import { type Coverage, tidyLine } from '#shapes/letters.ts'
import { Currency } from '#shapes/money.ts'
import { formatDay, formatDecimal } from './documents.ts'
import { invoiceErrors } from './errors.ts'
import type { Invoice } from './invoices.ts'
import { describedTooMuch, WrittenLines, written } from './lines.ts'

/** What a person writes on an invoice. */
export const InvoiceFields = {
  clientName: z.string().overwrite(tidyLine).trim().min(1).max(255).describe('As shown on the invoice'),
  clientEmail: Email.describe('Where the invoice, reminders and the receipt go'),
  clientAddress: written('clientAddress').nullish().describe('Lines of the postal address, tax number and so on'),
  contactId: z.uuid().nullish().describe('The contact of the client'),
  currency: Currency,
  lines: WrittenLines,
  dueOn: Day.nullish().describe('The due date, in UTC'),
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
    readonly note?: string | null | undefined
    readonly locale?: string | undefined
    readonly lines?: readonly { readonly description: string }[] | undefined
  },
): void => {
  const { clientName, clientEmail, clientAddress, note } = texts
  checkLetters(coverage, {
    clientName,
    clientEmail,
    clientAddress,
    ...Object.fromEntries(lines.map(({ description }, at) => [`lines.${at}.description`, description])),
    note,
    locale: locale === undefined ? null : formatDecimal('1234567890.5', locale) + formatDay('2026-12-31', locale),
  })
}

/**
 * Refuses to send what could not be shown: a draft, and the workspace's name, may be older than the rules that they are written
 * by today, or of a font that is gone.
 */
export const checkSendable = (coverage: Coverage, invoice: z.output<typeof Invoice>, organization: string): void => {
  const tooMuch = describedTooMuch(invoice.lines)
  if (tooMuch !== null) throw new Failure(invoiceErrors.invoice_too_long, { field: 'lines', message: `lines: ${tooMuch}` })
  checkLetters(coverage, { workspace: organization })
  checkWriting(coverage, {
    clientName: invoice.client_name,
    clientEmail: invoice.client_email,
    clientAddress: invoice.client_address,
    note: invoice.note,
    locale: invoice.locale,
    lines: invoice.lines,
  })
}

/** Refuses a contact that the organization does not have. */
export const checkContact = async (db: Db, orgId: string, contactId: string | null | undefined): Promise<void> => {
  if (contactId && !(await findContact(db, orgId, contactId)))
    throw new Failure(contactErrors.contact_not_found, { field: 'contactId' })
}
