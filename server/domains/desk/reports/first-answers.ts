import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { idFloor } from '#core/ids.ts'

/**
 * What waited for a first answer and came in within a span: deals with a clock, and leads without a deal that got an answer. The same
 * as response times count, which have the last 30 days of it. A lead's time is in its id.
 */
export const firstAnswers = (
  orgId: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): RawBuilder<unknown> => sql`
  select 'deal' as kind, d.id, d.responded_at, d.responded_by as person_id,
    extract(epoch from d.responded_at - coalesce(l.received_at, d.created_at))::float8 / 60 as minutes
  from deals d left join leads l on l.org_id = ${orgId} and l.id = d.lead_id
  where d.org_id = ${orgId} and d.id >= ${idFloor(from)} and d.id < ${idFloor(to)} and d.response_due_at is not null
    and d.responded_at is not null and d.state <> 'linked' and d.deleted_at is null
  union all
  select 'lead', r.id, r.responded_at, r.person_id, extract(epoch from r.responded_at - l.received_at)::float8 / 60
  from lead_responses r join leads l on l.org_id = ${orgId} and l.id = r.id and l.deleted_at is null
  where r.org_id = ${orgId} and lead_waits(l.waits, l.via) and r.id >= ${idFloor(from)} and r.id < ${idFloor(to)}
    and not exists (select from deals d where d.org_id = ${orgId} and d.lead_id = r.id)`

export interface AnswerFigure {
  /** From 0; null: the whole span. */
  readonly part: number | null
  readonly answered: number
  readonly median_minutes: number
}

/** Median and number of first answers, of each part of a span and of all of it. */
export const countFirstAnswers = async (
  db: Db,
  orgId: string,
  { borders, to, personId }: { borders: readonly Date[]; to: Date; personId?: string | undefined },
): Promise<AnswerFigure[]> => {
  const [from] = borders
  if (!from) return []
  const { rows } = await sql<AnswerFigure>`
    select part, count(*)::int as answered,
      round(percentile_cont(0.5) within group (order by minutes)::numeric, 1)::float8 as median_minutes
    from (
      select a.minutes, width_bucket(a.id, ${borders.map(idFloor)}::uuid[]) - 1 as part
      from (${firstAnswers(orgId, { from, to })}) a
      ${personId === undefined ? sql`` : sql`where a.person_id = ${personId}`}) a
    group by grouping sets ((part), ()) having count(*) > 0 order by part nulls last`.execute(db)
  return rows
}
