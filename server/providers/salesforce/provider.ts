import { z } from 'zod'
import { provider } from '#ports/provider.ts'
import { WebAddress } from '#shapes/settings.ts'

export const salesforce = provider({
  name: 'salesforce',
  title: 'Salesforce',
  about: 'Contacts, accounts and opportunities.',
  kind: 'oauth',
  fields: [],
  settings: {
    SALESFORCE_CLIENT_ID: {
      shape: z.string().min(1).max(255).optional(),
      about:
        'Foyer’s OAuth client at Salesforce, for CRM sync: the consumer key of a connected app with the callback URL PUBLIC_URL/functions/v1/crm-callback and the scopes api and refresh_token. Without one, and with the sandbox on, consent is simulated.',
    },
    SALESFORCE_CLIENT_SECRET: {
      shape: z.string().min(1).max(255).optional(),
      about: 'The consumer secret of that app.',
      secret: true,
    },
    SALESFORCE_LOGIN_BASE: {
      shape: WebAddress.optional(),
      about: 'Base URL in place of Salesforce’s consent and of its API. For tests.',
    },
  },
  address: 'SALESFORCE_LOGIN_BASE',
  sandbox: { path: '/salesforce', credentials: null },
  webhook: null,
  isCrm: true,
  oauth: {
    clientId: 'SALESFORCE_CLIENT_ID',
    clientSecret: 'SALESFORCE_CLIENT_SECRET',
    register: 'Setup → App Manager → New connected app → Enable OAuth settings',
    /** https://help.salesforce.com/s/articleView?id=sf.remoteaccess_oauth_web_server_flow.htm */
    service: {
      title: 'Salesforce',
      issuer: 'https://login.salesforce.com',
      alwaysSaysIssuer: false,
      authorizeUrl: 'https://login.salesforce.com/services/oauth2/authorize',
      authorizeParameters: {},
      tokenUrl: 'https://login.salesforce.com/services/oauth2/token',
      testServer: 'https://test.salesforce.com',
      tokenAuth: 'body',
      takesPkce: true,
      // Its answers have no lifetime: that is a setting of each organization, from 15 minutes to a day, and 2 hours usually.
      tokenSeconds: 3_600,
      refusals: {
        invalid_client_id: 'client',
        invalid_client_credentials: 'client',
        inactive_user: 'dead',
        inactive_org: 'dead',
        rate_limit_exceeded: 'busy',
      },
      scopeSeparator: ' ',
      scopesAlways: ['api', 'refresh_token'],
      scopesUsual: [],
      revoke: {
        url: 'https://login.salesforce.com/services/oauth2/revoke',
        token: 'refresh',
        sentIn: 'body',
        doneAlready: ['unsupported_token_type', 'invalid_token'],
      },
      api: { field: 'instance_url', hosts: ['*.my.salesforce.com', '*.salesforce.com', '*.force.com'] },
      whose: {
        url: 'https://login.salesforce.com/services/oauth2/userinfo',
        idField: 'organization_id',
        accountField: 'preferred_username',
      },
    },
  },
  serves: { crm: async () => (await import('./port.ts')).salesforceCrm },
})
