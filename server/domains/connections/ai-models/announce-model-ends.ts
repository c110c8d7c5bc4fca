import { z } from 'zod'
import { job } from '#core/jobs/job.ts'
import { announceEnds } from './model-ends.ts'
import { findOrgsWithAi } from './settlements.ts'

/** Each day: models in use whose providers shut them down within 30 days. No name fails without a word before. */
export const announceModelEnds = job({
  name: 'announce-model-ends',
  summary: 'Announce AI models that will be shut down',
  data: z.object({}),
  retry: { times: 3, delaySeconds: 60 },
  schedule: '10 4 * * *',

  async run(_, context) {
    for (const orgId of await findOrgsWithAi(context.db)) await context.inOrg(orgId, (own) => announceEnds(own, orgId, context))
  },
})
