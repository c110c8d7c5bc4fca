import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { revokeGrant } from './access-tokens.ts'
import { lockConnection } from './connections.ts'
import { connectionErrors } from './errors.ts'
import { disconnectConnection } from './lifecycle.ts'
import { isResting } from './usable-connections.ts'

export const integrationDisconnect = action({
  name: 'integration-disconnect',
  summary: 'Disconnect a provider account',
  description:
    'The credentials are deleted at once, and an OAuth consent is revoked at its service. The credentials of a payment provider are kept while its checkouts can still be paid: Stripe checkouts are closed first; Razorpay orders, which cannot be closed, are polled for up to a week after a payer last opened them. Payments that arrive meanwhile are recorded. `immediately` deletes the credentials anyway, and later payments are not noticed. What was done over the connection is kept, and its list of calls for a while. A second call does nothing.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  callsProvider: true,
  hints: { idempotent: true },
  input: z.object({ connectionId: z.uuid(), orgId: z.uuid(), immediately: z.boolean().default(false) }),
  output: z.object({
    success: z.literal(true),
    open_checkouts: z.int().describe('Number of checkouts that can still be paid and are closed or polled'),
  }),
  errors: [connectionErrors.connection_not_found],
  examples: [
    {
      title: 'Disconnect an account',
      input: { connectionId: '01980000-0000-7000-8000-000000000000', orgId: '01980000-0000-7000-8000-000000000001' },
    },
  ],

  async run({ connectionId, immediately }, { org, inOrg, ports, vault, within, log, now, fail }) {
    const { row, open } = await inOrg(async ({ db, enqueue }) => {
      const known = await lockConnection(db, org.id, connectionId)
      // A member's own mailbox is theirs to disconnect.
      const held = known?.owner_id === null ? known : undefined
      return {
        row: held,
        open: held ? await disconnectConnection(db, held, { enqueue, within }, { now: now(), immediately }) : 0,
      }
    })
    if (!row) throw fail('connection_not_found')
    // A sandbox that is off cannot be notified.
    if (row.kind === 'oauth' && row.credentials !== null && !isResting(row))
      await revokeGrant({ ports, vault }, row).catch((error: unknown) => {
        // The tokens are deleted here: that the service still knows them is no reason to keep them.
        if (!(error instanceof ProviderError)) throw error
        log.warn({ connection_id: connectionId, kind: error.kind }, 'a consent could not be revoked at its service')
      })
    return { success: true as const, open_checkouts: open }
  },
})
