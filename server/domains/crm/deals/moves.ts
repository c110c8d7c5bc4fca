import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { recordEvent, wake } from '#core/events/events.ts'
import { newId } from '#core/ids.ts'
import { clearNotice } from '#domains/platform/notifications/notices.ts'
import { AuthorWorkflow, Reference, shape } from '#shapes'
import { recordDealChange } from './deal-changes.ts'
import { dealFactsOf } from './deal-facts.ts'
import { type DealRow, exactly, recordMove, type StandingBefore } from './deals.ts'
import { dealErrors } from './errors.ts'
import { dealEvents } from './events.ts'
import { dealNotices } from './notices.ts'
import { lockStage, type StageRow } from './pipelines.ts'
import { rankAtBottom, rankBetween, rankOnTop } from './ranks.ts'

/**
 * Moves a deal that the caller holds to a place in a stage that the caller holds as well. A won or lost stage closes it; an open
 * one opens it again, and its clock and its tasks go on. Answers the id of the move; null within the stage. Throws
 * `lost_reason_needed`, `deal_linked`.
 */
export const moveDealTo = async (
  db: Db,
  deal: DealRow,
  stage: StageRow,
  {
    rank,
    personId,
    cause,
    why,
    lostReason,
    times,
  }: {
    readonly rank: string
    readonly personId: string | null
    readonly cause: string
    readonly why?: string | null | undefined
    readonly lostReason?: string | null | undefined
    /** Of a move that is undone: since when the deal was in the stage, and when it was closed. */
    readonly times?: Pick<StandingBefore, 'stageSince' | 'closedAt'> | undefined
  },
): Promise<string | null> => {
  if (deal.state === 'linked') throw new Failure(dealErrors.deal_linked)
  const { org_id: orgId, id: dealId } = deal
  const before = await dealFactsOf(db, orgId, dealId)
  const stood = await standingOf(db, deal)
  const isLost = stage.kind === 'lost'
  const reason = isLost ? lostReason || deal.lost_reason : null
  if (isLost && !reason) throw new Failure(dealErrors.lost_reason_needed, { field: 'lostReason' })
  const staysInStage = stage.id === deal.stage_id
  const closes = stage.kind !== 'open' && stage.kind !== deal.state
  await db
    .updateTable('deals')
    .set({
      ...{ pipeline_id: stage.pipeline_id, stage_id: stage.id, state: stage.kind, rank, lost_reason: reason },
      ...(!staysInStage && { stage_since: sql<Date>`now()`, updated_at: sql<Date>`now()` }),
      ...(closes && { closed_at: sql<Date>`now()` }),
      ...(stage.kind === 'open' && { closed_at: null }),
      ...(times && { stage_since: exactly(times.stageSince), closed_at: exactly(times.closedAt) }),
    })
    .where('org_id', '=', orgId)
    .where('id', '=', dealId)
    .execute()
  // A move within a column creates no event: only open pages are refreshed.
  if (staysInStage) {
    await wake(db, orgId, dealEvents.changed)
    return null
  }
  const moveId = await recordMove(db, orgId, {
    ...{ dealId, from: deal.stage_id, to: stage.id, personId, cause, before: stood },
    why: why || (isLost ? reason : null),
  })
  if (closes)
    for (const notice of [dealNotices.deal_idle, dealNotices.response_due_soon, dealNotices.response_late])
      await clearNotice(db, orgId, notice, dealId)
  const after = await recordDealChange(db, orgId, dealId, 'moved', before)
  if (closes) await recordEvent(db, orgId, dealEvents.closed, dealId, { deal: after })
  return moveId
}

const standingOf = async (db: Db, { org_id, id }: DealRow): Promise<StandingBefore> => {
  const { rows } = await sql<StandingBefore>`
    select rank, stage_since::text as "stageSince", closed_at::text as "closedAt", lost_reason as "lostReason"
    from deals where org_id = ${org_id} and id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a locked deal is missing')
  return row
}

/**
 * How the deal stood before its newest move, if that is this one, with the stage that it came from; null where it was moved since, or by
 * an earlier version. The caller holds the deal.
 */
export const standingBefore = async (
  db: Db,
  { org_id, id }: DealRow,
  moveId: string,
): Promise<(StandingBefore & { readonly stageId: string }) | null> => {
  const { rows } = await sql<StandingBefore & { id: string; stageId: string | null }>`
    select id, from_stage_id as "stageId", before_rank as rank, before_stage_since::text as "stageSince",
      before_closed_at::text as "closedAt", before_lost_reason as "lostReason"
    from deal_moves where org_id = ${org_id} and deal_id = ${id} order by id desc limit 1`.execute(db)
  const [newest] = rows
  if (newest?.id !== moveId || newest.stageId === null || newest.stageSince === null) return null
  return { ...newest, stageId: newest.stageId }
}

/** Takes back the newest move of a deal that the caller holds: it stands where it stood, since when it stood there. */
export const moveBack = async (
  db: Db,
  deal: DealRow,
  { stageId, rank, lostReason, ...times }: StandingBefore & { readonly stageId: string },
  personId: string | null,
): Promise<void> => {
  const stage = await lockStage(db, deal.org_id, stageId)
  // Another deal may have been put there meanwhile: then it comes right below that one.
  const other = await findAt(db, stage, deal, rank)
  const free = other === undefined ? rank : await placeIn(db, stage, deal, { below: other.id }, newId)
  await moveDealTo(db, deal, stage, { rank: free, personId, cause: 'undo', lostReason, times })
}

const findAt = (db: Db, stage: StageRow, moved: DealRow, rank: string): Promise<{ id: string } | undefined> =>
  db
    .selectFrom('deals')
    .select('id')
    .where('org_id', '=', moved.org_id)
    .where('stage_id', '=', stage.id)
    .where('state', '<>', 'linked')
    .where('id', '<>', moved.id)
    .where('rank', '=', rank)
    .executeTakeFirst()

/**
 * A place in a stage that the caller holds: above or below another deal of it, or on top. A deal that has left meanwhile says
 * nothing about where, and the place is on top. Throws `deal_not_found` where there never was one.
 */
export const placeIn = async (
  db: Db,
  stage: StageRow,
  moved: DealRow,
  at: { readonly above?: string | undefined; readonly below?: string | undefined },
  newId: () => string,
): Promise<string> => {
  const neighbourId = at.above ?? at.below
  const neighbour = neighbourId === undefined ? undefined : await findPlace(db, moved.org_id, neighbourId)
  if (neighbourId !== undefined && !neighbour) throw new Failure(dealErrors.deal_not_found)
  if (neighbour?.id === moved.id) return moved.rank
  const isHere = neighbour?.stage_id === stage.id
  const side = at.above === undefined ? 'after' : 'before'
  if (!neighbour || !isHere) return onTop(await findNext(db, stage, moved, null, 'after'), newId)
  const next = await findNext(db, stage, moved, neighbour, side)
  if (side === 'before') return next === null ? onTop(neighbour.rank, newId) : between(next, neighbour.rank)
  return next === null ? atBottom(neighbour.rank, newId) : between(neighbour.rank, next)
}

const findPlace = (db: Db, orgId: string, dealId: string) =>
  db
    .selectFrom('deals')
    .select(['id', 'stage_id', 'rank'])
    .where('org_id', '=', orgId)
    .where('id', '=', dealId)
    .executeTakeFirst()

/** The rank next to a place, without the deal that is being moved; null at the end of the column. */
const findNext = async (
  db: Db,
  stage: StageRow,
  moved: DealRow,
  from: { readonly rank: string } | null,
  side: 'before' | 'after',
): Promise<string | null> => {
  let query = db
    .selectFrom('deals')
    .select('rank')
    .where('org_id', '=', moved.org_id)
    .where('stage_id', '=', stage.id)
    .where('state', '<>', 'linked')
    .where('id', '<>', moved.id)
    .orderBy('rank', side === 'after' ? 'asc' : 'desc')
    .limit(1)
  if (from) query = query.where('rank', side === 'after' ? '>' : '<', from.rank)
  return (await query.executeTakeFirst())?.rank ?? null
}

/** A new id is above all that came before it, unless a clock went back. */
const onTop = (first: string | null, newId: () => string): string => {
  const rank = rankOnTop(newId())
  return first === null || rank < first ? rank : rankBetween(null, first)
}

const atBottom = (last: string, newId: () => string): string => {
  const rank = rankAtBottom(newId())
  return rank > last ? rank : rankBetween(last, null)
}

const between = (above: string, below: string): string => rankBetween(above, below)

/** A move as the page of a deal shows it. */
export const DealMove = shape('DealMove', {
  id: z.uuid(),
  from: Reference.nullable().describe('Null: the deal was created'),
  to: Reference,
  person: Reference.nullable().describe('Null: automatic'),
  workflow: AuthorWorkflow,
  cause: z.string().describe('person, prd, web_chat, whatsapp, voice, lead, link, document or undo'),
  why: z.string().nullable(),
  at: z.iso.datetime(),
})

/** Newest first. */
export const findMoves = async (db: Db, orgId: string, dealId: string): Promise<z.output<typeof DealMove>[]> => {
  const rows = await db
    .selectFrom('deal_moves as move')
    .innerJoin('stages as to', (join) => join.on('to.org_id', '=', orgId).onRef('to.id', '=', 'move.to_stage_id'))
    .leftJoin('stages as from', (join) => join.on('from.org_id', '=', orgId).onRef('from.id', '=', 'move.from_stage_id'))
    .leftJoin('directory.people as person', 'person.id', 'move.person_id')
    .select(['move.id', 'move.cause', 'move.why', 'move.at', 'move.workflow', 'to.id as to_id', 'to.name as to_name'])
    .select(['from.id as from_id', 'from.name as from_name', 'person.id as person_id', 'person.name as person_name'])
    .where('move.org_id', '=', orgId)
    .where('move.deal_id', '=', dealId)
    .orderBy('move.id', 'desc')
    .limit(500)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    from: named(row.from_id, row.from_name),
    to: { id: row.to_id, name: row.to_name },
    person: named(row.person_id, row.person_name),
    workflow: row.workflow,
    cause: row.cause,
    why: row.why,
    at: row.at.toISOString(),
  }))
}

/** Something with a name, or null where there is none. */
export const named = (id: string | null, name: string | null): { id: string; name: string } | null =>
  id === null ? null : { id, name: name ?? '' }
