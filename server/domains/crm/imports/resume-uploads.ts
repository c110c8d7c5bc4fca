import { sql } from 'kysely'
import { z } from 'zod'
import { job } from '#core/jobs/job.ts'
import { checkUploadJob } from './check-upload-job.ts'
import { importUpload } from './import-upload.ts'
import { undoUploadJob } from './undo-upload-job.ts'
import { stalledAfterMs } from './uploads.ts'

const uploadsAtOnce = 100

const jobOf = { checking: checkUploadJob, importing: importUpload, undoing: undoUploadJob } as const

/**
 * Takes up again what stands still. A worker that is killed again and again uses up the tries of its job, or has it wait an
 * hour for the next; the file itself knows where it stands, and a run too many sees that and ends.
 */
export const resumeUploads = job({
  name: 'resume-uploads',
  summary: 'Resume stalled uploads',
  data: z.object({}),
  retry: { times: 0, delaySeconds: 60 },
  schedule: '* * * * *',

  async run(_data, { db, now, enqueueIn, log }) {
    const { rows } = await sql<{ org_id: string; id: string; state: keyof typeof jobOf }>`
      select org_id, id, state from foyer.stalled_uploads(${new Date(now().getTime() - stalledAfterMs)}, ${uploadsAtOnce})`.execute(
      db,
    )
    for (const { org_id, id, state } of rows) await enqueueIn(db, jobOf[state], { orgId: org_id, uploadId: id })
    if (rows.length > 0) log.info({ uploads: rows.length }, 'resumed')
  },
})
