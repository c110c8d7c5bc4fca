import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { serviceGroups } from '#ports/provider.ts'
import { choice, shape } from '#shapes'
import { findConnections } from './connections.ts'
import { ClientOrigin, originOf, providersWithClient } from './oauth-clients.ts'
import { lastCalls } from './provider-calls.ts'
import { ConnectionKind, groupOf, ProviderName, providerOf } from './providers.ts'
import { Connection, showConnection } from './shown-connections.ts'

const Available = shape('AvailableProvider', {
  provider: ProviderName,
  title: z.string(),
  about: z.string(),
  kind: ConnectionKind.describe('`key`: connected with an API key. `oauth`: connected by consent on the provider’s page'),
  can_sandbox: z.boolean().describe('A simulator exists and the sandbox is turned on'),
  group: choice('ServiceGroup', serviceGroups).describe('What it stands with in Settings → Connections'),
  also_known_as: z.array(z.string()).describe('Other names that people look for'),
  client: ClientOrigin.nullable().describe(
    'Whose OAuth client a consent is asked with: from save-oauth-client, the configuration, or simulated. Null: there is none, or no consent',
  ),
  instance: shape('ServiceInstance', { label: z.string(), help: z.string() })
    .nullable()
    .describe('What integration-init-oauth asks for as `instance`; null: nothing'),
  has_developer_accounts: z
    .boolean()
    .describe('integration-init-oauth connects a developer account of it, too, with `environment`: `sandbox`'),
  does: shape('OfferedTask', { name: z.string(), title: z.string() })
    .nullable()
    .describe('What the service can be asked to do when something happens here; null: nothing'),
  fields: z
    .array(
      shape('CredentialField', {
        name: z.string(),
        label: z.string(),
        secret: z.boolean(),
        help: z.string().describe('Where to find it'),
        optional: z.boolean(),
      }),
    )
    .describe('The contents of `credentials` in connect-provider'),
})

export const listConnections = action({
  name: 'list-connections',
  summary: 'List connected accounts and available providers',
  description: 'With the state of each in words, and its last call. Credentials are never shown again.',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({}),
  output: z.object({ connections: z.array(Connection), available: z.array(Available) }),
  errors: [],
  examples: [{ title: 'All connections', input: {} }],

  async run(_input, { org, db, ports, vault, settings }) {
    const rows = await findConnections(db, org.id)
    const ownClients = await providersWithClient(db, org.id)
    const calls = await lastCalls(
      db,
      org.id,
      rows.map(({ id }) => id),
    )
    return {
      connections: rows.map((row) => showConnection(row, calls.get(row.id), { ports, vault, settings })),
      // CRMs are connected on a page of their own.
      available: ProviderName.options
        .filter((provider) => !providerOf(provider).isCrm)
        .map((provider) => {
          const manifest = providerOf(provider)
          const { title, about, kind, sandbox, fields, alsoKnownAs = [], oauth, does } = manifest
          const isOwn = ownClients.has(provider)
          const mode = oauth ? ports.oauth.modeOf(provider, isOwn) : null
          return {
            provider,
            title,
            about,
            kind: kind === 'oauth' ? ('oauth' as const) : ('key' as const),
            can_sandbox: sandbox !== null && settings.hasSandbox,
            group: groupOf(manifest),
            also_known_as: [...alsoKnownAs],
            client: originOf(isOwn, mode),
            has_developer_accounts: mode !== null && mode !== 'sandbox' && oauth?.service.testServer !== undefined,
            instance: oauth?.service.instance
              ? { label: oauth.service.instance.label, help: oauth.service.instance.help }
              : null,
            does: does ? { name: does.name, title: does.title } : null,
            fields: fields.map(({ name, label, secret, help, optional }) => ({ name, label, secret, help, optional })),
          }
        }),
    }
  },
})
