import { job } from '#core/jobs/job.ts'
import { deleteOfWebhook, forgetWebhookJob, inBatches } from './removed-webhooks.ts'

export const forgetWebhook = job({
  ...forgetWebhookJob,
  summary: 'Delete the deliveries of a removed webhook',
  retry: { times: 5, delaySeconds: 60 },

  async run({ orgId, webhookId }, { inOrg, signal }) {
    await inBatches(inOrg, orgId, signal, (db) => deleteOfWebhook(db, orgId, webhookId))
    // What is left is for the worker that takes this up again.
    signal.throwIfAborted()
  },
})
