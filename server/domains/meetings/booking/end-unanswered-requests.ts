import { z } from 'zod'
import { forEachOrg } from '#core/jobs/each-org.ts'
import { job } from '#core/jobs/job.ts'
import { changeInJob } from './job-changes.ts'
import { endUnanswered, findOrgsWithUnanswered, findUnanswered } from './unanswered-requests.ts'

/** Workspaces in one run, and requests of each; the next minute goes on. */
const mostOrgs = 500
const mostOfOrg = 200

export const endUnansweredRequests = job({
  name: 'end-unanswered-requests',
  summary: 'Decline requests for meetings whose start has passed without approval',
  schedule: '* * * * *',
  data: z.object({}),
  retry: { times: 2, delaySeconds: 10 },

  async run(_data, context) {
    const orgIds = await findOrgsWithUnanswered(context.db, context.now(), mostOrgs)
    await forEachOrg(orgIds, context.signal, async (orgId) => {
      const ids = await context.inOrg(orgId, (db) => findUnanswered(db, orgId, context.now(), mostOfOrg))
      for (const id of ids) await context.inOrg(orgId, (db) => endUnanswered(changeInJob(context, db, orgId), orgId, id))
    })
  },
})
