import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { syncErrors } from './errors.ts'
import { failJob } from './run-on-sync.ts'
import { isOpen, lockJob, SyncStatus } from './sync-jobs.ts'

export const cancelSync = action({
  name: 'cancel-sync',
  summary: 'Cancel a CRM sync',
  description:
    'Ends it at the page that is being taken. What was imported stays; the sync is `failed` with the code `cancelled`, and can be resumed or undone.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false },
  input: z.object({ jobId: z.uuid(), orgId: z.uuid() }),
  output: z.object({ success: z.literal(true), status: SyncStatus }),
  errors: [syncErrors.sync_not_found, syncErrors.sync_over],
  examples: [
    {
      title: 'One sync',
      input: { jobId: '01980000-0000-7000-8000-000000000000', orgId: '01980000-0000-7000-8000-000000000001' },
    },
  ],

  async run({ jobId }, { db, org, now, fail }) {
    const job = await lockJob(db, org.id, jobId)
    if (!isOpen(job)) throw fail('sync_over')
    await failJob(db, job, 'cancelled', 'A person cancelled it.', now())
    return { success: true as const, status: 'failed' as const }
  },
})
