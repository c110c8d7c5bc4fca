import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { findOAuthClient, removeClient } from './oauth-clients.ts'
import { ProviderName } from './providers.ts'

export const removeOAuthClient = action({
  name: 'remove-oauth-client',
  summary: 'Remove the workspace’s own OAuth client at a service',
  description:
    'Its secret is deleted. Accounts that were connected with it need to be connected again, with the operator’s client or another one. Those that were connected with another client go on. Where there is none, nothing happens.',
  who: 'owner',
  transports: ['gateway'],
  effect: 'write',
  hints: { idempotent: true },
  input: z.object({ provider: ProviderName }),
  output: z.object({
    success: z.literal(true),
    to_reconnect: z.int().describe('How many accounts need to be connected again'),
  }),
  errors: [],
  examples: [{ title: 'Remove it', input: { provider: 'slack' } }],

  async run({ provider }, { org, db, vault }) {
    const row = await findOAuthClient(db, org.id, provider)
    return { success: true as const, to_reconnect: row ? await removeClient(db, vault, row) : 0 }
  },
})
