import { job } from '#core/jobs/job.ts'
import { inBatches } from '#core/jobs/row-batches.ts'
import { deleteOfWebhook, forgetWebhookJob } from './removed-webhooks.ts'

export const forgetWebhook = job({
  ...forgetWebhookJob,
  summary: 'Delete the deliveries of a removed webhook',
  retry: { times: 5, delaySeconds: 60 },

  async run({ orgId, webhookId }, context) {
    await inBatches(context, orgId, (db) => deleteOfWebhook(db, orgId, webhookId))
    // What is left is for the worker that takes this up again.
    context.signal.throwIfAborted()
  },
})
