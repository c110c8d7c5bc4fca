import { job } from '#core/jobs/job.ts'
import { findQueuedPrds, writePrdJob } from '#domains/crm/deals/prds.ts'
import { writeQueuedPrdsJob } from './job-references.ts'

export const writeQueuedPrds = job({
  ...writeQueuedPrdsJob,
  summary: 'Write the requirements documents that were waiting for an AI account',
  retry: { times: 5, delaySeconds: 15 },

  async run({ orgId }, { inOrg, enqueueIn }) {
    await inOrg(orgId, async (db) => {
      for (const dealId of await findQueuedPrds(db, orgId)) await enqueueIn(db, writePrdJob, { orgId, dealId })
    })
  },
})
