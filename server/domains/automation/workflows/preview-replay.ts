import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { choice, shape } from '#shapes'
import { workflowErrors } from './errors.ts'
import { placeKey } from './progress.ts'
import { readVersion } from './published-versions.ts'
import { type EarlierRun, effectsUnder, findEarlierRun, recordedSteps, wayOf } from './replays.ts'
import { findPublished } from './starts.ts'
import type { RecordedStep } from './walked-ways.ts'

export const RunPlace = shape('WorkflowRunPlace', {
  node: z.string().max(40),
  path: z.string().max(1_000).default('').describe('In which iteration or branch, as show-run names it; empty outside of them'),
})

export const ReplayVersion = choice('WorkflowReplayVersion', ['own', 'published'])
  .default('own')
  .describe('Which version of the workflow the new run has: that of the old one, or the published one')

export const ReplayedEffect = shape('WorkflowReplayedEffect', {
  node: z.string(),
  path: z.string(),
  what: z.string().describe('The action, the request, or `workflow`: all that a workflow did that the step started'),
  state: z.enum(['begun', 'done', 'uncertain']).describe('begun, uncertain: it may have left'),
  proof: z.unknown(),
  run_id: z.uuid(),
  at: z.iso.datetime(),
})

const KeptStep = shape('KeptStep', { node: z.string(), path: z.string() })

export const previewReplay = action({
  name: 'preview-replay',
  summary: 'Show what a replay of a run would keep and do',
  description:
    'Which steps stay as they were, and which effects behind them have left already: they stay done, unless replay-run is asked to do them anew.',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  scope: 'workflows:read',
  input: z.object({
    runId: z.uuid(),
    from: RunPlace.optional().describe('Without: from the first step'),
    version: ReplayVersion,
  }),
  output: z.object({
    version: z.int(),
    published_version: z.int().nullable(),
    kept: z.array(KeptStep).describe('Steps before it, in their order'),
    left: z.array(ReplayedEffect).describe('What has left behind it and stays done'),
  }),
  errors: [
    workflowErrors.run_not_found,
    workflowErrors.run_forgotten,
    workflowErrors.step_not_reached,
    workflowErrors.workflow_not_published,
  ],
  examples: [{ title: 'From a step', input: { runId: '01980000-0000-7000-8000-000000000000', from: { node: 'send' } } }],

  async run({ runId, from, version }, { db, org, fail }) {
    const run = await findEarlierRun(db, org.id, runId)
    if (!run) throw fail('run_not_found')
    if (run.forgotten_at) throw fail('run_forgotten')
    const published = (await findPublished(db, org.id, [run.workflow_id])).get(run.workflow_id)?.version ?? null
    const number = version === 'own' ? run.version : published
    if (number === null) throw fail('workflow_not_published')
    const { program } = await readVersion(db, org.id, run.workflow_id, number)
    const steps = await recordedSteps(db, org.id, runId)
    const way = await wayOf(db, org.id, run, program, steps, from ?? firstOf(program.definition.first))
    if (typeof way === 'string' || (from && !way.isReached)) throw fail('step_not_reached', wordsOf(way, number))
    const kept = new Set(way.kept.map(placeKey))
    const effects = (await effectsUnder(db, org.id, run)).filter((effect) => !kept.has(placeKey(effect)))
    return {
      ...{ version: number, published_version: published },
      kept: way.kept.map(({ node, path }) => ({ node, path })),
      left: [
        ...effects.map(({ at, ...effect }) => ({ ...effect, at: at.toISOString() })),
        ...startedBy(run, steps).filter((effect) => !kept.has(placeKey(effect))),
      ],
    }
  },
})

export const firstOf = (first: string | null): { node: string; path: string } | null =>
  first === null ? null : { node: first, path: '' }

/** Workflows that it started: what they did stays done too. */
const startedBy = ({ id }: EarlierRun, steps: readonly RecordedStep[]) =>
  steps
    .filter(({ kind, state }) => kind === 'workflow' && (state === 'done' || state === 'failed'))
    .map(({ node, path, started_at }) => ({
      ...{ node, path, what: 'workflow', state: 'done' as const, proof: null, run_id: id, at: started_at.toISOString() },
    }))

/** Why a replay cannot begin where it is wanted. */
export const wordsOf = (
  way: string | { readonly stoppedAt: readonly { readonly node: string }[] },
  version: number,
): { message: string; field: string } => {
  if (typeof way === 'string') return { field: 'from', message: way }
  const places = [...new Set(way.stoppedAt.map(({ node }) => node))].slice(0, 3).join(', ')
  return {
    field: 'from',
    message:
      places === ''
        ? `In version ${version} the steps of the run end before that step.`
        : `In version ${version} the steps of the run lead to ${places}, and not to that step.`,
  }
}
