import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { HappenedOf } from '#core/events/reaction.ts'
import type { conversationEvents } from '#domains/conversations/inbox/events.ts'
import type { dealEvents, taskEvents } from '#domains/crm/deals/events.ts'
import { clearNotice, raiseNotice } from '#domains/platform/notifications/notices.ts'
import { membersAmong } from './addressees.ts'
import { alertNotices } from './notices.ts'
import { threadsOf } from './threads.ts'

/** More deals of one person at once are one notice: an import, a rule, a colleague who leaves. */
const mostSingleDeals = 3

type DealEvent = HappenedOf<typeof dealEvents.created> | HappenedOf<typeof dealEvents.changed>

const isAssignment = (event: DealEvent): boolean => {
  if (event.facts === null) return false
  if ('deal' in event.facts) return event.facts.deal.assigned_to !== null
  const { change, before, after } = event.facts
  return change === 'assigned' && after.assigned_to !== null && after.assigned_to !== before.assigned_to
}

/** Of deals that are still whose they became: who gave one to themselves knows. */
export const raiseAssignedDeals = async (db: Db, orgId: string, events: readonly DealEvent[]): Promise<void> => {
  const ids = [...new Set(events.filter(isAssignment).map(({ subjectId }) => subjectId))]
  if (ids.length === 0) return
  const { rows } = await sql<{ id: string; name: string; person_id: string }>`
    select d.id, d.name, d.assigned_to as person_id from deals d join members m on m.org_id = d.org_id and m.id = d.assigned_to
    where d.org_id = ${orgId} and d.id = any(${ids}::uuid[]) and d.state = 'open'
      and d.assigned_to::text is distinct from d.assigned_because ->> 'person_id'
    order by d.id`.execute(db)
  for (const [personId, deals] of Map.groupBy(rows, ({ person_id }) => person_id)) {
    if (deals.length > mostSingleDeals)
      await raiseNotice(db, orgId, {
        ...{ notice: alertNotices.deals_assigned, subjectId: personId, personId, facts: { count: deals.length } },
      })
    else
      for (const { id, name } of deals)
        await raiseNotice(db, orgId, { notice: alertNotices.deal_assigned, subjectId: id, personId, facts: { name } })
  }
}

export const raiseAssignedTasks = async (
  db: Db,
  orgId: string,
  events: readonly HappenedOf<typeof taskEvents.changed>[],
): Promise<void> => {
  for (const { subjectId } of events.filter(({ facts }) => facts?.change === 'done'))
    await clearNotice(db, orgId, alertNotices.task_assigned, subjectId)
  const added = events
    .filter(({ facts }) => facts?.change === 'added' && facts.after?.assigned_to)
    .map(({ subjectId }) => subjectId)
  if (added.length === 0) return
  // The first task of a deal comes with the deal, which is said already.
  const { rows } = await sql<{ id: string; person_id: string; about: string | null }>`
    select t.id, t.assigned_to as person_id, coalesce(d.name, c.full_name) as about
    from tasks t join members m on m.org_id = t.org_id and m.id = t.assigned_to
    left join deals d on d.org_id = t.org_id and d.id = t.deal_id
    left join contacts c on c.org_id = t.org_id and c.id = t.contact_id
    where t.org_id = ${orgId} and t.id = any(${added}::uuid[]) and t.done_at is null
      and t.cause ->> 'rule' is distinct from 'first_answer' and t.assigned_to::text is distinct from t.cause ->> 'person_id'
    order by t.id`.execute(db)
  for (const { id, person_id: personId, about } of rows)
    await raiseNotice(db, orgId, { notice: alertNotices.task_assigned, subjectId: id, personId, facts: { about } })
}

export const raiseAssignedConversations = async (
  db: Db,
  orgId: string,
  events: readonly HappenedOf<typeof conversationEvents.changed>[],
): Promise<void> => {
  const given = events.flatMap(({ subjectId, facts }) => {
    const personId = facts?.after?.assigned_to
    return personId && personId !== facts.person_id ? [{ contactId: subjectId, personId }] : []
  })
  const members = await membersAmong(
    db,
    orgId,
    given.map(({ personId }) => personId),
  )
  const meant = given.filter(({ personId }) => members.has(personId))
  if (meant.length === 0) return
  const threads = await threadsOf(
    db,
    orgId,
    meant.map(({ contactId }) => contactId),
  )
  for (const { contactId: subjectId, personId } of meant)
    await raiseNotice(db, orgId, {
      ...{ notice: alertNotices.conversation_assigned, subjectId, personId },
      facts: { ...(threads.get(subjectId) ?? { name: null, thread: subjectId }) },
    })
}
