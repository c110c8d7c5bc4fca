import { z } from 'zod'
import { job } from '#core/jobs/job.ts'
import { orgIds } from '#core/jobs/row-batches.ts'

/** Longer than any upload lasts. */
const lastsMs = 2 * 86_400_000
const filesAtOnce = 500

/** What broken writes left: parts of files in the store, uploads in parts that were not completed, and files that never came whole. */
export const sweepStoredFiles = job({
  name: 'sweep-stored-files',
  summary: 'Remove what broken uploads left in the store',
  data: z.object({}),
  retry: { times: 3, delaySeconds: 600 },
  schedule: '47 1 * * *',

  async run(_data, { db, inOrg, now, ports, log, signal }) {
    const before = new Date(now().getTime() - lastsMs)
    const swept = await ports.files.sweep(before)
    let never = 0
    for (const orgId of await orgIds(db)) {
      if (signal.aborted) return
      const rows = await inOrg(orgId, (tenant) =>
        tenant
          .selectFrom('stored_files')
          .select('name')
          .where('org_id', '=', orgId)
          .where('bytes', 'is', null)
          .where('stored_at', '<', before)
          .limit(filesAtOnce)
          .execute(),
      )
      for (const { name } of rows) {
        await ports.files.remove(name)
        await inOrg(orgId, (tenant) =>
          tenant
            .deleteFrom('stored_files')
            .where('org_id', '=', orgId)
            .where('name', '=', name)
            .where('bytes', 'is', null)
            .execute(),
        )
        never++
      }
    }
    if (swept + never > 0) log.info({ swept, never }, 'removed what broken uploads left')
  },
})
