import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import {
  beginConsent,
  ConsentBegun,
  ConsentEnvironment,
  clientOfConsent,
  ReturnTo,
} from '#domains/connections/connections/begin-consent.ts'
import { connectionErrors } from '#domains/connections/connections/errors.ts'
import { crmCallbackPath } from '#domains/connections/connections/oauth-flows.ts'
import { providerOf } from '#domains/connections/connections/providers.ts'
import { CrmProvider } from './crm-providers.ts'

export const crmInitOAuth = action({
  name: 'crm-init-oauth',
  summary: 'Begin to connect a CRM by consent',
  description:
    'Redirect the user to `authorizeUrl`. The CRM redirects back to `/functions/v1/crm-callback`, which stores the tokens and continues to the page of the connection, or to `returnTo`. `state` is valid once, for ten minutes, for the same user in the same browser. A second consent for the same account renews its connection; one for another account creates another connection.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false },
  limit: { times: 30, seconds: 60 },
  input: z.object({
    provider: CrmProvider,
    orgId: z.uuid(),
    userId: z.uuid().describe('The caller’s own id: a user can only consent for themselves'),
    environment: ConsentEnvironment.default('production').describe(
      '`sandbox`: a Salesforce sandbox, which signs in at test.salesforce.com. The other CRMs have none',
    ),
    returnTo: ReturnTo.optional().describe('A path of this app, where the browser goes afterwards'),
  }),
  output: ConsentBegun,
  errors: [
    transportErrors.foreign_person,
    connectionErrors.provider_not_set_up,
    connectionErrors.return_address_invalid,
    connectionErrors.consent_step_unknown,
  ],
  examples: [
    {
      title: 'HubSpot',
      input: {
        provider: 'hubspot',
        orgId: '01980000-0000-7000-8000-000000000000',
        userId: '01980000-0000-7000-8000-000000000001',
      },
    },
    {
      title: 'A Salesforce sandbox',
      input: {
        provider: 'salesforce',
        environment: 'sandbox',
        orgId: '01980000-0000-7000-8000-000000000000',
        userId: '01980000-0000-7000-8000-000000000001',
      },
    },
  ],

  async run({ provider, userId, environment, returnTo }, context) {
    if (userId !== context.person.id) throw context.fail('foreign_person', { field: 'userId' })
    const isForTests = environment === 'sandbox'
    if (isForTests && providerOf(provider).oauth?.service.testServer === undefined)
      throw context.fail('consent_step_unknown', { field: 'environment' })
    const { mode: usual, client } = await clientOfConsent(context, provider)
    const mode = isForTests && usual === 'live' ? 'test' : usual
    return beginConsent(context, { provider, mode, client, path: crmCallbackPath, scopes: null, returnTo })
  },
})
