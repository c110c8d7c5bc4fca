import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { CrmConflict, countConflicts, findConflicts } from './conflicts.ts'

export const listCrmConflicts = action({
  name: 'list-crm-conflicts',
  summary: 'List the values in which a record here and at a CRM differ and a member decides',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({
    connectionId: z.uuid().optional(),
    recordId: z.uuid().optional().describe('Only those of a contact, a company or a deal here'),
    cursor: z.uuid().optional().describe('`next_cursor` of the page before'),
    limit: z.int().min(1).max(100).default(50),
  }),
  output: z.object({
    conflicts: z.array(CrmConflict),
    count: z.int().describe('All open ones of the connection, or of the workspace'),
    next_cursor: z.uuid().nullable(),
  }),
  errors: [],
  examples: [{ title: 'All', input: {} }],

  async run({ connectionId, recordId, cursor, limit }, { db, org }) {
    const found = await findConflicts(db, org.id, { connectionId, ourId: recordId, cursor, limit: limit + 1 })
    const conflicts = found.slice(0, limit)
    return {
      conflicts,
      count: await countConflicts(db, org.id, connectionId),
      next_cursor: found.length > limit ? (conflicts.at(-1)?.id ?? null) : null,
    }
  },
})
