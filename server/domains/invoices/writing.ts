import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { Email } from '#domains/accounts/people.ts'
import { findContact } from '#domains/contacts/contacts.ts'
import { Day } from '#shapes'
import { Currency } from '#shapes/money.ts'
import { Locale } from './languages.ts'
import { WrittenLines } from './lines.ts'

/** What a person writes on an invoice. */
export const InvoiceFields = {
  clientName: z.string().trim().min(1).max(255).describe('As it stands on the invoice'),
  clientEmail: Email.describe('Where the invoice, reminders and the receipt go'),
  clientAddress: z.string().trim().max(1_000).nullish().describe('Lines of the postal address, tax number and the like'),
  contactId: z.uuid().nullish().describe('The contact whom it is for'),
  currency: Currency,
  lines: WrittenLines,
  dueOn: Day.nullish().describe('The last day to pay, in UTC'),
  note: z.string().trim().max(2_000).nullish().describe('Stands below the lines'),
  locale: Locale.optional().describe('The language of the document, its mails and its pay page'),
} as const

/** Refuses a contact that the organization does not have. */
export const checkContact = async (db: Db, orgId: string, contactId: string | null | undefined): Promise<void> => {
  if (contactId && !(await findContact(db, orgId, contactId))) throw new Failure('contact_not_found', { field: 'contactId' })
}
