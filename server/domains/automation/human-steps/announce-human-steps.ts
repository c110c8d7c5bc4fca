import { reaction } from '#core/events/reaction.ts'
import { runEvents } from '../workflows/events.ts'
import { findUnannounced } from './human-step-rows.ts'
import { announceHumanStepJob } from './job-references.ts'

export const announceHumanSteps = reaction({
  name: 'announce-human-steps',
  summary: 'Notify those whom steps of workflows ask',
  on: [runEvents.waiting],
  failing: { retries: 5, delaySeconds: 10, atLast: 'pass' },

  async run(events, { db, org, enqueue }) {
    const runIds = [...new Set(events.map(({ subjectId }) => subjectId))]
    for (const stepId of await findUnannounced(db, org.id, runIds))
      await enqueue(announceHumanStepJob, { orgId: org.id, stepId, because: 'asked' })
  },
})
