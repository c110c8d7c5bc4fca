import { z } from 'zod'
import { changesOf } from '#core/events/changes.ts'
import { event } from '#core/events/event.ts'
import { shape } from '#shapes'

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

const InvoiceFacts = z.object({
  kind: z.string().describe('As in the history of the invoice: `sent`, `payment_received`, `voided` …'),
  ...changesOf(InvoiceFields).shape,
})

const ChangedInvoice = shape('ChangedInvoiceFields', InvoiceFields.partial().shape)
const InvoiceChanged = InvoiceFacts.extend({
  id: z.uuid().describe('The invoice'),
  before: ChangedInvoice.nullable().describe('Null: it was created'),
  after: ChangedInvoice.nullable().describe('Null: it was removed'),
})

const NumberingFields = z.object({ prefix: z.string(), period: z.string(), width: z.int() })

export const invoiceEvents = {
  numbered: event({
    type: 'invoice_numbering.changed',
    about: 'How invoices are numbered changed.',
    facts: changesOf(NumberingFields),
  }),
  changed: event({
    type: 'invoice.changed',
    about: 'Something happened to an invoice or one of its payments.',
    facts: InvoiceFacts,
    webhook: {
      body: InvoiceChanged,
      tell: ({ subjectId, facts }) => ({ id: subjectId, ...facts }),
      // Of those from before changes were kept there is no more to say than that there was one.
      read: async () => (happened) => ({
        id: happened.subjectId,
        kind: String(happened.facts.kind ?? ''),
        before: {},
        after: {},
      }),
    },
  }),
}
