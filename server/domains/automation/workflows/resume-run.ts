import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { workflowErrors } from './errors.ts'
import { goOnWithRun } from './paused-runs.ts'
import { findRuns } from './run-rows.ts'
import { finalStates, RunState } from './runs.ts'
import { lockUncertain } from './uncertain-effects.ts'

export const resumeRun = action({
  name: 'resume-run',
  summary: 'Let a paused run go on',
  description:
    'What it lacked (a connection, a budget, a quota) is looked for again; where it is still not there the run is paused as before. A run that is paused for a step that may have been done goes on with settle-effect.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  scope: 'workflows:write',
  hints: { destructive: false, idempotent: true },
  input: z.object({ runId: z.uuid() }),
  output: z.object({ success: z.literal(true), status: RunState }),
  errors: [
    workflowErrors.run_not_found,
    workflowErrors.run_ended,
    workflowErrors.run_not_paused,
    workflowErrors.effect_uncertain,
  ],
  examples: [{ title: 'One run', input: { runId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ runId }, { db, org, fail }) {
    const [run] = await findRuns(db, org.id, { id: runId }, { limit: 1 })
    if (!run) throw fail('run_not_found')
    if (finalStates.includes(run.state)) throw fail('run_ended')
    if ((await lockUncertain(db, org.id, runId)).length > 0) throw fail('effect_uncertain')
    const status = await goOnWithRun(db, org.id, runId)
    if (!status) throw fail('run_not_paused')
    return { success: true as const, status }
  },
})
