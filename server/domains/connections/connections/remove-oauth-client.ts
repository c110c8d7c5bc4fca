import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { connectionErrors } from './errors.ts'
import { findOAuthClient, removeClient } from './oauth-clients.ts'
import { ProviderName } from './providers.ts'

export const removeOAuthClient = action({
  name: 'remove-oauth-client',
  summary: 'Remove the workspace’s own OAuth client at a service',
  description:
    'Its secret is deleted. Accounts that were connected with it need to be connected again, with the operator’s client or another one. Those that were connected with another client go on.',
  who: 'owner',
  transports: ['gateway'],
  effect: 'write',
  hints: { idempotent: true },
  input: z.object({ provider: ProviderName }),
  output: z.object({
    success: z.literal(true),
    to_reconnect: z.int().describe('How many accounts need to be connected again'),
  }),
  errors: [connectionErrors.oauth_client_not_found],
  examples: [{ title: 'Remove it', input: { provider: 'slack' } }],

  async run({ provider }, { org, db, vault, fail }) {
    const row = await findOAuthClient(db, org.id, provider)
    if (!row) throw fail('oauth_client_not_found')
    return { success: true as const, to_reconnect: await removeClient(db, vault, row) }
  },
})
