import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { endConnection } from './end-connection.ts'
import { connectionErrors } from './errors.ts'

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

  async run({ connectionId, immediately }, context) {
    const open = await endConnection(context, connectionId, { immediately, isMeant: () => true })
    return { success: true as const, open_checkouts: open }
  },
})
