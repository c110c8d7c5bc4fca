import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { endConnection } from '#domains/connections/connections/end-connection.ts'
import { connectionErrors } from '#domains/connections/connections/errors.ts'
import { isCrm } from './crm-providers.ts'

export const crmDisconnect = action({
  name: 'crm-disconnect',
  summary: 'Disconnect a CRM account',
  description:
    'The credentials are deleted at once, and a consent is revoked at the CRM; an API key stays valid there. What runs over the connection ends. Records that came from it stay, and its history too. A second call does nothing.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  callsProvider: true,
  hints: { idempotent: true },
  input: z.object({ connectionId: z.uuid(), orgId: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
  errors: [connectionErrors.connection_not_found],
  examples: [
    {
      title: 'Disconnect a CRM',
      input: { connectionId: '01980000-0000-7000-8000-000000000000', orgId: '01980000-0000-7000-8000-000000000001' },
    },
  ],

  async run({ connectionId }, context) {
    await endConnection(context, connectionId, { immediately: false, isMeant: isCrm })
    return { success: true as const }
  },
})
