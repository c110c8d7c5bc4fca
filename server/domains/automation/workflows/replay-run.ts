import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { transportErrors } from '#core/errors.ts'
import { concurrencyKeyOf } from './concurrency-keys.ts'
import { workflowErrors } from './errors.ts'
import { fullnessOf } from './guards.ts'
import { firstOf, ReplayVersion, RunPlace, wordsOf } from './preview-replay.ts'
import type { Program } from './program.ts'
import { readVersion } from './published-versions.ts'
import {
  copySteps,
  countAnew,
  countsOf,
  type EarlierRun,
  findEarlierRun,
  findOpenOfRoot,
  lockRoot,
  recordedSteps,
  wayOf,
} from './replays.ts'
import { RunState } from './runs.ts'
import { findPublished, startRuns } from './starts.ts'
import { placeOf } from './surroundings.ts'

export const replayRun = action({
  name: 'replay-run',
  summary: 'Replay a run of a workflow from a step',
  description:
    'A new run, linked to the old one, on its version or on the published one. It keeps the steps before the chosen one with what they gave, and begins there. What had left stays done: such a step gives what it gave then, and nothing leaves a second time, unless `anew` names it, with a reason. preview-replay says what that is. While the run or a replay of it goes on, 409.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  scope: 'workflows:write',
  input: z.object({
    runId: z.uuid(),
    from: RunPlace.optional().describe('Without: from the first step'),
    version: ReplayVersion,
    anew: z
      .array(RunPlace.extend({ reason: z.string().trim().min(1).max(500) }))
      .max(100)
      .default([])
      .describe('Effects that are to leave once more'),
  }),
  output: z.object({ success: z.literal(true), runId: z.uuid(), status: RunState }),
  errors: [
    transportErrors.bad_request,
    workflowErrors.run_not_found,
    workflowErrors.run_not_ended,
    workflowErrors.run_forgotten,
    workflowErrors.step_not_reached,
    workflowErrors.workflow_not_published,
    ...[workflowErrors.too_many_runs, workflowErrors.too_many_runs_this_month],
  ],
  examples: [
    {
      title: 'From a step, with one effect done anew',
      input: {
        runId: '01980000-0000-7000-8000-000000000000',
        from: { node: 'send' },
        anew: [{ node: 'send', reason: 'The client lost it' }],
      },
    },
  ],

  async run({ runId, from, version, anew }, { db, org, person, keyId, newId, settings, fail }) {
    const known = await findEarlierRun(db, org.id, runId)
    if (!known) throw fail('run_not_found')
    await lockRoot(db, org.id, known.root_id)
    const run = await findEarlierRun(db, org.id, runId)
    if (!run) throw fail('run_not_found')
    if (await findOpenOfRoot(db, org.id, run)) throw fail('run_not_ended')
    if (run.forgotten_at) throw fail('run_forgotten')
    const full = await fullnessOf(db, org.id, settings.workflows)
    if (full) throw fail(full)
    const number =
      version === 'own' ? run.version : (await findPublished(db, org.id, [run.workflow_id])).get(run.workflow_id)?.version
    if (number === undefined) throw fail('workflow_not_published')
    const { program } = await readVersion(db, org.id, run.workflow_id, number)
    const unknown = anew.findIndex(({ node }) => !program.definition.nodes.some(({ id }) => id === node))
    if (unknown !== -1)
      throw fail('bad_request', { message: `Version ${number} has no such step.`, field: `anew.${unknown}.node` })
    const steps = await recordedSteps(db, org.id, runId)
    const way = await wayOf(db, org.id, run, program, steps, from ?? firstOf(program.definition.first))
    if (typeof way === 'string' || (from && !way.isReached)) throw fail('step_not_reached', wordsOf(way, number))
    const repeats = await countAnew(db, org.id, run, anew)
    const id = newId()
    await startRuns(db, org.id, [
      {
        ...{ id, workflowId: run.workflow_id, version: number, startKey: null, replayOf: run.id, rootId: run.root_id },
        trigger: run.trigger as { kind: 'request' },
        subject: run.subject_kind && run.subject_id ? { kind: run.subject_kind, id: run.subject_id } : null,
        ...{ personId: person?.id ?? null, keyId: keyId ?? null, causes: run.causes },
        progress: { ...way.progress, anew: countsOf(repeats) },
        // Asked for by a person: it waits for its turn, whatever the workflow does with others of its key.
        ...{ concurrencyKey: await keyOf(db, org.id, run, { version, program }), others: 'queue' as const },
      },
    ])
    await copySteps(db, org.id, { from: run.id, to: id }, way)
    await sql`
      update workflow_runs set anew = ${JSON.stringify(repeats)}::jsonb, step_count = ${way.kept.length}
      where org_id = ${org.id} and id = ${id}`.execute(db)
    return { success: true as const, runId: id, status: 'queued' as const }
  },
})

/** That of the run on its own version; of another version, or where the run had none yet, what the version says. */
const keyOf = async (
  db: Db,
  orgId: string,
  { concurrency_key, trigger }: EarlierRun,
  { version, program }: { readonly version: 'own' | 'published'; readonly program: Program },
): Promise<string | null> =>
  version === 'own' && concurrency_key !== null ? concurrency_key : concurrencyKeyOf(program, trigger, await placeOf(db, orgId))
