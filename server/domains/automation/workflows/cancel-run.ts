import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { workflowErrors } from './errors.ts'
import { cancelRuns } from './runs-to-cancel.ts'

export const cancelRun = action({
  name: 'cancel-run',
  summary: 'Cancel a run of a workflow',
  description:
    'In any state: it does nothing more, and what waited in it ends. What has left the house already stays done. A run that has ended is left as it is.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  scope: 'workflows:write',
  hints: { idempotent: true },
  input: z.object({ runId: z.uuid(), reason: z.string().trim().max(500).default('') }),
  output: z.object({ success: z.literal(true), cancelled: z.boolean().describe('False where it had ended') }),
  errors: [workflowErrors.run_not_found],
  examples: [{ title: 'One run', input: { runId: '01980000-0000-7000-8000-000000000000', reason: 'The client called' } }],

  async run({ runId, reason }, { db, org, fail }) {
    const run = await db
      .selectFrom('workflow_runs')
      .select('id')
      .where('org_id', '=', org.id)
      .where('id', '=', runId)
      .executeTakeFirst()
    if (!run) throw fail('run_not_found')
    const cancelled = await cancelRuns(db, org.id, [runId], { code: 'cancelled', reason })
    return { success: true as const, cancelled: cancelled.length > 0 }
  },
})
