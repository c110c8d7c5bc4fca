import { z } from 'zod'
import type { JobContext } from '#core/context.ts'
import { job } from '#core/jobs/job.ts'
import { orgIds } from '#core/jobs/row-batches.ts'
import { forgetFilesOf } from '#domains/platform/files/stored-files.ts'
import { type RecordFileRow, restorableDays } from './record-files.ts'

const dayMs = 86_400_000
const filesAtOnce = 100

/**
 * What was removed longer ago than it can be restored, by a day, and uploads that were added to no record. The file goes first: a crash
 * between the two leaves a row that is not shown and is taken up again, never a file that no row knows.
 */
export const sweepRecordFiles = job({
  name: 'sweep-record-files',
  summary: 'Remove files of records that were deleted or never added',
  data: z.object({}),
  retry: { times: 3, delaySeconds: 600 },
  schedule: '17 2 * * *',

  async run(_data, context) {
    let removed = 0
    for (const orgId of await orgIds(context.db)) removed += await sweepOrg(context, orgId)
    if (removed > 0) context.log.info({ removed }, 'removed files of records')
  },
})

const sweepOrg = async ({ inOrg, now, ports, signal }: JobContext, orgId: string): Promise<number> => {
  const at = now().getTime()
  for (let removed = 0; ; ) {
    const rows = await inOrg(
      orgId,
      (db): Promise<Pick<RecordFileRow, 'id' | 'file_key'>[]> =>
        db
          .selectFrom('record_files')
          .select(['id', 'file_key'])
          .where('org_id', '=', orgId)
          .where(({ and, eb, or }) =>
            or([
              eb('deleted_at', '<', new Date(at - (restorableDays + 1) * dayMs)),
              and([eb('record_id', 'is', null), eb('created_at', '<', new Date(at - dayMs))]),
            ]),
          )
          .limit(filesAtOnce)
          .execute(),
    )
    for (const { id, file_key: key } of rows) {
      if (signal.aborted) return removed
      await ports.files.remove(key)
      await inOrg(orgId, async (db) => {
        await forgetFilesOf(db, orgId, 'attachment', id)
        await db.deleteFrom('record_files').where('org_id', '=', orgId).where('id', '=', id).execute()
      })
      removed++
    }
    if (rows.length < filesAtOnce) return removed
  }
}
