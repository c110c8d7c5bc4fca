import { z } from 'zod'
import { choice, Reason, shape } from '#shapes'

/** Where a value comes from that a step is tried with. */
export const TrialSource = choice('WorkflowTrialSource', [
  ...(['given', 'run', 'recorded', 'computed'] as const),
  ...(['real', 'example', 'today', 'chosen'] as const),
])
export type TrialSource = z.output<typeof TrialSource>

export const sourceMeans =
  'given: sent along · run: of the run that is named · recorded: of the newest event of its kind · computed: worked out of the others · real: as the step really answered the last time · example: made up · today: read now · chosen: as a person would'

export const WorkflowTrial = shape('WorkflowTrial', {
  node: z.string(),
  kind: z.string(),
  state: z.enum(['done', 'failed', 'waiting']).describe('waiting: until the time, the event or the end that `input` names'),
  input: z.unknown().describe('What it takes, with each expression worked out'),
  output: z.unknown().describe('What later steps see as `steps.<id>`; null where it gives nothing'),
  outlet: z.string().nullable().describe('By which it goes on; null where it ends there, or only time shows'),
  error: Reason.nullable(),
  source: TrialSource.nullable().describe('Where its output comes from; null of a step that only computes'),
  leaves: z.string().nullable().describe('What a run had sent out of the house by it'),
  run_id: z.uuid().nullable().describe('The run whose values were taken'),
  values: z
    .object({
      trigger: z.unknown(),
      steps: z.record(z.string(), z.unknown()),
      vars: z.record(z.string(), z.unknown()),
      item: z.unknown(),
      index: z.int().nullable(),
    })
    .describe('What its expressions saw: `given` takes the same'),
  sources: z.object({ trigger: TrialSource, steps: z.record(z.string(), TrialSource) }).describe(sourceMeans),
})
export type WorkflowTrial = z.output<typeof WorkflowTrial>

/** Members of what is given. */
export const GivenValues = z
  .object({
    trigger: z.unknown().optional(),
    steps: z.record(z.string().max(40), z.unknown()).optional().describe('By step, what it gave'),
    vars: z.record(z.string().max(64), z.unknown()).optional(),
    item: z.unknown().optional().describe('Of the loop that the step is in'),
    index: z.int().min(0).max(999).optional(),
  })
  .describe('Values in place of those that are looked up')
export type GivenValues = z.output<typeof GivenValues>
