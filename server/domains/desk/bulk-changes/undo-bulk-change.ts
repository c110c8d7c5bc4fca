import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { admitKey } from '#domains/platform/api-keys/keys.ts'
import { BulkChange, lockBulkChange, moveBulkChange } from './bulk-changes.ts'
import { bulkChangeErrors } from './errors.ts'
import { mostAtOnce } from './limits.ts'
import { runBulkChanges } from './run-bulk-changes.ts'
import { presentBulkChange } from './shown-bulk-changes.ts'
import { takeStep } from './steps.ts'
import { scopeOf } from './wanted-changes.ts'

export const undoBulkChange = action({
  name: 'undo-bulk-change',
  summary: 'Undo a bulk change',
  description:
    'Gives back what was before, only where the record is still as the change has left it: newer work is never written over, and `kept` counts it. A deal that was opened goes into the bin unless something has happened with it. One that was undone stays so.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: true },
  scope: 'records:write',
  input: z.object({ bulkChangeId: z.uuid() }),
  output: z.object({ bulk_change: BulkChange }),
  errors: [bulkChangeErrors.bulk_change_not_found, bulkChangeErrors.bulk_change_wrong_state],
  examples: [{ title: 'One of them', input: { bulkChangeId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ bulkChangeId }, { db, org, person, keyId, now, enqueue }) {
    const change = await lockBulkChange(db, org.id, bulkChangeId)
    await admitKey(db, org.id, keyId, scopeOf(change.kind, change.change.type))
    const undoing = await moveBulkChange(db, change, 'undoing', {
      ...{ undone_by: person?.id ?? null, undone_by_key: keyId, at_place: 0, finished_at: null },
    })
    if (change.done <= mostAtOnce && change.selected <= mostAtOnce) await takeStep(db, undoing, now())
    else await enqueue(runBulkChanges, { orgId: org.id })
    return { bulk_change: await presentBulkChange(db, org.id, bulkChangeId, now()) }
  },
})
