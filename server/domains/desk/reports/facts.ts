import { type RawBuilder, sql } from 'kysely'
import { madeAt } from '#core/expired-rows.ts'
import { idFloor } from '#core/ids.ts'
import { addDays, dayStart } from '#shapes/wall-clocks.ts'
import { firstAnswers } from './first-answers.ts'

type Sql = RawBuilder<unknown>

/** What is counted by: null where a fact has no such thing. */
export const groupings = ['source', 'owner', 'stage', 'age'] as const
export type Grouping = (typeof groupings)[number]

/** A span of time; `at` is the moment until which what is outstanding is counted. */
export interface Span {
  readonly from: Date
  readonly to: Date
}

/** What figures count and lists show: with `kind` and `id`, the record that it opens, and when it was. */
export interface Facts {
  /** Ids are times: the order of ids is that of `at`, and an index has it. */
  readonly isById?: true
  /** A row each. */
  rows(orgId: string, span: Span): Sql
  /** The same added up, where rows are too many to be read: only `at`, `source`, `owner` and `n`. */
  counted?(orgId: string, span: Span): Sql
}

const types = {
  kind: 'text',
  id: 'uuid',
  at: 'timestamptz',
  n: 'int',
  currency: 'text',
  amount: 'float8',
  minutes: 'float8',
  source: 'text',
  owner: 'text',
  stage: 'text',
  age: 'text',
  opens: 'text',
  opened_id: 'uuid',
} as const
type Column = keyof typeof types

const columns = (given: Partial<Record<Column, Sql>>): Sql =>
  sql.join(
    (Object.keys(types) as Column[]).map(
      (name) => sql`(${given[name] ?? (name === 'n' ? sql`1` : sql`null`)})::${sql.raw(types[name])} as ${sql.ref(name)}`,
    ),
  )

const made = (id: Sql, { from, to }: Span): Sql => sql`${id} >= ${idFloor(from)} and ${id} < ${idFloor(to)}`
const during = (at: Sql, { from, to }: Span): Sql => sql`${at} >= ${from} and ${at} < ${to}`

/** Leads by when they came in, in one of these states; null: new. */
export const leadsIn = (states: readonly (string | null)[] | null): Facts => ({
  isById: true,
  rows: (orgId, span) => sql`
    select ${columns({
      ...{ kind: sql`'lead'`, id: sql`l.id`, at: madeAt(sql`l.id`), source: sql`l.source`, owner: sql`l.owner_id` },
      ...{ opens: sql`'lead'`, opened_id: sql`l.id` },
    })}
    from leads l where l.org_id = ${orgId} and ${made(sql`l.id`, span)} and l.deleted_at is null ${stateIs(sql`l.state`, states)}`,
  counted: (orgId, span) => sql`
    select ${columns({ at: sql`c.quarter`, n: sql`c.count`, source: sql`c.source`, owner: sql`c.owner_id` })}
    from (
      select quarter, source, owner_id, state, count from lead_counts where org_id = ${orgId} and ${during(sql`quarter`, span)}
      union all
      select quarter, source, owner_id, state, count from lead_count_changes where org_id = ${orgId} and ${during(sql`quarter`, span)}) c
    where true ${stateIs(sql`c.state`, states)}`,
})

const stateIs = (state: Sql, states: readonly (string | null)[] | null): Sql => {
  if (states === null) return sql``
  const named = states.filter((each) => each !== null)
  return states.includes(null)
    ? sql`and (${state} is null or ${state} = any(${named}::text[]))`
    : sql`and ${state} = any(${named}::text[])`
}

/** Deals that were created within the span, once for each stage that they have reached. */
export const reachedStages: Facts = {
  isById: true,
  rows: (orgId, span) => sql`
    select ${columns({
      ...{ kind: sql`'deal'`, id: sql`d.id`, at: madeAt(sql`d.id`), stage: sql`s.stage_id`, owner: sql`d.assigned_to` },
      ...{ opens: sql`'deal'`, opened_id: sql`d.id` },
    })}
    from deals d
    join lateral (
      select d.stage_id union select m.to_stage_id from deal_moves m where m.org_id = d.org_id and m.deal_id = d.id) s (stage_id) on true
    where d.org_id = ${orgId} and ${made(sql`d.id`, span)} and d.state <> 'linked' and d.deleted_at is null`,
}

/** First answers by when the lead or the deal came in, with the minutes that it waited. */
export const answered: Facts = {
  rows: (orgId, span) => sql`
    select ${columns({
      ...{ kind: sql`a.kind`, id: sql`a.id`, at: madeAt(sql`a.id`), minutes: sql`a.minutes`, owner: sql`a.person_id` },
      ...{ opens: sql`a.kind`, opened_id: sql`a.id` },
    })}
    from (${firstAnswers(orgId, span)}) a`,
}

/** The same, of those that were answered within the workspace's target. */
export const answeredInTime: Facts = {
  rows: (orgId, span) => sql`
    select f.* from (${answered.rows(orgId, span)}) f, orgs o where o.org_id = ${orgId} and f.minutes <= o.response_target_minutes`,
}

/** Deals by when they were won or lost, with the minutes from their first day to that. */
export const closedDeals = (state: 'won' | 'lost'): Facts => ({
  rows: (orgId, span) => sql`
    select ${columns({
      ...{ kind: sql`'deal'`, id: sql`d.id`, at: sql`d.closed_at`, owner: sql`d.assigned_to` },
      ...{ minutes: sql`extract(epoch from d.closed_at - d.created_at) / 60`, source: sql`l.source` },
      ...{ opens: sql`'deal'`, opened_id: sql`d.id` },
    })}
    from deals d left join leads l on l.org_id = d.org_id and l.id = d.lead_id
    where d.org_id = ${orgId} and ${during(sql`d.closed_at`, span)} and d.state = ${state} and d.deleted_at is null`,
})

/** Messages that members wrote to clients. */
export const sentMessages: Facts = {
  rows: (orgId, span) => sql`
    select ${columns({
      ...{ kind: sql`'message'`, id: sql`m.id`, at: sql`m.at`, owner: sql`m.person_id` },
      ...{ opens: sql`'conversation'`, opened_id: sql`m.contact_id` },
    })}
    from messages m where m.org_id = ${orgId} and ${during(sql`m.at`, span)} and m.direction = 'out' and m.person_id is not null`,
}

/** Calls of members that were put through, and those with their own telephones that reached a client. */
export const talkedCalls: Facts = {
  isById: true,
  rows: (orgId, span) => sql`
    select ${columns({
      ...{
        kind: sql`'call'`,
        id: sql`c.id`,
        at: madeAt(sql`c.id`),
        owner: sql`c.person_id`,
        minutes: sql`c.duration_s / 60.0`,
      },
      ...{ opens: sql`case when c.contact_id is not null then 'contact' end`, opened_id: sql`c.contact_id` },
    })}
    from calls c where c.org_id = ${orgId} and ${made(sql`c.id`, span)} and c.person_id is not null and c.answered_at is not null and c.deleted_at is null`,
}

/** Tasks by when a member completed them. */
export const doneTasks: Facts = {
  rows: (orgId, span) => sql`
    select ${columns({
      ...{ kind: sql`'task'`, id: sql`t.id`, at: sql`t.done_at`, owner: sql`t.done_by` },
      opens: sql`case when t.deal_id is not null then 'deal' when t.contact_id is not null then 'contact'
        when t.company_id is not null then 'company' else 'task' end`,
      opened_id: sql`coalesce(t.deal_id, t.contact_id, t.company_id, t.id)`,
    })}
    from tasks t where t.org_id = ${orgId} and ${during(sql`t.done_at`, span)} and t.done_by is not null and t.deleted_at is null`,
}

/** Notes of members on records. */
export const writtenNotes: Facts = {
  isById: true,
  rows: (orgId, span) => sql`
    select ${columns({
      ...{ kind: sql`'note'`, id: sql`n.id`, at: madeAt(sql`n.id`), owner: sql`n.author_id` },
      ...{ opens: sql`n.kind`, opened_id: sql`n.record_id` },
    })}
    from notes n where n.org_id = ${orgId} and ${made(sql`n.id`, span)} and n.author_id is not null and n.deleted_at is null`,
}

/** Payments by when the provider received them: all of it, or what of it was refunded or lost to a dispute since. */
export const payments = (which: 'received' | 'returned'): Facts => ({
  rows: (orgId, span) => sql`
    select ${columns({
      ...{ kind: sql`'payment'`, id: sql`p.id`, at: sql`p.received_at`, currency: sql`p.currency` },
      amount: which === 'received' ? sql`p.amount_minor` : sql`p.refunded_minor + p.lost_minor`,
      ...{ opens: sql`'invoice'`, opened_id: sql`p.invoice_id` },
    })}
    from payments p where p.org_id = ${orgId} and ${during(sql`p.received_at`, span)}
      ${which === 'received' ? sql`` : sql`and p.refunded_minor + p.lost_minor > 0`}`,
})

export const ages = ['not_due', '0_30', '31_60', '61_90', 'over_90'] as const

/** A day of a workspace, and where it is. */
export interface WorkspaceDay {
  readonly today: string
  readonly zone: string
}

/** Invoices that are sent and not paid now, by how many days ago they were due; without a due date, by when they were sent. */
export const openInvoices = ({ today, zone }: WorkspaceDay): Facts => {
  // The days of the workspace as instants: the database may know fewer zones than the runtime, which took the workspace's.
  const sentBefore = (days: number) => sql`coalesce(i.sent_at < ${dayStart(addDays(today, -days), zone)}, false)`
  const dueBefore = (days: number) => sql`i.due_on < ${addDays(today, -days)}::date`
  const olderThan = (days: number) => sql`case when i.due_on is null then ${sentBefore(days)} else ${dueBefore(days)} end`
  return {
    rows: (orgId) => sql`
      select ${columns({
        ...{ kind: sql`'invoice'`, id: sql`i.id`, at: sql`coalesce(i.sent_at, i.created_at)`, currency: sql`i.currency` },
        amount: sql`i.total_minor`,
        age: sql`case when i.due_on > ${today}::date then 'not_due' when ${olderThan(90)} then 'over_90' when ${olderThan(60)} then '61_90'
          when ${olderThan(30)} then '31_60' else '0_30' end`,
        ...{ opens: sql`'invoice'`, opened_id: sql`i.id` },
      })}
      from invoices i where i.org_id = ${orgId} and i.state in ('sent', 'processing')`,
  }
}
