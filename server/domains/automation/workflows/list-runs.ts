import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Cursor, PageSize } from '#shapes'
import { findRuns, runOf, WorkflowRun, WorkflowRunState } from './run-rows.ts'

export const listRuns = action({
  name: 'list-runs',
  summary: 'List runs of workflows',
  description: 'Newest first: all of them, those of one workflow, or those about one lead, contact or deal.',
  who: 'member',
  transports: ['gateway', 'mcp', 'assistant'],
  effect: 'read',
  scope: 'workflows:read',
  input: z.object({
    workflowId: z.uuid().optional(),
    subjectId: z.uuid().optional().describe('A lead, contact or deal'),
    states: z.array(WorkflowRunState).max(7).optional(),
    cursor: Cursor.optional(),
    limit: PageSize,
  }),
  output: z.object({ runs: z.array(WorkflowRun), next_cursor: z.uuid().nullable() }),
  errors: [],
  examples: [{ title: 'Those that need a person', input: { states: ['paused', 'failed'], limit: 20 } }],

  async run({ cursor, limit, ...filter }, { db, org }) {
    const found = await findRuns(db, org.id, filter, { cursor, limit: limit + 1 })
    const runs = found.slice(0, limit).map(runOf)
    return { runs, next_cursor: found.length > limit ? (runs.at(-1)?.id ?? null) : null }
  },
})
