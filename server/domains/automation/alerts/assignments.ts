import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { NoticeDefinition } from '#core/declared.ts'
import type { HappenedOf } from '#core/events/reaction.ts'
import type { conversationEvents } from '#domains/conversations/inbox/events.ts'
import type { dealEvents, taskEvents } from '#domains/crm/deals/events.ts'
import type { leadEvents } from '#domains/crm/leads/events.ts'
import { clearNotice, noticesCleared, raiseNotice } from '#domains/platform/notifications/notices.ts'
import { membersAmong } from './addressees.ts'
import { mostRecounted, raiseGathered, recountGathered } from './gathered.ts'
import { alertNotices } from './notices.ts'
import { threadsOf } from './threads.ts'

type DealEvent = HappenedOf<typeof dealEvents.created> | HappenedOf<typeof dealEvents.changed>

/** The member whose the deal became by it. */
const assigneeOf = ({ facts }: DealEvent): string | null => {
  if (facts === null) return null
  if ('deal' in facts) return facts.deal.assigned_to
  const { change, before, after } = facts
  return change === 'assigned' && after.assigned_to !== before.assigned_to ? after.assigned_to : null
}

/** The member whose it was before. */
const formerAssigneeOf = ({ facts }: DealEvent): string | null =>
  facts !== null && 'change' in facts && facts.before.assigned_to !== facts.after.assigned_to ? facts.before.assigned_to : null

const idsAmong = (ids: readonly (string | null | undefined)[]): ReadonlySet<string> =>
  new Set(ids.filter((id) => typeof id === 'string'))

/** Of deals that are still whose they became: who gave one to themselves knows. Of each the event that made it theirs counts, and no other. */
export const raiseAssignedDeals = async (db: Db, orgId: string, events: readonly DealEvent[]): Promise<void> => {
  const assigned = new Map(events.map((event) => [`${event.subjectId} ${assigneeOf(event)}`, event.at]))
  const ids = [...new Set(events.filter((event) => assigneeOf(event) !== null).map(({ subjectId }) => subjectId))]
  if (ids.length > 0) await raiseDealsOf(db, orgId, ids, assigned)
  await recountDeals(db, orgId, events.map(formerAssigneeOf))
}

const raiseDealsOf = async (
  db: Db,
  orgId: string,
  ids: readonly string[],
  assigned: ReadonlyMap<string, Date>,
): Promise<void> => {
  const { rows } = await sql<{ id: string; name: string; person_id: string }>`
    select d.id, d.name, d.assigned_to as person_id from deals d join members m on m.org_id = d.org_id and m.id = d.assigned_to
    where d.org_id = ${orgId} and d.id = any(${[...ids]}::uuid[]) and d.state = 'open'
      and d.assigned_to::text is distinct from d.assigned_because ->> 'person_id'
    order by d.id`.execute(db)
  const news = rows.flatMap(({ id, name, person_id }) => {
    const at = assigned.get(`${id} ${person_id}`)
    return at ? [{ person_id, thing: { id, at, facts: { name } } }] : []
  })
  for (const [personId, deals] of Map.groupBy(news, ({ person_id }) => person_id))
    await raiseGathered(
      db,
      orgId,
      personId,
      deals.map(({ thing }) => thing),
      { each: alertNotices.deal_assigned, all: alertNotices.deals_assigned },
    )
}

const countLeftDeals = async (db: Db, orgId: string, personId: string, since: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from deals d
      where d.org_id = ${orgId} and d.assigned_to = ${personId} and d.state = 'open' and d.deleted_at is null
        and d.assigned_because ->> 'person_id' is distinct from ${personId}
        and exists (
          select from events e
          where e.org_id = d.org_id and e.subject_id = d.id and e.type in ('deal.created', 'deal.changed') and e.at >= ${since}
            and coalesce(e.payload #>> '{deal,assigned_to}', e.payload #>> '{after,assigned_to}') = ${personId}
            and e.payload #>> '{before,assigned_to}' is distinct from ${personId})
      limit ${mostRecounted}) d`.execute(db)
  return rows[0]?.count ?? 0
}

/** Of leads that are still whose they became, and that are worked on: who took one knows. Of a lead that went on to another it is no news. */
export const raiseAssignedLeads = async (
  db: Db,
  orgId: string,
  events: readonly HappenedOf<typeof leadEvents.changed>[],
): Promise<void> => {
  const moved = events.flatMap(({ subjectId, at, facts }) =>
    facts && facts.after.owner_id !== facts.before.owner_id ? [{ subjectId, at, facts }] : [],
  )
  if (moved.length === 0) return
  const given = new Map(moved.map(({ subjectId, at, facts }) => [subjectId, { at, by: facts.person_id ?? null }]))
  const ids = [...given.keys()]
  await noticesCleared(orgId, alertNotices.lead_assigned, sql`select unnest(${ids}::uuid[])`).execute(db)
  const { rows } = await sql<{ id: string; name: string | null; person_id: string }>`
    select l.id, coalesce(l.full_name, l.email, l.phone) as name, l.owner_id as person_id
    from leads l join members m on m.org_id = l.org_id and m.id = l.owner_id
    where l.org_id = ${orgId} and l.id = any(${ids}::uuid[]) and l.deleted_at is null
      and (l.state is null or l.state in ('contacted', 'qualified'))
    order by l.id`.execute(db)
  const news = rows.flatMap(({ id, name, person_id }) => {
    const gift = given.get(id)
    return gift && gift.by !== person_id ? [{ person_id, thing: { id, at: gift.at, facts: { name } } }] : []
  })
  for (const [personId, leads] of Map.groupBy(news, ({ person_id }) => person_id))
    await raiseGathered(
      db,
      orgId,
      personId,
      leads.map(({ thing }) => thing),
      { each: alertNotices.lead_assigned, all: alertNotices.leads_assigned },
    )
  await recountLeads(
    db,
    orgId,
    moved.map(({ facts }) => facts.before.owner_id),
  )
}

const countLeftLeads = async (db: Db, orgId: string, personId: string, since: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from leads l
      where l.org_id = ${orgId} and l.owner_id = ${personId} and l.deleted_at is null
        and (l.state is null or l.state in ('contacted', 'qualified'))
        and exists (
          select from events e
          where e.org_id = l.org_id and e.subject_id = l.id and e.type = 'lead.changed' and e.at >= ${since}
            and e.payload #>> '{after,owner_id}' = ${personId} and e.payload #>> '{before,owner_id}' is distinct from ${personId}
            and e.payload ->> 'person_id' is distinct from ${personId})
      limit ${mostRecounted}) l`.execute(db)
  return rows[0]?.count ?? 0
}

/** Notices of many leads and deals say how many are left, after some of them were deleted or restored. */
export const recountAssigned = async (
  db: Db,
  orgId: string,
  { leadIds, dealIds }: { readonly leadIds: readonly string[]; readonly dealIds: readonly string[] },
): Promise<void> => {
  const { rows } = await sql<{ leads_of: string | null; deals_of: string | null }>`
    select distinct owner_id as leads_of, null::uuid as deals_of from leads where org_id = ${orgId} and id = any(${[...leadIds]}::uuid[])
    union select null, assigned_to from deals where org_id = ${orgId} and id = any(${[...dealIds]}::uuid[])`.execute(db)
  await recountLeads(
    db,
    orgId,
    rows.map(({ leads_of }) => leads_of),
    { isOfBin: true },
  )
  await recountDeals(
    db,
    orgId,
    rows.map(({ deals_of }) => deals_of),
    { isOfBin: true },
  )
}

const recounting =
  (notice: NoticeDefinition, countLeft: typeof countLeftLeads) =>
  (db: Db, orgId: string, personIds: readonly (string | null)[], more: { readonly isOfBin?: boolean } = {}): Promise<void> =>
    recountGathered(db, orgId, notice, idsAmong(personIds), {
      countLeft: (personId, since) => countLeft(db, orgId, personId, since),
      ...more,
    })

const recountLeads = recounting(alertNotices.leads_assigned, countLeftLeads)
const recountDeals = recounting(alertNotices.deals_assigned, countLeftDeals)

/** Of tasks that were added for a member, and of those that a colleague gave to another one: the one before hears no more of it. */
export const raiseAssignedTasks = async (
  db: Db,
  orgId: string,
  events: readonly HappenedOf<typeof taskEvents.changed>[],
): Promise<void> => {
  const added = new Set<string>()
  const given = new Set<string>()
  for (const { subjectId, facts } of events) {
    const to = facts?.after?.assigned_to
    const isGiven = facts?.change === 'edited' && to !== undefined
    if (facts?.change === 'done' || isGiven) await clearNotice(db, orgId, alertNotices.task_assigned, subjectId)
    if (facts?.change === 'added' && to) added.add(subjectId)
    if (!isGiven) continue
    added.delete(subjectId)
    if (to && to !== facts.person_id) given.add(subjectId)
    else given.delete(subjectId)
  }
  if (added.size + given.size === 0) return
  // The first task of a deal comes with the deal, which is said already.
  const { rows } = await sql<{ id: string; person_id: string; about: string | null }>`
    select t.id, t.assigned_to as person_id, coalesce(d.name, c.full_name) as about
    from tasks t join members m on m.org_id = t.org_id and m.id = t.assigned_to
    left join deals d on d.org_id = t.org_id and d.id = t.deal_id
    left join contacts c on c.org_id = t.org_id and c.id = t.contact_id
    where t.org_id = ${orgId} and t.id = any(${[...added, ...given]}::uuid[]) and t.done_at is null
      and (t.id = any(${[...given]}::uuid[])
        or t.cause ->> 'rule' is distinct from 'first_answer' and t.assigned_to::text is distinct from t.cause ->> 'person_id')
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
