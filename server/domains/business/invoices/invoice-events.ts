import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { AuthorWorkflow, Reference, shape } from '#shapes'

/** Something that happened to an invoice, with who or what said so. */
export const InvoiceEvent = shape('InvoiceEvent', {
  id: z.uuid(),
  at: z.iso.datetime(),
  kind: z.string(),
  source: z.enum(['person', 'return', 'webhook', 'poll', 'system']),
  person: Reference.nullable(),
  workflow: AuthorWorkflow,
  facts: z.record(z.string(), z.unknown()).describe('Details: ids, amounts, reasons'),
})

/** After the last email to the client: a second click is no wish for a reminder. */
const reminderAfterMs = 60_000

/** Whether the client got an email so short a time ago that none goes now. `events`: of the invoice, the first first. */
export const wasJustMailed = (events: readonly { readonly kind: string; readonly at: string }[], now: Date): boolean => {
  const lastMail = events.findLast(({ kind }) => kind === 'sent' || kind === 'reminded')
  return lastMail !== undefined && now.getTime() - Date.parse(lastMail.at) < reminderAfterMs
}

/** The first first: a timeline. */
export const findInvoiceEvents = async (db: Db, orgId: string, invoiceId: string): Promise<z.output<typeof InvoiceEvent>[]> => {
  const rows = await db
    .selectFrom('invoice_events')
    .leftJoin('directory.people', 'directory.people.id', 'invoice_events.person_id')
    .selectAll('invoice_events')
    .select('directory.people.name as person_name')
    .where('org_id', '=', orgId)
    .where('invoice_id', '=', invoiceId)
    .orderBy('invoice_events.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    source: row.source as 'person',
    person: row.person_id !== null && row.person_name !== null ? { id: row.person_id, name: row.person_name } : null,
    workflow: row.workflow,
    facts: row.facts as Record<string, unknown>,
  }))
}
