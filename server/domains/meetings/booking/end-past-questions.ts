import { z } from 'zod'
import { forEachOrg } from '#core/jobs/each-org.ts'
import { job } from '#core/jobs/job.ts'
import { changeInJob } from './job-changes.ts'
import { endPastQuestions, findPastQuestions } from './past-questions.ts'

/** Meetings in one run; the next minute goes on. */
const mostMeetings = 1_000

export const endPastQuestionsJob = job({
  name: 'end-past-questions',
  summary: 'Complete tasks about meetings that are over, and clear their notices',
  schedule: '* * * * *',
  data: z.object({}),
  retry: { times: 2, delaySeconds: 10 },

  async run(_data, context) {
    const asked = await findPastQuestions(context.db, context.now(), mostMeetings)
    const orgIds = [...new Set(asked.map(({ orgId }) => orgId))]
    await forEachOrg(orgIds, context.signal, async (orgId) => {
      for (const { bookingId } of asked.filter((each) => each.orgId === orgId))
        await context.inOrg(orgId, (db) => endPastQuestions(changeInJob(context, db, orgId), orgId, bookingId))
    })
  },
})
