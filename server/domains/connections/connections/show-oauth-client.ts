import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { shape } from '#shapes'
import { connectionErrors } from './errors.ts'
import { ClientOrigin, connectionsOfClient, findOAuthClient, originOf } from './oauth-clients.ts'
import { callbackPath, crmCallbackPath } from './oauth-flows.ts'
import { ProviderName, providerOf } from './providers.ts'

const Client = shape('ServiceClient', {
  provider: ProviderName,
  redirect_uri: z.url().describe('To register at the service, to the letter'),
  register: z.string().nullable().describe('Where a client is made there, step by step'),
  scopes: z.array(z.string()).describe('What Foyer asks for, where the client has to name it'),
  origin: ClientOrigin.nullable().describe('Whose client a consent is asked with now; null: there is none'),
  client_id: z.string().nullable().describe('Of the workspace’s own client; null: there is none'),
  saved_at: z.iso.datetime().nullable(),
  connections: z.int().describe('How many accounts were connected with it'),
})

export const showOAuthClient = action({
  name: 'show-oauth-client',
  summary: 'Show the workspace’s own OAuth client at a service, and how to register one',
  who: 'owner',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({ provider: ProviderName }),
  output: z.object({ client: Client }),
  errors: [connectionErrors.provider_wants_key],
  examples: [{ title: 'Slack', input: { provider: 'slack' } }],

  async run({ provider }, { org, db, ports, vault, settings, fail }) {
    const { oauth, isCrm } = providerOf(provider)
    if (!oauth) throw fail('provider_wants_key', { field: 'provider' })
    const row = await findOAuthClient(db, org.id, provider)
    const { scopesAlways, scopesUsual } = oauth.service
    return {
      client: {
        provider,
        redirect_uri: `${settings.publicUrl}${isCrm ? crmCallbackPath : callbackPath}`,
        register: oauth.register ?? null,
        scopes: [...scopesAlways, ...scopesUsual],
        origin: originOf(row !== undefined, ports.oauth.modeOf(provider, row !== undefined)),
        client_id: row?.client_id ?? null,
        saved_at: row?.saved_at.toISOString() ?? null,
        connections: row ? (await connectionsOfClient(db, vault, org.id, provider, row.client_id)).length : 0,
      },
    }
  },
})
