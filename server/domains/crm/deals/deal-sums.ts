import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#core/context.ts'

/**
 * Deals that are neither in the bin nor part of another one, by stage, state, owner, currency and chance: how many, and what they are worth.
 * Each statement that changes deals adds its difference in its own transaction, and the job `compact-deal-sums` adds those up: both tables
 * together are exact at any moment (decision 0136). Rows of `stage_id`, `state`, `currency`, `chance`, `count` and `minor`.
 */
export const sumsOf = (
  orgId: string,
  { pipelineId, assignedTo }: { readonly pipelineId?: string; readonly assignedTo?: string | undefined } = {},
): RawBuilder<unknown> => {
  const ofPerson =
    assignedTo === undefined
      ? sql``
      : assignedTo === 'nobody'
        ? sql`and assigned_to is null`
        : sql`and assigned_to = ${assignedTo}`
  const ofPipeline =
    pipelineId === undefined
      ? sql``
      : sql`and stage_id in (select id from stages where org_id = ${orgId} and pipeline_id = ${pipelineId})`
  const where = sql`org_id = ${orgId} ${ofPerson} ${ofPipeline}`
  return sql`(
    select stage_id, state, currency, chance, count, minor from deal_sums where ${where}
    union all
    select stage_id, state, currency, chance, count, minor from deal_sum_changes where ${where})`
}

/** By the id of a stage: all its deals, and those that are open. */
export const countsOfStages = async (
  db: Db,
  orgId: string,
): Promise<ReadonlyMap<string, { readonly deals: number; readonly open_deals: number }>> => {
  const { rows } = await sql<{ stage_id: string; deals: number; open_deals: number }>`
    select c.stage_id, sum(c.count)::int as deals, coalesce(sum(c.count) filter (where c.state = 'open'), 0)::int as open_deals
    from ${sumsOf(orgId)} c group by 1`.execute(db)
  return new Map(rows.map(({ stage_id, ...counts }) => [stage_id, counts]))
}
