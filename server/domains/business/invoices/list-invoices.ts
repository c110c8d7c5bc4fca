import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { findCompanyPeople, mostOfCompanyWords } from '#domains/crm/companies/company-people.ts'
import { companyErrors } from '#domains/crm/companies/errors.ts'
import { Cursor, PageSize, SearchText } from '#shapes'
import { findInvoices, InvoiceSummary, invoiceStates, OpenSum, showSummary, sumOpen } from './invoices.ts'
import { findToday } from './overdue.ts'

export const listInvoices = action({
  name: 'list-invoices',
  summary: 'List invoices, newest first',
  description: `\`query\` matches a number (\`INV-0007\` or \`7\`), or part of the client’s name or email address. \`open\` totals what is outstanding across all invoices: sent, or with a payment processing. ${mostOfCompanyWords}`,
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'read',
  scope: 'invoices:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({
    state: z
      .enum([...invoiceStates, 'overdue'])
      .optional()
      .describe('`overdue`: sent, unpaid and past the due date'),
    query: SearchText.optional(),
    contactId: z.uuid().optional(),
    companyId: z.uuid().optional().describe('Of the contacts of a company'),
    cursor: Cursor.optional(),
    limit: PageSize,
  }),
  output: z.object({
    invoices: z.array(InvoiceSummary),
    next_cursor: z.uuid().nullable(),
    open: z.array(OpenSum),
  }),
  errors: [companyErrors.company_not_found],
  examples: [
    { title: 'Unpaid invoices', input: { state: 'sent' } },
    { title: 'Invoices of one client', input: { query: 'maya', limit: 20 } },
  ],

  async run({ limit, companyId, ...filter }, { org, db, now, vault, settings }) {
    const today = await findToday(db, org.id, now())
    const showing = { today, vault, publicUrl: settings.publicUrl }
    const people = companyId === undefined ? undefined : await findCompanyPeople(db, org.id, companyId)
    const rows = await findInvoices(db, org.id, { ...filter, contactIds: people?.contactIds, limit: limit + 1 }, today)
    const page = rows.slice(0, limit)
    return {
      invoices: page.map((row) => showSummary(row, showing)),
      next_cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
      open: await sumOpen(db, org.id, today),
    }
  },
})
