import { job } from '#core/jobs/job.ts'
import { closeAll } from './checkout-closing.ts'
import { closeCheckoutsJob, findPayable } from './checkouts.ts'
import { stepsIn } from './steps.ts'

/** The invoice is paid, void, or has a newer checkout. */
export const closeCheckouts = job({
  ...closeCheckoutsJob,
  summary: 'Close the checkouts of an invoice that can no longer be paid',
  retry: { times: 8, delaySeconds: 5 },

  async run({ orgId, invoiceId, exceptId }, context) {
    const open = await context.inOrg(orgId, (db) => findPayable(db, orgId, invoiceId))
    await closeAll(
      open.filter(({ id }) => id !== exceptId),
      { ...context, inOrg: stepsIn(context, orgId) },
    )
  },
})
