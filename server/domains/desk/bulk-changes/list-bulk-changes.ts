import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { PageSize } from '#shapes'
import { BulkChange, findBulkChanges } from './bulk-changes.ts'
import { sentBulkChange } from './shown-bulk-changes.ts'

export const listBulkChanges = action({
  name: 'list-bulk-changes',
  summary: 'List bulk changes',
  description: 'Those of the last 30 days, newest first.',
  who: 'member',
  transports: ['gateway', 'mcp', 'assistant'],
  effect: 'read',
  scope: 'records:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({
    underWay: z.boolean().default(false).describe('Only those that are not at their end'),
    cursor: z.uuid().optional(),
    limit: PageSize,
  }),
  output: z.object({ bulk_changes: z.array(BulkChange), next_cursor: z.string().nullable() }),
  errors: [],
  examples: [{ title: 'Those under way', input: { underWay: true } }],

  async run({ underWay, cursor, limit }, { db, org, now }) {
    const found = await findBulkChanges(db, org.id, { before: cursor, isUnderWay: underWay, limit: limit + 1 })
    const page = found.slice(0, limit)
    return {
      bulk_changes: page.map((row) => sentBulkChange(row, now())),
      next_cursor: found.length > limit ? (page.at(-1)?.id ?? null) : null,
    }
  },
})
