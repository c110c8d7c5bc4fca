import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { writeQueuedPrdsOrder } from '#domains/automation/drafts/orders.ts'
import { connectionOf, connectSandbox } from './connections.ts'
import { connectionErrors } from './errors.ts'
import { ProviderName, providerOf } from './providers.ts'
import { Connection, showConnection } from './shown-connections.ts'
import { isAi } from './testing.ts'

export const connectSandboxAction = action({
  name: 'connect-sandbox',
  summary: 'Use the sandbox in the place of a provider',
  description:
    'Nothing leaves this machine, and no money is real. A payment provider that is not connected is played by the sandbox with its first use anyway; this does it now.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  input: z.object({ provider: ProviderName }),
  output: z.object({ success: z.literal(true), connection: Connection }),
  errors: [transportErrors.sandbox_is_off, connectionErrors.provider_wants_consent, connectionErrors.connection_exists],
  examples: [{ title: 'Try out payments', input: { provider: 'stripe' } }],

  async run({ provider }, { org, person, db, enqueue, ports, vault, settings, fail }) {
    if (!settings.hasSandbox) throw fail('sandbox_is_off')
    if (!providerOf(provider).sandboxCredentials) throw fail('provider_wants_consent', { field: 'provider' })
    const row =
      (await connectionOf(db, org.id, provider)) ??
      (await connectSandbox(db, org.id, provider, { vault, enqueue, personId: person.id }))
    if (row?.mode !== 'sandbox') throw fail('connection_exists')
    if (isAi(provider)) await enqueue(writeQueuedPrdsOrder, { orgId: org.id })
    return { success: true as const, connection: showConnection(row, undefined, { ports, vault, settings }) }
  },
})
