import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Cursor, PageSize } from '#shapes'
import { findRuns, showRuns, WorkflowRun } from './run-rows.ts'
import { RunState } from './runs.ts'
import { findAsked } from './told-events.ts'

export const listRuns = action({
  name: 'list-runs',
  summary: 'List runs of workflows',
  description: 'Newest first: all of them, those of one workflow, or those of one lead, contact or deal.',
  who: 'member',
  transports: ['gateway', 'mcp', 'assistant'],
  effect: 'read',
  scope: 'workflows:read',
  input: z.object({
    workflowId: z.uuid().optional(),
    subjectId: z
      .uuid()
      .optional()
      .describe(
        'A lead, deal or contact, with what its messages, calls, bookings and invoices started; of a contact also those about its leads and deals',
      ),
    states: z.array(RunState).max(7).optional(),
    unsent: z
      .boolean()
      .default(false)
      .describe('Only those of which an email or a message did not leave, or may not have left'),
    cursor: Cursor.optional(),
    limit: PageSize,
  }),
  output: z.object({ runs: z.array(WorkflowRun), next_cursor: z.uuid().nullable() }),
  errors: [],
  examples: [
    { title: 'Those that need a person', input: { states: ['paused', 'failed'], limit: 20 } },
    { title: 'Those whose email or message did not leave', input: { unsent: true, limit: 20 } },
  ],

  async run({ cursor, limit, subjectId, unsent: isUnsent, ...filter }, { db, org }) {
    const asked = subjectId === undefined ? undefined : await findAsked(db, org.id, subjectId)
    const subjectIds = subjectId === undefined ? undefined : (asked?.ids ?? [subjectId])
    const found = await findRuns(db, org.id, { ...filter, isUnsent, subjectIds }, { cursor, limit: limit + 1 })
    const runs = await showRuns(db, org.id, found.slice(0, limit))
    return { runs, next_cursor: found.length > limit ? (runs.at(-1)?.id ?? null) : null }
  },
})
