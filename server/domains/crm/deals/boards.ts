import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { nilId } from '#core/ids.ts'
import { id, inOrder, isAfter } from '#db/keyset.ts'
import type { Tables } from '#db/tables.ts'
import { rootId } from '../identities/root-ids.ts'
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
  readonly search?: string | undefined
}

type Deals = SelectQueryBuilder<Tables, 'deals', object>

const contactHasPart = (part: string) =>
  sql<boolean>`(contacts.full_name ilike ${part} or contacts.email ilike ${part} or contacts.phone like ${part})`

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
  if (filter.search) {
    const part = `%${filter.search.replaceAll(/[\\%_]/g, '\\$&')}%`
    found = found.where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('deals.name', 'ilike', part),
        eb('deals.business_name', 'ilike', part),
        exists(
          selectFrom('contacts')
            .select('contacts.id')
            .where('contacts.org_id', '=', orgId)
            .whereRef('contacts.id', '=', 'deals.contact_id')
            .where(contactHasPart(part)),
        ),
        exists(
          selectFrom('deal_people')
            .innerJoin('contacts', (join) =>
              join.on('contacts.org_id', '=', orgId).onRef('contacts.id', '=', 'deal_people.contact_id'),
            )
            .select('contacts.id')
            .where('deal_people.org_id', '=', orgId)
            .whereRef('deal_people.deal_id', '=', 'deals.id')
            .where(contactHasPart(part)),
        ),
        exists(
          selectFrom('companies')
            .select('companies.id')
            .where('companies.org_id', '=', orgId)
            .where(
              'companies.id',
              '=',
              sql<string>`(
              select ${rootId('g')} from companies g where g.org_id = deals.org_id and g.id = deals.company_id)`,
            )
            .where('companies.name', 'ilike', part),
        ),
      ]),
    )
  }
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
  name: { by: [sql`lower(name)`, id], isDescending: false },
  '-name': { by: [sql`lower(name)`, id], isDescending: true },
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

/** How many deals stand in each stage, and what they are worth, currency by currency. */
export const countColumns = (db: Db, orgId: string, filter: DealFilter): Promise<ColumnCount[]> =>
  filtered(db.selectFrom('deals'), orgId, filter)
    .select(['deals.stage_id', 'deals.currency', ({ fn }) => fn.countAll<number>().as('count')])
    .select([
      sql<number>`coalesce(sum(deals.value_minor), 0)::float8`.as('minor'),
      sql<number>`(count(*) filter (where deals.state = 'open' and deals.chance is not null))::int`.as('weighted'),
      sql<string>`coalesce(sum(deals.value_minor * deals.chance) filter (where deals.state = 'open'), 0)::text`.as(
        'weighted_hundredths',
      ),
      sql<string>`coalesce(sum(deals.value_minor) filter (where deals.state = 'open' and deals.chance is null), 0)::text`.as(
        'plain_minor',
      ),
    ])
    .groupBy(['deals.stage_id', 'deals.currency'])
    .orderBy('deals.currency')
    .execute()

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
