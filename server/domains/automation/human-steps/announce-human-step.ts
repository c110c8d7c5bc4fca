import { job } from '#core/jobs/job.ts'
import { lockWait } from '../workflows/step-answers.ts'
import { announceStep } from './announcing.ts'
import { findHumanStep } from './human-step-rows.ts'
import { announcingIn } from './job-announcing.ts'
import { announceHumanStepJob } from './job-references.ts'

/** Once: what it sends is in the transaction with the mark that it was sent. */
export const announceHumanStep = job({
  ...announceHumanStepJob,
  summary: 'Notify those whom a step of a workflow asks',
  retry: { times: 8, delaySeconds: 5 },
  expireSeconds: 60,

  async run({ orgId, stepId, because }, context) {
    await context.inOrg(orgId, async (db) => {
      const wait = await lockWait(db, orgId, stepId)
      if (wait?.state !== 'open' || (await findHumanStep(db, orgId, stepId))?.announced_at !== null) return
      await announceStep(announcingIn(context, db), orgId, stepId, because)
    })
  },
})
