import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { BulkChange } from './bulk-changes.ts'
import { bulkChangeErrors } from './errors.ts'
import { presentBulkChange } from './shown-bulk-changes.ts'

export const showBulkChange = action({
  name: 'show-bulk-change',
  summary: 'Show a bulk change and how far it is',
  who: 'member',
  transports: ['gateway', 'mcp', 'assistant'],
  effect: 'read',
  scope: 'records:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({ bulkChangeId: z.uuid() }),
  output: z.object({ bulk_change: BulkChange }),
  errors: [bulkChangeErrors.bulk_change_not_found],
  examples: [{ title: 'One of them', input: { bulkChangeId: '01980000-0000-7000-8000-000000000000' } }],

  run: async ({ bulkChangeId }, { db, org, now }) => ({
    bulk_change: await presentBulkChange(db, org.id, bulkChangeId, now()),
  }),
})
