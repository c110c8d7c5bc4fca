import { z } from 'zod'
import { provider } from '#ports/provider.ts'
import { WebAddress } from '#shapes/settings.ts'

export const pipedrive = provider({
  name: 'pipedrive',
  title: 'Pipedrive',
  about: 'People, organizations and deals.',
  kind: 'oauth',
  fields: [
    {
      name: 'apiKey',
      label: 'API token',
      secret: true,
      help: 'Pipedrive → Personal preferences → API: 40 digits and letters.',
      optional: false,
      form: /^[\w~-]{20,240}$/,
    },
    {
      name: 'instanceDomain',
      label: 'Company host',
      secret: false,
      help: 'As in the address of your Pipedrive: company.pipedrive.com.',
      optional: true,
      form: /^[\w.-]{1,253}$/,
    },
  ],
  settings: {
    PIPEDRIVE_CLIENT_ID: {
      shape: z.string().min(1).max(255).optional(),
      about:
        'Foyer’s OAuth client at Pipedrive, for CRM sync: an app of its Developer Hub with the callback URL PUBLIC_URL/functions/v1/crm-callback and the scopes base, contacts:full, deals:full, users:read, recents:read and search:read. Without one, and with the sandbox on, consent is simulated.',
    },
    PIPEDRIVE_CLIENT_SECRET: {
      shape: z.string().min(1).max(255).optional(),
      about: 'The secret of that client.',
      secret: true,
    },
    PIPEDRIVE_API_BASE: { shape: WebAddress.optional(), about: 'Base URL in place of Pipedrive’s API. For tests.' },
    PIPEDRIVE_OAUTH_BASE: {
      shape: WebAddress.optional(),
      about: 'Base URL in place of Pipedrive’s consent and tokens. For tests.',
    },
  },
  address: 'PIPEDRIVE_API_BASE',
  usualAddress: 'https://api.pipedrive.com',
  sandbox: { path: '/pipedrive', credentials: null },
  webhook: null,
  isCrm: true,
  oauth: {
    clientId: 'PIPEDRIVE_CLIENT_ID',
    clientSecret: 'PIPEDRIVE_CLIENT_SECRET',
    register: 'Pipedrive → Developer Hub → Create an app',
    address: 'PIPEDRIVE_OAUTH_BASE',
    /** https://pipedrive.readme.io/docs/marketplace-oauth-authorization */
    service: {
      title: 'Pipedrive',
      issuer: 'https://oauth.pipedrive.com',
      alwaysSaysIssuer: false,
      authorizeUrl: 'https://oauth.pipedrive.com/oauth/authorize',
      authorizeParameters: {},
      tokenUrl: 'https://oauth.pipedrive.com/oauth/token',
      tokenAuth: 'basic',
      takesPkce: false,
      scopeSeparator: ' ',
      // The rights of an app are those of its registration there.
      scopesAlways: [],
      scopesUsual: [],
      revoke: {
        url: 'https://oauth.pipedrive.com/oauth/revoke',
        token: 'refresh',
        sentIn: 'body_with_client',
        doneAlready: ['invalid_token', 'invalid_grant'],
      },
      api: { field: 'api_domain', hosts: ['*.pipedrive.com'] },
      whose: {
        url: 'https://api.pipedrive.com/v1/users/me',
        idField: 'data.company_id',
        accountField: 'data.company_name',
      },
    },
  },
  serves: { crm: async () => (await import('./port.ts')).pipedriveCrm },
})
