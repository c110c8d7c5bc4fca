import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { inAction } from '#domains/connections/connections/access-tokens.ts'
import { connectionErrors } from '#domains/connections/connections/errors.ts'
import { asProviderFailure, providerErrors } from '#domains/connections/connections/provider-failures.ts'
import { withCrm } from '../crm-connections/crm-access.ts'
import { ShownMapping, shownMapping } from './shown-mappings.ts'

export const showCrmMapping = action({
  name: 'show-crm-mapping',
  summary: 'Show which field of a CRM becomes which field here',
  description:
    'All fields of the CRM with examples, and its stages, as they are mapped now: as chosen with `save-crm-mapping`, otherwise as usual.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'read',
  callsProvider: true,
  limit: { times: 30, seconds: 60 },
  input: z.object({ connectionId: z.uuid(), orgId: z.uuid() }),
  output: ShownMapping,
  errors: [connectionErrors.connection_not_found, connectionErrors.connection_needs_consent, ...providerErrors],
  examples: [
    {
      title: 'One connection',
      input: { connectionId: '01980000-0000-7000-8000-000000000000', orgId: '01980000-0000-7000-8000-000000000001' },
    },
  ],

  async run({ connectionId }, context) {
    try {
      return await withCrm(inAction(context), connectionId, (crm) => shownMapping(crm, context, connectionId))
    } catch (error) {
      throw asProviderFailure(error)
    }
  },
})
