import { z } from 'zod'
import { changesOf } from '#core/events/changes.ts'
import { event } from '#core/events/event.ts'

/** Whom it is for and what was written on it stands in the invoice, as long as that is kept. */
const InvoiceFields = z.object({
  state: z.string(),
  number: z.int().nullable(),
  contact_id: z.uuid().nullable(),
  currency: z.string(),
  total_minor: z.int(),
  due_on: z.string().nullable(),
  paid_minor: z.int(),
  refunded_minor: z.int(),
  lost_minor: z.int(),
})

export const invoiceFieldsOf = (invoice: z.output<typeof InvoiceFields>): z.output<typeof InvoiceFields> =>
  InvoiceFields.parse(invoice)

export const invoiceEvents = {
  changed: event({
    type: 'invoice.changed',
    about: 'Something happened to an invoice or one of its payments.',
    facts: z.object({ kind: z.string().describe('As in the history of the invoice'), ...changesOf(InvoiceFields).shape }),
  }),
}
