import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { clearNotice } from '#domains/platform/notifications/notices.ts'
import { mergeGroupOf } from '../identities/merge-groups.ts'
import { recordDealChange } from './deal-changes.ts'

import { dealNotices } from './notices.ts'
import { addTask } from './tasks.ts'

export const responseKinds = ['message', 'call', 'mail', 'person'] as const
export type ResponseKind = (typeof responseKinds)[number]

/** How long to wait for a reply before a member should check again. */
const waitDays = 3

/**
 * Records a first reply: stops the clock of every open deal and lead of the contact, once. The first
 * task is completed, and the next step is to wait for the contact.
 */
export const recordResponse = async (
  db: Db,
  orgId: string,
  { contactId, personId, byKind }: { contactId: string; personId: string | null; byKind: ResponseKind },
): Promise<void> => {
  const mergeGroup = await mergeGroupOf(db, orgId, contactId)
  const answered = await db
    .updateTable('deals')
    .set({ responded_at: sql<Date>`now()`, responded_by: personId, updated_at: sql<Date>`now()` })
    .where('org_id', '=', orgId)
    .where('contact_id', 'in', mergeGroup)
    .where('state', '=', 'open')
    .where('responded_at', 'is', null)
    .returning(['id', 'assigned_to', 'responded_at'])
    .execute()
  for (const deal of answered) await afterAnswer(db, orgId, deal, personId)
  await sql`
    insert into lead_responses (org_id, id, responded_at, person_id, by_kind)
    select l.org_id, l.id, now(), ${personId}, ${byKind} from leads l
    where l.org_id = ${orgId} and l.contact_id = any(${mergeGroup})
      and not exists (select from lead_responses r where r.org_id = l.org_id and r.id = l.id)
    on conflict (org_id, id) do nothing`.execute(db)
}

const afterAnswer = async (
  db: Db,
  orgId: string,
  deal: { id: string; assigned_to: string | null; responded_at: Date | null },
  personId: string | null,
): Promise<void> => {
  await db
    .updateTable('tasks')
    .set({ done_at: sql<Date>`now()`, done_by: personId, outcome: 'answered' })
    .where('org_id', '=', orgId)
    .where('cause_key', '=', firstAnswerOf(deal.id))
    .where('done_at', 'is', null)
    .execute()
  await addTask(db, orgId, {
    dealId: deal.id,
    kind: 'wait',
    title: 'Waiting for their reply',
    dueAt: deal.responded_at && new Date(deal.responded_at.getTime() + waitDays * 86_400_000),
    assignedTo: deal.assigned_to,
    cause: { rule: 'answered' },
    causeKey: `answered:${deal.id}`,
  })
  await clearNotice(db, orgId, dealNotices.response_late, deal.id)
  await recordDealChange(db, orgId, deal.id, 'answered')
}

/** The task with which every deal begins, by its cause. */
export const firstAnswerOf = (dealId: string): string => `first_answer:${dealId}`
