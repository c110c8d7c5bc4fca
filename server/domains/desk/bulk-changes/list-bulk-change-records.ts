import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { PageSize } from '#shapes'
import { findBulkChanges } from './bulk-changes.ts'
import { ChangedRecord, ChangedRecordState, listRecordsOf } from './changed-records.ts'
import { bulkChangeErrors } from './errors.ts'

export const listBulkChangeRecords = action({
  name: 'list-bulk-change-records',
  summary: 'List the records of a bulk change',
  description:
    'Those that were left as they were, could not be changed or were not undone, with the reason; or those in a state.',
  who: 'member',
  transports: ['gateway', 'mcp', 'assistant'],
  effect: 'read',
  scope: 'records:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({
    bulkChangeId: z.uuid(),
    state: ChangedRecordState.optional(),
    after: z.int().min(0).default(0).describe('`next_after` of the previous page'),
    limit: PageSize,
  }),
  output: z.object({ records: z.array(ChangedRecord), next_after: z.int().nullable() }),
  errors: [bulkChangeErrors.bulk_change_not_found],
  examples: [
    { title: 'Those with a reason', input: { bulkChangeId: '01980000-0000-7000-8000-000000000000' } },
    { title: 'Those that failed', input: { bulkChangeId: '01980000-0000-7000-8000-000000000000', state: 'failed' } },
  ],

  async run({ bulkChangeId, state, after, limit }, { db, org, fail }) {
    const [change] = await findBulkChanges(db, org.id, { id: bulkChangeId, limit: 1 })
    if (!change) throw fail('bulk_change_not_found')
    const found = await listRecordsOf(db, change, { state, behind: after, limit: limit + 1 })
    const records = found.slice(0, limit)
    return { records, next_after: found.length > limit ? (records.at(-1)?.place ?? null) : null }
  },
})
