import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Cursor, PageSize, SearchText } from '#shapes'
import { findInvoices, InvoiceSummary, invoiceStates, OpenSum, showSummary, sumOpen } from './invoices.ts'

export const listInvoices = action({
  name: 'list-invoices',
  summary: 'Invoices, newest first',
  description:
    '`query` finds a number (`INV-0007` or `7`), or a part of the name or address of the client. `open` sums up what is still to come, of all invoices: sent, or with a payment under way.',
  who: 'member',
  transports: ['gateway', 'mcp'],
  effect: 'read',
  scope: 'invoices:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({
    state: z
      .enum([...invoiceStates, 'overdue'])
      .optional()
      .describe('`overdue`: sent, unpaid, and the due date is over'),
    query: SearchText.optional(),
    contactId: z.uuid().optional(),
    cursor: Cursor.optional(),
    limit: PageSize,
  }),
  output: z.object({
    invoices: z.array(InvoiceSummary),
    next_cursor: z.uuid().nullable(),
    open: z.array(OpenSum),
  }),
  errors: [],
  examples: [
    { title: 'What is not paid yet', input: { state: 'sent' } },
    { title: 'Of one client', input: { query: 'maya', limit: 20 } },
  ],

  async run({ limit, ...filter }, { org, db, now, vault, settings }) {
    const showing = { now: now(), vault, publicUrl: settings.publicUrl }
    const rows = await findInvoices(db, org.id, { ...filter, limit: limit + 1 }, now())
    const page = rows.slice(0, limit)
    return {
      invoices: page.map((row) => showSummary(row, showing)),
      next_cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
      open: await sumOpen(db, org.id, now()),
    }
  },
})
