import { sql } from 'kysely'
import { z } from 'zod'
import { job } from '#core/jobs/job.ts'
import { stalledAfterMs } from './limits.ts'
import { runBulkChanges } from './run-bulk-changes.ts'

const workspacesAtOnce = 100

/** Takes up again what stands still: a worker that is killed again and again uses up the tries of its job. */
export const resumeBulkChanges = job({
  name: 'resume-bulk-changes',
  summary: 'Resume stalled bulk changes',
  data: z.object({}),
  retry: { times: 0, delaySeconds: 60 },
  schedule: '* * * * *',

  async run(_data, { db, now, enqueueIn, log }) {
    const { rows } = await sql<{ org_id: string }>`
      select org_id from foyer.stalled_bulk_changes(${new Date(now().getTime() - stalledAfterMs)}, ${workspacesAtOnce})`.execute(
      db,
    )
    for (const { org_id } of rows) await enqueueIn(db, runBulkChanges, { orgId: org_id })
    if (rows.length > 0) log.info({ workspaces: rows.length }, 'resumed bulk changes')
  },
})
