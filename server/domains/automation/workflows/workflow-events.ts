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

export const workflowEvents = {
  changed: event({
    type: 'workflow.changed',
    about: 'A workflow was made, written, published, stopped, archived or removed.',
    facts: changesOf(WorkflowFields),
  }),
}
