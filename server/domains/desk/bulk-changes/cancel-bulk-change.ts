import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { admitKey } from '#domains/platform/api-keys/keys.ts'
import { BulkChange, lockBulkChange, moveBulkChange } from './bulk-changes.ts'
import { bulkChangeErrors } from './errors.ts'
import { presentBulkChange } from './shown-bulk-changes.ts'
import { scopeOf } from './wanted-changes.ts'

export const cancelBulkChange = action({
  name: 'cancel-bulk-change',
  summary: 'Cancel a bulk change',
  description: 'Stops within a second or two. What is changed stays so, and can be undone; the rest is not touched.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false },
  scope: 'records:write',
  input: z.object({ bulkChangeId: z.uuid() }),
  output: z.object({ bulk_change: BulkChange }),
  errors: [bulkChangeErrors.bulk_change_not_found, bulkChangeErrors.bulk_change_wrong_state],
  examples: [{ title: 'One of them', input: { bulkChangeId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ bulkChangeId }, { db, org, keyId, now }) {
    const change = await lockBulkChange(db, org.id, bulkChangeId)
    await admitKey(db, org.id, keyId, scopeOf(change.kind, change.change.type))
    await moveBulkChange(db, change, 'cancelled')
    return { bulk_change: await presentBulkChange(db, org.id, bulkChangeId, now()) }
  },
})
