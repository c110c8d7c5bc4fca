import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { shape } from '#shapes'
import { findConnections } from './connections.ts'
import { lastCalls } from './provider-calls.ts'
import { ConnectionKind, ProviderName, providerOf } from './providers.ts'
import { Connection, showConnection } from './shown-connections.ts'

const Available = shape('AvailableProvider', {
  provider: ProviderName,
  title: z.string(),
  about: z.string(),
  kind: ConnectionKind.describe('`key`: connected with an API key. `oauth`: connected by consent on the provider’s page'),
  can_sandbox: z.boolean().describe('A simulator exists and the sandbox is turned on'),
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
          const { title, about, kind, sandbox, fields } = providerOf(provider)
          return {
            provider,
            title,
            about,
            kind: kind === 'oauth' ? ('oauth' as const) : ('key' as const),
            can_sandbox: sandbox !== null && settings.hasSandbox,
            fields: fields.map(({ name, label, secret, help, optional }) => ({ name, label, secret, help, optional })),
          }
        }),
    }
  },
})
