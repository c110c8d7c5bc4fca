import { z } from 'zod'
import { job } from '#core/jobs/job.ts'
import { aiProviders } from '#ports/ai.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { keepListed } from './listed-models.ts'
import { announceEnds } from './model-ends.ts'
import { findAiConnection, recordTrouble } from './requests.ts'

/** Of one workspace: by its own keys. What ends soon of what it uses is announced. */
export const readModels = job({
  name: 'read-models',
  summary: 'Read the models that AI providers offer to a workspace',
  data: z.object({ orgId: z.uuid() }),
  retry: { times: 3, delaySeconds: 300 },

  async run({ orgId }, context) {
    const { inOrg, enqueueIn, ports, vault, within, settings, log, signal } = context
    for (const provider of aiProviders) {
      if (signal.aborted) return
      const connection = await inOrg(orgId, (own) =>
        findAiConnection(own, orgId, provider, {
          ...{ vault, within, settings },
          enqueue: (order, data) => enqueueIn(own, order, data),
        }),
      )
      if (!connection) continue
      try {
        const models = await ports.ai.open(connection).models()
        await inOrg(orgId, (own) => keepListed(own, orgId, provider, models))
      } catch (error) {
        // One that is away does not keep the others from being read; its list of yesterday stays.
        if (!(error instanceof ProviderError)) throw error
        log.warn({ org_id: orgId, provider, reason: error.reason }, 'the models of an AI provider could not be listed')
        await recordTrouble((work) => inOrg(orgId, work), connection, error)
      }
    }
    await inOrg(orgId, (own) => announceEnds(own, orgId, context))
  },
})
