import { job } from '#core/jobs/job.ts'
import { closeAll } from './checkout-closing.ts'
import { closeAccountJob, findUnfinished } from './checkouts.ts'
import { stepsIn } from './steps.ts'

/** An account was disconnected: what could still be paid into it is ended, while its key is kept for that. */
export const closeAccount = job({
  ...closeAccountJob,
  summary: 'Close the open checkouts of a disconnected account',
  retry: { times: 8, delaySeconds: 5 },

  async run({ orgId, connectionId }, context) {
    const open = await context.inOrg(orgId, (db) => findUnfinished(db, orgId, connectionId))
    await closeAll(open, { ...context, inOrg: stepsIn(context, orgId) })
  },
})
