import { z } from 'zod'
import { job } from '#core/jobs/job.ts'
import { readModels } from './read-models.ts'
import { findOrgsWithAi } from './settlements.ts'

/** Each day before the ends of models are announced: what the providers offer, and what they shut down when. */
export const readModelLists = job({
  name: 'read-model-lists',
  summary: 'Have the model lists of AI providers read',
  data: z.object({}),
  retry: { times: 3, delaySeconds: 60 },
  schedule: '50 3 * * *',

  async run(_, { db, enqueueIn }) {
    for (const orgId of await findOrgsWithAi(db)) await enqueueIn(db, readModels, { orgId })
  },
})
