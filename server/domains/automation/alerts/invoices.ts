import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { HappenedOf } from '#core/events/reaction.ts'
import type { invoiceEvents } from '#domains/business/invoices/events.ts'
import { clearNotice, raiseNotice } from '#domains/platform/notifications/notices.ts'
import { formatMoney } from '#shapes/amounts.ts'
import { forMaker, membersAmong } from './addressees.ts'
import { alertNotices } from './notices.ts'

interface Invoice {
  readonly id: string
  readonly label: string | null
  readonly client_name: string
  readonly currency: string
  readonly total_minor: number
  readonly created_by: string | null
}

const findInvoices = (db: Db, orgId: string, ids: readonly string[]): Promise<Invoice[]> =>
  db
    .selectFrom('invoices')
    .select(['id', 'label', 'client_name', 'currency', 'total_minor', 'created_by'])
    .where('org_id', '=', orgId)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute()

const factsOf = ({ label, client_name, total_minor, currency }: Invoice) => ({
  label,
  name: client_name,
  // In words for English and for programs; the others write the amount as their language does.
  amount: formatMoney(total_minor, currency, 'en'),
  amount_minor: total_minor,
  currency,
})

/** States in which no payment is waited for. */
const settled: readonly string[] = ['paid', 'void', 'refunded']

/** Paid: for who made it. What is no longer waited for is overdue no longer. */
export const raisePaidInvoices = async (
  db: Db,
  orgId: string,
  events: readonly HappenedOf<typeof invoiceEvents.changed>[],
): Promise<void> => {
  const moved = events.filter(({ facts }) => settled.includes(facts?.after?.state ?? ''))
  for (const { subjectId } of moved) await clearNotice(db, orgId, alertNotices.invoice_overdue, subjectId)
  const paid = moved.filter(({ facts }) => facts?.after?.state === 'paid').map(({ subjectId }) => subjectId)
  if (paid.length === 0) return
  const invoices = await findInvoices(db, orgId, paid)
  const members = await membersAmong(
    db,
    orgId,
    invoices.map(({ created_by }) => created_by),
  )
  for (const invoice of invoices)
    await raiseNotice(db, orgId, {
      ...{ notice: alertNotices.invoice_paid, subjectId: invoice.id, facts: factsOf(invoice) },
      ...forMaker(invoice.created_by, members),
    })
}

/** The invoice is locked against a payment at this moment. */
export const raiseOverdueInvoice = async (db: Db, orgId: string, invoiceId: string): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select id from invoices where org_id = ${orgId} and id = ${invoiceId} and state = 'sent' for no key update`.execute(db)
  const [invoice] = rows.length === 0 ? [] : await findInvoices(db, orgId, [invoiceId])
  if (!invoice) return
  await raiseNotice(db, orgId, {
    ...{ notice: alertNotices.invoice_overdue, subjectId: invoice.id, facts: factsOf(invoice) },
    ...forMaker(invoice.created_by, await membersAmong(db, orgId, [invoice.created_by])),
  })
}
