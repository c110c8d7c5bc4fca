import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { findZone } from '#domains/platform/organizations/organizations.ts'
import { dayOf } from '#shapes/wall-clocks.ts'

/** The day that a workspace has at an instant: what was due before it is overdue (decision 0185). */
export const findToday = async (db: Db, orgId: string, now: Date): Promise<string> => dayOf(now, await findZone(db, orgId))

/** Whether an invoice is overdue on a day of its workspace: sent, unpaid, and its due day is over. */
export const isOverdue = (invoice: { readonly state: string; readonly due_on: string | null }, today: string): boolean =>
  invoice.state === 'sent' && invoice.due_on !== null && invoice.due_on < today

/** The same of rows of `invoices`. The state stands in the text: indexes of open invoices are partial. */
export const overdueOn = (today: string): RawBuilder<boolean> => sql<boolean>`(state = 'sent' and due_on < ${today}::date)`
