import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Cursor, PageSize } from '#shapes'
import { Rehearsal, rehearsalOf } from '../workflows/rehearsals.ts'

export const listRehearsals = action({
  name: 'list-rehearsals',
  summary: 'List rehearsals of a workflow',
  description: 'Newest first. They are kept for seven days.',
  who: 'member',
  transports: ['gateway', 'mcp'],
  effect: 'read',
  scope: 'workflows:read',
  input: z.object({ workflowId: z.uuid(), cursor: Cursor.optional(), limit: PageSize }),
  output: z.object({ rehearsals: z.array(Rehearsal), next_cursor: z.uuid().nullable() }),
  errors: [],
  examples: [{ title: 'The newest', input: { workflowId: '01980000-0000-7000-8000-000000000000', limit: 5 } }],

  async run({ workflowId, cursor, limit }, { db, org }) {
    let query = db
      .selectFrom('workflow_rehearsals')
      .selectAll()
      .where('org_id', '=', org.id)
      .where('workflow_id', '=', workflowId)
      .orderBy('id', 'desc')
      .limit(limit + 1)
    if (cursor) query = query.where('id', '<', cursor)
    const found = await query.execute()
    const rehearsals = found.slice(0, limit).map(rehearsalOf)
    return { rehearsals, next_cursor: found.length > limit ? (rehearsals.at(-1)?.id ?? null) : null }
  },
})
