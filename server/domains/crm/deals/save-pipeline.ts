import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { changedFields } from '#core/events/changes.ts'
import { dealErrors } from './errors.ts'
import { pipelineEvents, pipelineFieldsOf } from './events.ts'
import { lockPipelines, makeDefault, Pipeline, setStages, showPipelines } from './pipeline-edits.ts'
import { Chance, defaultPipeline, findPipeline, StageKind } from './pipelines.ts'

export const savePipeline = action({
  name: 'save-pipeline',
  summary: 'Create or update a pipeline',
  description:
    '`stages` lists all stages in order: one without `id` is added, and a missing one is archived unless it has open deals. Renaming a stage keeps its slug. A pipeline has at least one open, one won and one lost stage. Without `pipelineId` a new pipeline is created.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  input: z.object({
    pipelineId: z.uuid().optional(),
    name: z.string().trim().min(1).max(100),
    isDefault: z.boolean().optional().describe('True: makes it the default pipeline for new deals. False changes nothing'),
    stages: z
      .array(
        z.object({
          id: z.uuid().optional(),
          name: z.string().trim().min(1).max(100),
          kind: StageKind.default('open'),
          chance: Chance.nullish().describe(
            'Per cent: how likely its deals are won. Of open stages; left out, it stays as it is',
          ),
        }),
      )
      .min(3)
      .max(30),
  }),
  output: z.object({ success: z.literal(true), pipeline: Pipeline }),
  errors: [
    transportErrors.bad_request,
    dealErrors.pipeline_not_found,
    dealErrors.pipeline_incomplete,
    dealErrors.stage_not_found,
    dealErrors.stage_in_use,
    dealErrors.stage_kind_fixed,
  ],
  examples: [
    {
      title: 'A second pipeline',
      input: {
        name: 'Renewals',
        stages: [
          { name: 'Due', kind: 'open', chance: 60 },
          { name: 'Asked', kind: 'open', chance: 80 },
          { name: 'Renewed', kind: 'won' },
          { name: 'Ended', kind: 'lost' },
        ],
      },
    },
  ],

  async run(input, { db, org, newId, emit, fail }) {
    const ids = input.stages.flatMap(({ id }) => id ?? [])
    if (new Set(ids).size < ids.length) throw fail('bad_request', { message: 'A stage is listed twice.', field: 'stages' })
    await defaultPipeline(db, org.id)
    await lockPipelines(db, org.id)
    const pipelineId = input.pipelineId ?? newId()
    const before = await showPipelines(db, org.id)
    if (input.pipelineId === undefined)
      await db.insertInto('pipelines').values({ org_id: org.id, id: pipelineId, name: input.name }).execute()
    else if (await findPipeline(db, org.id, pipelineId))
      await db
        .updateTable('pipelines')
        .set({ name: input.name })
        .where('org_id', '=', org.id)
        .where('id', '=', pipelineId)
        .execute()
    else throw fail('pipeline_not_found')
    await setStages(db, org.id, pipelineId, input.stages)
    if (input.isDefault) await makeDefault(db, org.id, pipelineId)
    const after = await showPipelines(db, org.id)
    // With another default, two pipelines have changed.
    for (const pipeline of after) {
      const was = before.find(({ id }) => id === pipeline.id)
      const changes = changedFields(was ? pipelineFieldsOf(was) : null, pipelineFieldsOf(pipeline))
      if (pipeline.id === pipelineId || Object.keys(changes.after ?? {}).length > 0)
        await emit(pipelineEvents.changed, pipeline.id, { change: was ? 'changed' : 'created', ...changes })
    }
    const pipeline = after.find(({ id }) => id === pipelineId)
    if (!pipeline) throw new Error('a pipeline just saved is missing')
    return { success: true as const, pipeline }
  },
})
