import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { connectionOf } from './connections.ts'
import { connectionErrors } from './errors.ts'
import { connectSandbox } from './lifecycle.ts'
import { ProviderName, providerOf } from './providers.ts'
import { Connection, showConnection } from './shown-connections.ts'

export const connectSandboxAction = action({
  name: 'connect-sandbox',
  summary: 'Use the sandbox instead of a provider',
  description:
    'No request leaves this machine, and no money is real. A payment provider that is not connected uses the sandbox on first use anyway; this connects it now.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  input: z.object({ provider: ProviderName }),
  output: z.object({ success: z.literal(true), connection: Connection }),
  errors: [
    ...[transportErrors.sandbox_is_off, connectionErrors.provider_wants_consent],
    ...[connectionErrors.provider_is_crm, connectionErrors.connection_exists],
  ],
  examples: [{ title: 'Try payments in the sandbox', input: { provider: 'stripe' } }],

  async run({ provider }, { org, person, db, enqueue, ports, vault, within, settings, fail }) {
    if (!settings.hasSandbox) throw fail('sandbox_is_off')
    if (providerOf(provider).isCrm) throw fail('provider_is_crm', { field: 'provider' })
    if (!providerOf(provider).sandbox?.credentials) throw fail('provider_wants_consent', { field: 'provider' })
    const row =
      (await connectionOf(db, org.id, provider)) ??
      (await connectSandbox(db, org.id, provider, person.id, { vault, enqueue, within }))
    if (row?.mode !== 'sandbox') throw fail('connection_exists')
    return { success: true as const, connection: showConnection(row, undefined, { ports, vault, settings }) }
  },
})
