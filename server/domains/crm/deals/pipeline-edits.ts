import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { shape } from '#shapes'
import { slugOf } from '#shapes/texts.ts'
import { countsOfStages } from './deal-sums.ts'
import { dealErrors } from './errors.ts'
import { Chance, findPipelines, StageKind, type StageRow } from './pipelines.ts'

/** A pipeline as it is set up. */
export const Pipeline = shape('Pipeline', {
  id: z.uuid(),
  name: z.string(),
  is_default: z.boolean(),
  stages: z.array(
    shape('Stage', {
      id: z.uuid(),
      slug: z.string().describe('`status` of its deals; unchanged when the stage is renamed'),
      name: z.string(),
      kind: StageKind,
      position: z.int(),
      chance: Chance.nullable().describe('Per cent; of open stages. Null: none is set, and its deals are not weighted'),
      deals: z.int(),
      open_deals: z.int(),
    }),
  ),
})

export const showPipelines = async (db: Db, orgId: string): Promise<z.output<typeof Pipeline>[]> => {
  const pipelines = await findPipelines(db, orgId)
  const counts = await countsOfStages(db, orgId)
  const stages = await db
    .selectFrom('stages')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('archived_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return pipelines.map(({ id, name, is_default }) => ({
    ...{ id, name, is_default },
    stages: stages
      .filter(({ pipeline_id }) => pipeline_id === id)
      .map((stage) => ({
        ...{ id: stage.id, slug: stage.slug, name: stage.name, kind: stage.kind as StageKind },
        ...{ position: stage.position, chance: stage.chance, ...(counts.get(stage.id) ?? { deals: 0, open_deals: 0 }) },
      })),
  }))
}

export interface WantedStage {
  readonly id?: string | undefined
  readonly name: string
  readonly kind: StageKind
  /** Left out: as it is. */
  readonly chance?: number | null | undefined
}

/** Locks the pipelines of an organization until the transaction ends: changes happen one after the other. */
export const lockPipelines = async (db: Db, orgId: string): Promise<void> => {
  await db.selectFrom('pipelines').select('id').where('org_id', '=', orgId).orderBy('id').forUpdate().execute()
}

/**
 * Makes the stages of a pipeline be these, in this order: those without an id are added, those that are missing archived. Throws
 * `pipeline_incomplete`, `stage_not_found`, `stage_in_use` and `stage_kind_fixed`.
 */
export const setStages = async (db: Db, orgId: string, pipelineId: string, wanted: readonly WantedStage[]): Promise<void> => {
  if (StageKind.options.some((kind) => !wanted.some((stage) => stage.kind === kind)))
    throw new Failure(dealErrors.pipeline_incomplete)
  // Held against deals that would come into one of them: their foreign key waits.
  const all = await db
    .selectFrom('stages')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('pipeline_id', '=', pipelineId)
    .orderBy('id')
    .forUpdate()
    .execute()
  const before = all.filter(({ archived_at }) => archived_at === null)
  for (const { id, kind } of wanted) {
    const known = id === undefined ? undefined : before.find((stage) => stage.id === id)
    if (id !== undefined && !known) throw new Failure(dealErrors.stage_not_found)
    if (known && known.kind !== kind) throw new Failure(dealErrors.stage_kind_fixed)
  }
  await archiveStages(
    db,
    orgId,
    before.filter(({ id }) => !wanted.some((stage) => stage.id === id)),
  )
  const slugs = new Set(all.map(({ slug }) => slug))
  for (const [position, { id, name, kind, ...more }] of wanted.entries()) {
    const chance = kind === 'open' ? more.chance : null
    if (id === undefined)
      await db
        .insertInto('stages')
        .values({
          org_id: orgId,
          id: newId(),
          pipeline_id: pipelineId,
          slug: freeSlug(name, slugs),
          name,
          kind,
          chance,
          position,
        })
        .execute()
    else
      await db
        .updateTable('stages')
        .set({ name, position, ...(chance !== undefined && { chance }) })
        .where('org_id', '=', orgId)
        .where('id', '=', id)
        .execute()
  }
}

const archiveStages = async (db: Db, orgId: string, stages: readonly StageRow[]): Promise<void> => {
  if (stages.length === 0) return
  const ids = stages.map(({ id }) => id)
  const used = await db
    .selectFrom('deals')
    .select('stage_id')
    .where('org_id', '=', orgId)
    .where('stage_id', 'in', ids)
    .where('state', '=', 'open')
    .limit(1)
    .executeTakeFirst()
  if (used)
    throw new Failure(dealErrors.stage_in_use, {
      message: `The stage ${stages.find(({ id }) => id === used.stage_id)?.name} still has open deals.`,
    })
  await db
    .updateTable('stages')
    .set({ archived_at: sql<Date>`now()` })
    .where('org_id', '=', orgId)
    .where('id', 'in', ids)
    .execute()
}

/** `Proposal sent` → `proposal_sent`; one that is taken gets a number, and a name without Latin letters is `stage`. */
const freeSlug = (name: string, taken: Set<string>): string => {
  const wanted = slugOf(name, 60).replaceAll('-', '_') || 'stage'
  for (let n = 1; ; n++) {
    const slug = n === 1 ? wanted : `${wanted}_${n}`
    if (taken.has(slug)) continue
    taken.add(slug)
    return slug
  }
}

/** There must be one default pipeline: making another one the default takes it from the one before. */
export const makeDefault = async (db: Db, orgId: string, pipelineId: string): Promise<void> => {
  await db
    .updateTable('pipelines')
    .set({ is_default: false })
    .where('org_id', '=', orgId)
    .where('is_default', '=', true)
    .where('id', '<>', pipelineId)
    .execute()
  await db.updateTable('pipelines').set({ is_default: true }).where('org_id', '=', orgId).where('id', '=', pipelineId).execute()
}
