import { sql } from 'kysely'
import { z } from 'zod'
import { job } from '#core/jobs/job.ts'
import { runDesignJobReference } from './job-references.ts'

/** So long after its time a job is looked for: its run may have ended with its worker, and the queue's tries be used up. */
const lateMs = 60_000
const jobsAtOnce = 200

/** A run too many sees that another has the job, and ends. What a restore holds has a time that never comes. */
export const watchDesignJobs = job({
  name: 'watch-design-jobs',
  summary: 'Look for exports of designs that do not go on',
  data: z.object({}),
  retry: { times: 0, delaySeconds: 60 },
  schedule: '* * * * *',

  async run(_data, { db, now, inOrg, enqueueIn }) {
    const before = new Date(now().getTime() - lateMs)
    const { rows } = await sql<{ org_id: string; id: string }>`
      select org_id, id from silent_design_jobs(${before}, ${jobsAtOnce})`.execute(db)
    for (const { org_id: orgId, id: jobId } of rows)
      await inOrg(orgId, (tenant) => enqueueIn(tenant, runDesignJobReference, { orgId, jobId }))
  },
})
