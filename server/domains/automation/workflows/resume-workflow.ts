import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { transportErrors } from '#core/errors.ts'
import { workflowErrors } from './errors.ts'
import { finalStates, RunState } from './runs.ts'
import { answerErrors, answerWait, lockWait, mayAnswer } from './step-answers.ts'

export const resumeWorkflow = action({
  name: 'resume-workflow',
  summary: 'Answer a step that waits for a person',
  description:
    '`data` has the fields of its form, and `choice` where it offers several buttons. Of several who answer at once one counts: the others get 409 with who it was, and the same answer again is no other. Without `stepId` the only open step of the run is meant. A wait for a time or an event is ended at once.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  scope: 'workflows:write',
  hints: { idempotent: true },
  input: z.object({
    runId: z.uuid(),
    stepId: z.uuid().optional().describe('The `id` of the wait, as show-run and list-human-steps name it'),
    data: z.record(z.string(), z.unknown()).default({}),
    choice: z.string().max(40).optional().describe('A button; not needed where there is one'),
  }),
  output: z.object({ success: z.literal(true), status: RunState }),
  errors: [...[transportErrors.forbidden, workflowErrors.run_not_found, workflowErrors.step_not_found], ...answerErrors],
  examples: [
    { title: 'Approve', input: { runId: '01980000-0000-7000-8000-000000000000', choice: 'approve', data: { note: 'Fine' } } },
  ],

  async run({ runId, stepId, data, choice }, { db, org, person, keyId, fail }) {
    const run = await db
      .selectFrom('workflow_runs')
      .select('state')
      .where('org_id', '=', org.id)
      .where('id', '=', runId)
      .executeTakeFirst()
    if (!run) throw fail('run_not_found')
    const meant = await findWait(db, org.id, runId, stepId)
    if (meant === 'several') throw fail('bad_request', { message: 'Missing required field: stepId', field: 'stepId' })
    const wait = meant === undefined ? undefined : await lockWait(db, org.id, meant)
    if (!wait) throw fail(finalStates.includes(run.state as RunState) ? 'run_ended' : 'step_not_found', { field: 'stepId' })
    if (person && !mayAnswer(wait, person)) throw fail('forbidden')
    const by = { personId: person?.id ?? null, keyId, via: person ? 'app' : 'api' } as const
    return { success: true as const, status: await answerWait(db, org.id, wait, { choice, data }, by, fail) }
  },
})

/** The wait that is meant: the one that is open, or was a moment ago. */
const findWait = async (
  db: Db,
  orgId: string,
  runId: string,
  stepId: string | undefined,
): Promise<string | 'several' | undefined> => {
  const { rows } = await sql<{ id: string }>`
    select id from workflow_waits where org_id = ${orgId} and run_id = ${runId}
      and ${stepId === undefined ? sql`state = 'open'` : sql`id = ${stepId}`} order by id limit 2`.execute(db)
  if (rows.length > 1) return 'several'
  return rows[0]?.id ?? (stepId === undefined ? lastSettled(db, orgId, runId) : undefined)
}

/** Who answers without a step's id, a second time, means the one that was open a moment ago. */
const lastSettled = async (db: Db, orgId: string, runId: string): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    select id from workflow_waits where org_id = ${orgId} and run_id = ${runId} and kind = 'person' and state <> 'open'
    order by settled_at desc limit 1`.execute(db)
  return rows[0]?.id
}
