import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { inAction, renewAccessToken } from './access-tokens.ts'
import { findSharedConnection } from './connections.ts'
import { connectionErrors } from './errors.ts'

export const integrationRefresh = action({
  name: 'integration-refresh',
  summary: 'Renew the token of a connection',
  description:
    'Foyer renews tokens automatically a minute before they expire; this does it now, as a test. Calls during a renewal, or within ten seconds after it, get the same result: twenty concurrent calls make one request.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  callsProvider: true,
  hints: { destructive: false, idempotent: true },
  input: z.object({ connectionId: z.uuid(), orgId: z.uuid() }),
  output: z.object({ success: z.literal(true), expires_at: z.iso.datetime().nullable() }),
  errors: [
    connectionErrors.connection_not_found,
    connectionErrors.connection_needs_consent,
    connectionErrors.provider_unreachable,
  ],
  examples: [
    {
      title: 'Now',
      input: { connectionId: '01980000-0000-7000-8000-000000000000', orgId: '01980000-0000-7000-8000-000000000000' },
    },
  ],

  async run({ connectionId }, context) {
    if (!(await context.inOrg(({ db }) => findSharedConnection(db, context.org.id, connectionId))))
      throw context.fail('connection_not_found')
    const { expiresAt } = await renewAccessToken(inAction(context), connectionId)
    return { success: true, expires_at: expiresAt?.toISOString() ?? null } as const
  },
})
