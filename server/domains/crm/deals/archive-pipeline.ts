import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { dealErrors } from './errors.ts'
import { pipelineEvents, pipelineFieldsOf } from './events.ts'
import { lockPipelines } from './pipeline-edits.ts'
import { findPipeline, findStages } from './pipelines.ts'

export const archivePipeline = action({
  name: 'archive-pipeline',
  summary: 'Archive a pipeline',
  description: 'Its closed deals stay readable. A pipeline with open deals, or the default one, cannot be archived.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  hints: { idempotent: true },
  input: z.object({ pipelineId: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
  errors: [dealErrors.pipeline_not_found, dealErrors.pipeline_in_use],
  examples: [{ title: 'One pipeline', input: { pipelineId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ pipelineId }, { db, org, emit, fail }) {
    await lockPipelines(db, org.id)
    const pipeline = await findPipeline(db, org.id, pipelineId)
    if (!pipeline) throw fail('pipeline_not_found')
    // A concurrent move into one of its stages is waited for, and then seen.
    await db
      .selectFrom('stages')
      .select('id')
      .where('org_id', '=', org.id)
      .where('pipeline_id', '=', pipelineId)
      .orderBy('id')
      .forUpdate()
      .execute()
    const open = await db
      .selectFrom('deals')
      .select('id')
      .where('org_id', '=', org.id)
      .where('pipeline_id', '=', pipelineId)
      .where('state', '=', 'open')
      .limit(1)
      .executeTakeFirst()
    if (open || pipeline.is_default) throw fail('pipeline_in_use')
    const stages = await findStages(db, org.id, pipelineId)
    const archived = { archived_at: sql<Date>`now()` }
    await db.updateTable('pipelines').set(archived).where('org_id', '=', org.id).where('id', '=', pipelineId).execute()
    await db.updateTable('stages').set(archived).where('org_id', '=', org.id).where('pipeline_id', '=', pipelineId).execute()
    await emit(pipelineEvents.changed, pipelineId, {
      change: 'archived',
      before: pipelineFieldsOf({ ...pipeline, stages }),
      after: null,
    })
    return { success: true as const }
  },
})
