import { sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { connected, disconnected } from '#domains/connections/connections/moments.ts'
import { runSyncReference } from './job-references.ts'
import { failJob } from './run-on-sync.ts'
import { changeJob, findOpenJob } from './sync-jobs.ts'

/** A sync that waits for a person to connect the CRM again goes on at once, and so does its schedule. */
export const resumeAtConnection = contribution({
  name: 'resume-sync-at-connection',
  to: connected,
  run: async ({ connectionId, enqueue }, { db, orgId }) => {
    await sql`
      update crm_settings set next_run_at = now()
      where org_id = ${orgId} and connection_id = ${connectionId} and schedule <> 'off' and next_run_at is null`.execute(db)
    const job = await findOpenJob(db, orgId, connectionId)
    if (job?.condition !== 'needs_reauth' || job.kind === 'undo') return
    await changeJob(db, job, { condition: 'running', reason: null, resumes_at: null })
    await enqueue(runSyncReference, { orgId, jobId: job.id })
  },
})

/** What runs over a connection that ends is over, and nothing starts by its schedule. */
export const endAtDisconnection = contribution({
  name: 'end-sync-at-disconnection',
  to: disconnected,
  run: async ({ connectionId }, { db, orgId }) => {
    await sql`update crm_settings set next_run_at = null where org_id = ${orgId} and connection_id = ${connectionId}`.execute(
      db,
    )
    const job = await findOpenJob(db, orgId, connectionId)
    if (job && job.kind !== 'undo') await failJob(db, job, 'disconnected', 'The CRM was disconnected.', new Date())
  },
})
