import { z } from 'zod'
import { job } from '#core/jobs/job.ts'
import { isHeld } from '#domains/platform/background-jobs/holds.ts'
import { readTemplatesJob } from './job-references.ts'

/** Once a day, at a quiet hour of Europe and Asia: what WhatsApp did not tell of is known then. */
export const readEveryTemplate = job({
  name: 'read-all-templates',
  summary: 'Sync the message templates of every WhatsApp number',
  data: z.object({}),
  retry: { times: 3, delaySeconds: 60 },
  schedule: '17 2 * * *',

  async run(_, { db, inOrg, enqueueIn }) {
    const numbers = await db.selectFrom('directory.whatsapp_numbers').select(['org_id', 'connection_id']).execute()
    for (const { org_id: orgId, connection_id: connectionId } of numbers)
      await inOrg(orgId, async (tenant) => {
        if (!(await isHeld(tenant, orgId, 'syncs'))) await enqueueIn(tenant, readTemplatesJob, { orgId, connectionId })
      })
  },
})
