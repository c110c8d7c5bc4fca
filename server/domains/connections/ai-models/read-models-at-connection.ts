import { contribution } from '#core/within.ts'
import { aiProviders } from '#ports/ai.ts'
import { connected } from '../connections/moments.ts'
import { readModels } from './read-models.ts'

/** What a new connection offers is listed at once, and not from the next night on. */
export const readModelsAtConnection = contribution({
  name: 'read-models-at-connection',
  to: connected,
  run: async ({ provider, enqueue }, { orgId }) => {
    if ((aiProviders as readonly string[]).includes(provider)) await enqueue(readModels, { orgId })
  },
})
