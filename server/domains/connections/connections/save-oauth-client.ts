import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Failure, transportErrors } from '#core/errors.ts'
import { connectionErrors } from './errors.ts'
import { findOAuthClient, openClient, saveClient } from './oauth-clients.ts'
import { ProviderName, providerOf } from './providers.ts'

/** As services give them out: printable, without blanks. */
const ofClient = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,500}$/, 'is not what a service gives out')

export const saveOAuthClient = action({
  name: 'save-oauth-client',
  summary: 'Save the workspace’s own OAuth client at a service',
  description:
    'Consents are then asked with this client in place of the operator’s. Its secret is stored encrypted and never shown again. A new secret of the same client also takes effect for accounts that were connected with it; without `clientSecret`, the saved one stays. Accounts that were connected with another client keep renewing their tokens with that one until they are connected again. Register the `redirect_uri` of show-oauth-client at the service.',
  who: 'owner',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  input: z.object({ provider: ProviderName, clientId: ofClient, clientSecret: ofClient.optional() }),
  output: z.object({ success: z.literal(true) }),
  errors: [transportErrors.missing_field, connectionErrors.provider_wants_key],
  examples: [
    {
      title: 'Foyer’s own app at Slack',
      input: { provider: 'slack', clientId: '2210535565.1042', clientSecret: 'as-slack-gives-it' },
    },
  ],

  async run({ provider, clientId, clientSecret }, { org, person, db, vault, fail }) {
    if (!providerOf(provider).oauth) throw fail('provider_wants_key', { field: 'provider' })
    const before = await findOAuthClient(db, org.id, provider)
    const kept = before?.client_id === clientId ? openClient(vault, before).secret : undefined
    const secret = clientSecret ?? kept
    if (secret === undefined)
      throw new Failure('missing_field', { message: 'Missing required field: clientSecret', field: 'clientSecret' })
    await saveClient(db, vault, { orgId: org.id, provider, client: { id: clientId, secret }, personId: person.id })
    return { success: true as const }
  },
})
