import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { overdueOn } from '#domains/business/invoices/overdue.ts'
import { shape } from '#shapes'
import { mostCounted, shownRows } from './scopes.ts'

export const DueInvoice = shape('DueInvoice', {
  id: z.uuid(),
  label: z.string(),
  client_name: z.string(),
  contact_id: z.uuid().nullable(),
  total_minor: z.int(),
  currency: z.string(),
  due_on: z.iso.date().nullable(),
  overdue: z.boolean(),
})

export const MoneySum = shape('MoneySum', {
  currency: z.string(),
  due_minor: z.int().describe('Due within a week, from today'),
  overdue_minor: z.int(),
  paid_minor: z.int().describe('Came in this month, without what was refunded or lost to disputes since'),
})

export const HomeMoney = z.object({
  count: z.int().describe('Invoices that are overdue or due within a week; counted up to 100'),
  overdue: z.int().describe('Of those counted'),
  sums: z.array(MoneySum).describe('By currency: amounts of two currencies are never added'),
  rows: z.array(DueInvoice),
})

/** Money that is due and that came in. It belongs to the workspace: an invoice has no owner. `today` is the workspace's, too. */
export const findMoney = async (
  db: Db,
  orgId: string,
  { today, inWeek, monthBegan }: { today: string; inWeek: string; monthBegan: Date },
): Promise<z.output<typeof HomeMoney>> => {
  // All of them are sent: `overdueOn` asks for the state, which stands in no entry of the index, so each invoice would be read.
  const { rows: sums } = await sql<z.output<typeof MoneySum>>`
    select currency, sum(due)::float8 as due_minor, sum(overdue)::float8 as overdue_minor, sum(paid)::float8 as paid_minor from (
      select currency, sum(total_minor) filter (where due_on >= ${today}) as due, sum(total_minor) filter (where due_on < ${today}) as overdue,
        0 as paid
      from invoices where org_id = ${orgId} and state = 'sent' and due_on <= ${inWeek} group by currency
      union all
      select currency, 0, 0, sum(amount_minor - refunded_minor - lost_minor) from payments
      where org_id = ${orgId} and received_at >= ${monthBegan} group by currency) parts
    group by currency order by currency`.execute(db)
  const { rows } = await sql<{
    id: string
    label: string
    client_name: string
    contact_id: string | null
    total_minor: number
    currency: string
    due_on: string
    overdue: boolean
  }>`
    select id, label, client_name, contact_id, total_minor::float8 as total_minor, currency, due_on::text as due_on, ${overdueOn(today)} as overdue
    from invoices where org_id = ${orgId} and state = 'sent' and due_on <= ${inWeek}
    order by invoices.due_on, invoices.id limit ${mostCounted}`.execute(db)
  return {
    count: rows.length,
    overdue: rows.filter(({ overdue }) => overdue).length,
    sums: sums.map((sum) => ({
      currency: sum.currency,
      due_minor: sum.due_minor ?? 0,
      overdue_minor: sum.overdue_minor ?? 0,
      paid_minor: sum.paid_minor ?? 0,
    })),
    rows: rows.slice(0, shownRows),
  }
}
