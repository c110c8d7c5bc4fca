import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Cursor, PageSize, SearchText } from '#shapes'
import { readStops, WorkflowsStopped } from './stop-switches.ts'
import { listWorkflowsOf, Workflow, WorkflowState } from './workflows.ts'

export const listWorkflows = action({
  name: 'list-workflows',
  summary: 'List workflows, by name',
  description: 'Without `state` those that are not archived. Runs are counted up to 1,000 of each workflow.',
  who: 'member',
  transports: ['gateway', 'mcp', 'assistant'],
  effect: 'read',
  scope: 'workflows:read',
  input: z.object({
    search: SearchText.optional().describe('A part of the name'),
    state: WorkflowState.optional(),
    cursor: Cursor.optional(),
    limit: PageSize,
  }),
  output: z.object({
    workflows: z.array(Workflow),
    next_cursor: z.uuid().nullable(),
    stopped: WorkflowsStopped.nullable().describe('The stop switch of the workspace'),
  }),
  errors: [],
  examples: [
    { title: 'All that are in use', input: {} },
    { title: 'Those that run', input: { state: 'published' } },
  ],

  async run({ limit, ...filter }, { org, db, person, keyId, now }) {
    const found = await listWorkflowsOf(
      db,
      org.id,
      { ...filter, limit: limit + 1 },
      { authorId: person?.id ?? keyId, now: now() },
    )
    const workflows = found.slice(0, limit)
    return {
      workflows,
      next_cursor: found.length > limit ? (workflows.at(-1)?.id ?? null) : null,
      stopped: await readStops(db, org.id),
    }
  },
})
