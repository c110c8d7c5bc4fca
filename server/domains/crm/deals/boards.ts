import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { nilId } from '#core/ids.ts'
import { id, inOrder, isAfter } from '#db/keyset.ts'
import type { Tables } from '#db/tables.ts'
import { sumsOf } from './deal-sums.ts'
import type { DealState } from './deals.ts'

/** Filter: one member's, unassigned, or (left out) all. */
export interface DealFilter {
  readonly pipelineId?: string | undefined
  readonly stageId?: string | undefined
  readonly state?: DealState | undefined
  readonly assignedTo?: string | undefined
  /** All records of one person. */
  readonly mergeGroup?: readonly string[] | undefined
  /** With `mergeGroup`: deals in which they are a further contact. */
  readonly furtherDealIds?: readonly string[] | undefined
  /** What a search has found (see `idsOfSearch`). */
  readonly among?: readonly string[] | undefined
}

type Deals = SelectQueryBuilder<Tables, 'deals', object>

const filtered = (query: Deals, orgId: string, filter: DealFilter): Deals => {
  let found = query.where('deals.org_id', '=', orgId).where('deals.deleted_at', 'is', null)
  if (filter.pipelineId) found = found.where('deals.pipeline_id', '=', filter.pipelineId)
  if (filter.stageId) found = found.where('deals.stage_id', '=', filter.stageId)
  // What went into another deal stands there.
  found = filter.state ? found.where('deals.state', '=', filter.state) : found.where('deals.state', '<>', 'linked')
  if (filter.assignedTo === 'nobody') found = found.where('deals.assigned_to', 'is', null)
  else if (filter.assignedTo) found = found.where('deals.assigned_to', '=', filter.assignedTo)
  const { mergeGroup, furtherDealIds = [] } = filter
  if (mergeGroup)
    found = found.where(({ eb, or }) =>
      or([eb('deals.contact_id', 'in', [...mergeGroup, nilId]), eb('deals.id', 'in', [...furtherDealIds, nilId])]),
    )
  if (filter.among) found = found.where('deals.id', 'in', [...filter.among, nilId])
  return found
}

export const dealOrders = ['-created_at', 'created_at', '-value_minor', 'value_minor', 'name', '-name'] as const

/** Amounts of two currencies are not compared: they are grouped, and what has no value comes last. */
const currencies = [sql`currency is null`, sql`coalesce(currency, '')`]
const rowOrders = {
  '-created_at': { by: [id], isDescending: true },
  created_at: { by: [id], isDescending: false },
  '-value_minor': { by: [...currencies, sql`-coalesce(value_minor, 0)`, id], isDescending: false },
  value_minor: { by: [...currencies, sql`coalesce(value_minor, 0)`, id], isDescending: false },
  // As a dictionary does, and as the index has them.
  name: { by: [sql`name collate "und-x-icu"`, id], isDescending: false },
  '-name': { by: [sql`name collate "und-x-icu"`, id], isDescending: true },
}

/** Ids of deals, by keyset. */
export const findDealIds = async (
  db: Db,
  orgId: string,
  filter: DealFilter,
  page: { order: (typeof dealOrders)[number]; cursor?: string | undefined; limit: number },
): Promise<string[]> => {
  const order = rowOrders[page.order]
  let query = filtered(db.selectFrom('deals'), orgId, filter).select('deals.id').orderBy(inOrder(order)).limit(page.limit)
  if (page.cursor) query = query.where(isAfter('deals', order, orgId, page.cursor))
  return (await query.execute()).map(({ id }) => id)
}

/** Ids of the deals of one column, from the top, below the cursor: a rank and an id. */
export const findColumn = async (
  db: Db,
  orgId: string,
  filter: DealFilter & { readonly stageId: string },
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ ids: string[]; nextCursor: string | null }> => {
  let query = filtered(db.selectFrom('deals'), orgId, filter)
    .select(['deals.id', 'deals.rank'])
    // All have none: said, the index of owners is read in its order (`is null` tells the planner nothing of an order).
    .$if(filter.assignedTo === 'nobody', (found) => found.orderBy('deals.assigned_to'))
    .orderBy('deals.rank')
    .orderBy('deals.id')
    .limit(limit + 1)
  const [rank, id] = cursor?.split('.') ?? []
  if (rank && id) query = query.where(sql<boolean>`(deals.rank, deals.id) > (${rank}, ${id}::uuid)`)
  const rows = await query.execute()
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { ids: page.map((row) => row.id), nextCursor: rows.length > limit && last ? `${last.rank}.${last.id}` : null }
}

/** What a cursor of a column looks like. */
export const columnCursor = /^[0-9A-Za-z]{1,1000}\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Of one stage and currency. Hundredths are of the smallest unit, exact, as digits: they outgrow a number. */
export interface ColumnCount {
  readonly stage_id: string
  readonly currency: string | null
  readonly count: number
  readonly minor: number
  /** Of open deals that have a chance of their own: each value times its per cent. */
  readonly weighted_hundredths: string
  readonly weighted: number
  /** Of open deals that have that of their stage. */
  readonly plain_minor: string
}

/**
 * How many deals stand in each stage of a pipeline, and what they are worth, currency by currency. Read from what is kept (see `deal-sums.ts`);
 * of those that a search has found, from these.
 */
export const countColumns = async (
  db: Db,
  orgId: string,
  filter: Pick<DealFilter, 'assignedTo' | 'among'> & { readonly pipelineId: string },
): Promise<ColumnCount[]> => {
  const parts = filter.among ? partsFound(db, orgId, filter) : sumsOf(orgId, filter)
  const { rows } = await sql<ColumnCount>`
    select p.stage_id, p.currency, sum(p.count)::int as count, sum(p.minor)::float8 as minor,
      coalesce(sum(p.count) filter (where p.state = 'open' and p.chance is not null), 0)::int as weighted,
      coalesce(sum(p.minor * p.chance) filter (where p.state = 'open'), 0)::text as weighted_hundredths,
      coalesce(sum(p.minor) filter (where p.state = 'open' and p.chance is null), 0)::text as plain_minor
    from ${parts} p group by 1, 2 having sum(p.count) <> 0 order by 2`.execute(db)
  return rows
}

/** What some deals add up to, as it is kept of all. */
const partsFound = (db: Db, orgId: string, filter: DealFilter) =>
  sql`(${filtered(db.selectFrom('deals'), orgId, filter)
    .select(['deals.stage_id', 'deals.state', 'deals.currency', 'deals.chance'])
    .select([sql`count(*)`.as('count'), sql`coalesce(sum(deals.value_minor), 0)`.as('minor')])
    .groupBy(['deals.stage_id', 'deals.state', 'deals.currency', 'deals.chance'])})`

/**
 * What the open deals of a column are worth by their chances, in the smallest unit: summed up exactly, and rounded once, half up. Null: none of
 * them has a chance.
 */
export const weightedOf = (
  { weighted, weighted_hundredths, plain_minor }: Pick<ColumnCount, 'weighted' | 'weighted_hundredths' | 'plain_minor'>,
  stageChance: number | null,
): number | null =>
  weighted === 0 && stageChance === null
    ? null
    : Number((BigInt(weighted_hundredths) + BigInt(plain_minor) * BigInt(stageChance ?? 0) + 50n) / 100n)
