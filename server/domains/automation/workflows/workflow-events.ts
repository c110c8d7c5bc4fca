import { z } from 'zod'
import { changesOf } from '#core/events/changes.ts'
import { event } from '#core/events/event.ts'

/** What is told of a workflow when it changes. */
const WorkflowFields = z.object({
  name: z.string(),
  state: z.string(),
  version: z.int().nullable().describe('The published one'),
  drafts: z.int().describe('Saves of drafts, together: it grows while they are written'),
})

const HookFields = z.object({ token_hint: z.string(), secret_hint: z.string() })

export const workflowEvents = {
  hook_rolled: event({
    type: 'workflow.hook_rolled',
    about: 'The webhook address or secret of a workflow was made or replaced.',
    facts: changesOf(HookFields),
  }),
  changed: event({
    type: 'workflow.changed',
    about: 'A workflow was made, written, published, stopped, archived or removed.',
    facts: changesOf(WorkflowFields),
  }),
}
