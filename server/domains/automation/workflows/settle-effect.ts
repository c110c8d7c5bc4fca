import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { NodeId } from './definition.ts'
import { workflowErrors } from './errors.ts'
import { goOnWithRun } from './paused-runs.ts'
import { findRuns } from './run-rows.ts'
import { finalStates, RunState } from './runs.ts'
import { storable } from './storable.ts'
import { lockUncertain, settleAsDone, settleAsUndone } from './uncertain-effects.ts'

/** Characters of what a person says was answered. */
const longestOutput = 65_536

export const settleEffect = action({
  name: 'settle-effect',
  summary: 'Say whether a step of a run was done',
  description:
    'For a step whose state is `uncertain`: its request left, and no answer came. `happened`: the run goes on, with `output` as what was answered. `did_not_happen`: it is done anew, under a key of its own. Who decided, when and why stays with the effect.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  scope: 'workflows:write',
  input: z.object({
    runId: z.uuid(),
    node: NodeId.optional().describe('The step; not needed where one of the run is uncertain'),
    path: z.string().max(2_000).default('').describe('In which iteration, as show-run names it'),
    outcome: z.enum(['happened', 'did_not_happen']),
    output: z.unknown().optional().describe('Of what happened: what the receiver answered, as the `body` of the step'),
    reason: z.string().trim().min(1).max(1_000).describe('How that is known'),
  }),
  output: z.object({ success: z.literal(true), status: RunState }),
  errors: [
    transportErrors.bad_request,
    workflowErrors.run_not_found,
    workflowErrors.run_ended,
    workflowErrors.effect_not_uncertain,
  ],
  examples: [
    {
      title: 'It was not done',
      input: {
        ...{ runId: '01980000-0000-7000-8000-000000000000', node: 'order', outcome: 'did_not_happen' },
        reason: 'The shop has no such order',
      },
    },
  ],

  async run({ runId, node, path, outcome, output, reason }, { db, org, person, now, fail }) {
    const [run] = await findRuns(db, org.id, { id: runId }, { limit: 1 })
    if (!run) throw fail('run_not_found')
    if (finalStates.includes(run.state)) throw fail('run_ended')
    const [effect, other] = await lockUncertain(db, org.id, runId, node === undefined ? undefined : { node, path })
    if (!effect) throw fail('effect_not_uncertain')
    if (other) throw fail('bad_request', { message: 'Missing required field: node', field: 'node' })
    const body = storable(output ?? null)
    if (body === undefined || JSON.stringify(body).length > longestOutput)
      throw fail('bad_request', { message: 'This is too much: 64 KiB at most, and 64 deep.', field: 'output' })
    const settlement = { outcome, reason, by: person?.id ?? null, at: now().toISOString() }
    if (outcome === 'happened')
      await settleAsDone(db, org.id, effect.key, {
        output: effect.kind === 'http' ? { status: null, headers: {}, body } : body,
        settlement,
      })
    else await settleAsUndone(db, org.id, effect.key, settlement)
    const goesOn = await goOnWithRun(db, org.id, runId)
    return { success: true as const, status: goesOn ?? run.state }
  },
})
