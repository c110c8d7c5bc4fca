import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { recordEvent } from '#core/events/events.ts'
import { lockConnection } from '#domains/connections/connections/connections.ts'
import { syncErrors } from './errors.ts'
import { syncEvents } from './events.ts'
import { referenceOf } from './job-references.ts'
import { startOverAfterUndo } from './settings.ts'
import { changeJob, findOpenJob, findResumable, isOpen, lockJob, SyncStatus } from './sync-jobs.ts'

export const resumeSync = action({
  name: 'resume-sync',
  summary: 'Resume a CRM sync that failed or was cancelled',
  description:
    'It goes on from the last page that was taken. One that waits or stalls goes on at once. A sync can be resumed until a later one is started, an undo until it is finished; while another one runs, neither.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false },
  input: z.object({ jobId: z.uuid(), orgId: z.uuid() }),
  output: z.object({ success: z.literal(true), status: SyncStatus }),
  errors: [syncErrors.sync_not_found, syncErrors.sync_not_resumable, syncErrors.sync_running, syncErrors.crm_not_connected],
  examples: [
    {
      title: 'One sync',
      input: { jobId: '01980000-0000-7000-8000-000000000000', orgId: '01980000-0000-7000-8000-000000000001' },
    },
  ],

  async run({ jobId }, { db, org, now, enqueue, fail }) {
    const job = await lockJob(db, org.id, jobId)
    const connection = await lockConnection(db, org.id, job.connection_id)
    if (job.kind !== 'undo' && (!connection || connection.status === 'disconnected')) throw fail('crm_not_connected')
    if (!isOpen(job)) {
      if (await findOpenJob(db, org.id, job.connection_id)) throw fail('sync_running')
      if (!(await findResumable(db, org.id, [job.id])).has(job.id)) throw fail('sync_not_resumable')
      // What another sync read meanwhile is undone with the rest.
      if (job.kind === 'undo') await startOverAfterUndo(db, org.id, job.connection_id)
    }
    const resumed = await changeJob(db, job, {
      ...{
        status: 'queued',
        completed_at: null,
        code: null,
        reason: null,
        resumes_at: null,
        condition: null,
        condition_since: now(),
      },
      ...{ tries: 0, moved_at: now() },
    })
    await enqueue(referenceOf(job), { orgId: org.id, jobId: job.id })
    await recordEvent(db, org.id, syncEvents.changed, job.id, { provider: job.provider, change: 'resumed', reason: null })
    return { success: true as const, status: resumed.status }
  },
})
