import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import type { Tables } from '#db/tables.ts'
import { choice } from '#shapes'
import { dealErrors } from './errors.ts'

export const StageKind = choice('StageKind', ['open', 'won', 'lost'])
export type StageKind = z.output<typeof StageKind>
export type StageRow = Selectable<Tables['stages']>
export type PipelineRow = Selectable<Tables['pipelines']>

/** What a workspace begins with; everything but the slugs can be changed. */
const firstStages = [
  ['new_lead', 'New lead', 'open', 10],
  ['qualified', 'Qualified', 'open', 30],
  ['proposal', 'Proposal', 'open', 50],
  ['negotiation', 'Negotiation', 'open', 75],
  ['won', 'Won', 'won', null],
  ['lost', 'Lost', 'lost', null],
] as const

/** That deals of a stage are won, in per cent. */
export const Chance = z.int().min(0).max(100)

/** The default pipeline for deals; created on first use, once, however many callers there are. */
export const defaultPipeline = async (db: Db, orgId: string): Promise<PipelineRow> => {
  const found = await findDefault(db, orgId)
  if (found) return found
  const made = await db
    .insertInto('pipelines')
    .values({ org_id: orgId, id: newId(), name: 'Sales', is_default: true })
    // A concurrent caller waits here for the commit, and finds it.
    // Not `is_default = $1`: from the sixth time on the plan would be a general one, which finds no index for it.
    .onConflict((conflict) => conflict.column('org_id').where(sql<boolean>`is_default`).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (made) {
    const stages = firstStages.map(([slug, name, kind, chance], position) => ({
      ...{ org_id: orgId, id: newId(), pipeline_id: made.id },
      ...{ slug, name, kind, chance, position },
    }))
    await db.insertInto('stages').values(stages).execute()
  }
  const pipeline = made ?? (await findDefault(db, orgId))
  if (!pipeline) throw new Error('no default pipeline')
  return pipeline
}

/** The same for read-only callers; undefined before its first use. */
export const findDefault = (db: Db, orgId: string): Promise<PipelineRow | undefined> =>
  db.selectFrom('pipelines').selectAll().where('org_id', '=', orgId).where('is_default', '=', true).executeTakeFirst()

/** One that is not archived. */
export const findPipeline = (db: Db, orgId: string, pipelineId: string): Promise<PipelineRow | undefined> =>
  db
    .selectFrom('pipelines')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', pipelineId)
    .where('archived_at', 'is', null)
    .executeTakeFirst()

/** The default one first, then in the order in which they were made. */
export const findPipelines = (db: Db, orgId: string): Promise<PipelineRow[]> =>
  db
    .selectFrom('pipelines')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('archived_at', 'is', null)
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .execute()

/** The columns of the board, in their order. */
export const findStages = (db: Db, orgId: string, pipelineId: string): Promise<StageRow[]> =>
  db
    .selectFrom('stages')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('pipeline_id', '=', pipelineId)
    .where('archived_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()

/** The stage of new deals. It is locked until the transaction ends, so it cannot be archived meanwhile. */
export const lockFirstStage = async (db: Db, orgId: string, pipelineId: string): Promise<StageRow> => {
  const stage = await db
    .selectFrom('stages')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('pipeline_id', '=', pipelineId)
    .where('archived_at', 'is', null)
    .where('kind', '=', 'open')
    .orderBy('position')
    .orderBy('id')
    .limit(1)
    .forKeyShare()
    .executeTakeFirst()
  if (!stage) throw new Error('a pipeline without an open stage')
  return stage
}

/** A stage that deals can be moved to; undefined where it is archived, or none. */
export const findStage = (db: Db, orgId: string, stageId: string) =>
  db
    .selectFrom('stages')
    .select(['id', 'kind'])
    .where('org_id', '=', orgId)
    .where('id', '=', stageId)
    .where('archived_at', 'is', null)
    .executeTakeFirst()

/** Locks a stage for moving a deal into it: one after the other. Throws `stage_not_found` for an archived one. */
export const lockStage = async (db: Db, orgId: string, stageId: string): Promise<StageRow> => {
  const stage = await db
    .selectFrom('stages')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', stageId)
    .where('archived_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!stage) throw new Failure(dealErrors.stage_not_found)
  return stage
}
