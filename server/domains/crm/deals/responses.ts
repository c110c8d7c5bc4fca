import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { eventOf, type NewEvent, recordAll } from '#core/events/events.ts'
import { noticesCleared } from '#domains/platform/notifications/notices.ts'
import { mergeGroupOf } from '../identities/merge-groups.ts'
import { eventsOfMoved, leadsContacted, type MovedLead } from '../leads/states.ts'
import { type DealWithStage, dealFactsIn } from './deal-facts.ts'
import { dealEvents, taskEvents, taskFieldsOf } from './events.ts'
import { dealNotices } from './notices.ts'
import { taskOutcomes } from './task-outcomes.ts'

export const responseKinds = ['message', 'call', 'mail', 'person'] as const
export type ResponseKind = (typeof responseKinds)[number]

/** Who replied, how, and when: unless it is now, only what had come in by then is answered. */
interface Reply {
  readonly personId: string | null
  readonly byKind: ResponseKind
  readonly at?: Date
}

/** How long to wait for a reply before a member should check again. */
const waitDays = 3

/**
 * Records a reply: the first stops the clock of every open deal and lead of the contact, once, completes the first task, and the next
 * step is to wait for the contact. A lead that is new is `contacted`.
 */
export const recordResponse = async (
  db: Db,
  orgId: string,
  { contactId, ...reply }: Reply & { readonly contactId: string },
): Promise<void> => {
  const contactIds = await mergeGroupOf(db, orgId, contactId)
  await recordAll(db, orgId, await recordResponses(db, orgId, { contactIds, ...reply }))
}

/** The same for several contacts, all records of each, in one statement. Answers what is to be told. */
export const recordResponses = async (
  db: Db,
  orgId: string,
  { contactIds, personId, byKind, at }: Reply & { readonly contactIds: readonly string[] },
): Promise<NewEvent[]> => {
  if (contactIds.length === 0) return []
  const moment = at ? sql`${at}::timestamptz` : sql`now()`
  const { rows } = await sql<Answered | Unanswered>`
    with answered as (
      update deals d set responded_at = ${moment}, responded_by = ${personId}, updated_at = now()
      where d.org_id = ${orgId} and d.contact_id = any(${[...contactIds]}::uuid[]) and d.state = 'open' and d.deleted_at is null and d.responded_at is null
        ${at ? sql`and coalesce((select l.received_at from leads l where l.org_id = d.org_id and l.id = d.lead_id), d.created_at) <= ${at}` : sql``}
      returning d.*),
    done as (
      update tasks t set done_at = now(), done_by = ${personId}, outcome = ${taskOutcomes.answered}
      from answered a where t.org_id = ${orgId} and t.cause_key = ${firstAnswerOf('')} || a.id and t.done_at is null),
    planned as (
      insert into tasks (org_id, id, deal_id, kind, title, due_at, assigned_to, cause, cause_key)
      select ${orgId}, uuidv7(), a.id, 'wait', 'Waiting for their reply', a.responded_at + make_interval(days => ${waitDays}), a.assigned_to,
        '{"rule": "answered"}', 'answered:' || a.id
      from answered a order by a.id
      on conflict (org_id, cause_key) where cause_key is not null do nothing
      returning id, deal_id, due_at),
    late as (${noticesCleared(orgId, dealNotices.response_late, sql`select id from answered`)}),
    hurried as (${noticesCleared(orgId, dealNotices.response_due_soon, sql`select id from answered`)}),
    idle as (${noticesCleared(orgId, dealNotices.deal_idle, sql`select deal_id from planned`)}),
    leads_answered as (
      insert into lead_responses (org_id, id, responded_at, person_id, by_kind)
      select l.org_id, l.id, ${moment}, ${personId}, ${byKind} from leads l
      where l.org_id = ${orgId} and l.contact_id = any(${[...contactIds]}::uuid[]) and lead_waits(l.waits, l.via)
        ${at ? sql`and l.received_at <= ${at}` : sql``}
        and not exists (select from lead_responses r where r.org_id = l.org_id and r.id = l.id)
      on conflict (org_id, id) do nothing),
    contacted as (${leadsContacted(orgId, contactIds, { personId, at })})
    select (select jsonb_agg(to_jsonb(m) order by m.id) from contacted m) as leads, deal.*
    from (select) as once left join (
      select p.id as task_id, p.due_at, a.id, a.name, a.kind, a.state, a.value_minor, a.currency, a.close_on, a.chance, a.assigned_to, a.lost_reason,
        a.created_at, a.closed_at, a.contact_id, s.slug, s.name as stage, c.root_id
      from answered a
      join stages s on s.org_id = ${orgId} and s.id = a.stage_id
      join contacts c on c.org_id = ${orgId} and c.id = a.contact_id
      left join planned p on p.deal_id = a.id) deal on true
    order by deal.id`.execute(db)
  return [...eventsOfMoved(rows[0]?.leads ?? []), ...rows.flatMap(eventsOfAnswered)]
}

const eventsOfAnswered = ({ leads: _leads, task_id, due_at, ...row }: Answered | Unanswered): NewEvent[] => {
  if (row.id === null) return []
  const deal = dealFactsIn(row)
  const task = { due_at, assigned_to: row.assigned_to, done_at: null, done_by: null }
  const changed = eventOf(dealEvents.changed, deal.id, { change: 'answered', before: deal, after: deal })
  if (task_id === null) return [changed]
  const about = { change: 'added', kind: 'wait', deal_id: deal.id, contact_id: null } as const
  return [eventOf(taskEvents.changed, task_id, { ...about, before: null, after: taskFieldsOf(task) }), changed]
}

/** A deal that was answered, with the task to wait for the contact; without where it is there already. */
interface Answered extends DealWithStage {
  readonly task_id: string | null
  readonly due_at: Date | null
  /** Of all of them, in each row. */
  readonly leads: readonly MovedLead[] | null
}

/** There was no deal that waited. */
interface Unanswered {
  readonly id: null
  readonly task_id: null
  readonly due_at: null
  readonly leads: readonly MovedLead[] | null
}

/** The task with which every deal begins, by its cause. */
export const firstAnswerOf = (dealId: string): string => `first_answer:${dealId}`
