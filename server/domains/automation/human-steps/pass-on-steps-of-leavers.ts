import { reaction } from '#core/events/reaction.ts'
import { memberEvents } from '#domains/platform/users/events.ts'
import { passStepsOf } from '../workflows/step-recipients.ts'
import { announceHumanStepJob } from './job-references.ts'

export const passOnStepsOfLeavers = reaction({
  name: 'pass-on-steps-of-leavers',
  summary: 'Give the admins the steps that waited for members who left',
  on: [memberEvents.left],
  failing: { retries: 5, delaySeconds: 10, atLast: 'pass' },

  async run(events, { db, org, enqueue }) {
    const leavers = [...new Set(events.map(({ subjectId }) => subjectId))]
    for (const stepId of await passStepsOf(db, org.id, leavers))
      await enqueue(announceHumanStepJob, { orgId: org.id, stepId, because: 'passed' })
  },
})
