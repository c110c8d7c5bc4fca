import { z } from 'zod'
import { provider } from '#ports/provider.ts'
import { WebAddress } from '#shapes/settings.ts'

export const zoho = provider({
  name: 'zoho',
  title: 'Zoho CRM',
  about: 'Contacts, accounts and deals.',
  kind: 'oauth',
  fields: [],
  settings: {
    ZOHO_CLIENT_ID: {
      shape: z.string().min(1).max(255).optional(),
      about:
        'Foyer’s OAuth client at Zoho, for CRM sync: api-console.zoho.com, a «Server-based application» with the redirect URI PUBLIC_URL/functions/v1/crm-callback, enabled for every data center with the same secret. Without one, and with the sandbox on, consent is simulated.',
    },
    ZOHO_CLIENT_SECRET: {
      shape: z.string().min(1).max(255).optional(),
      about: 'The secret of that client.',
      secret: true,
    },
    ZOHO_API_BASE: { shape: WebAddress.optional(), about: 'Base URL in place of Zoho’s API. For tests.' },
    ZOHO_ACCOUNTS_BASE: { shape: WebAddress.optional(), about: 'Base URL in place of Zoho’s consent and tokens. For tests.' },
  },
  address: 'ZOHO_API_BASE',
  usualAddress: 'https://www.zohoapis.com',
  sandbox: { path: '/zoho', credentials: null },
  webhook: null,
  isCrm: true,
  oauth: {
    clientId: 'ZOHO_CLIENT_ID',
    clientSecret: 'ZOHO_CLIENT_SECRET',
    register: 'api-console.zoho.com → Add client → Server-based applications',
    address: 'ZOHO_ACCOUNTS_BASE',
    /** https://www.zoho.com/crm/developer/docs/api/v8/multi-dc.html, …/v8/access-refresh.html */
    service: {
      title: 'Zoho CRM',
      issuer: 'https://accounts.zoho.com',
      alwaysSaysIssuer: false,
      authorizeUrl: 'https://accounts.zoho.com/oauth/v2/auth',
      // A refresh token comes only with offline access, and again only when the person is asked again.
      authorizeParameters: { access_type: 'offline', prompt: 'consent' },
      tokenUrl: 'https://accounts.zoho.com/oauth/v2/token',
      tokenAuth: 'body',
      takesPkce: false,
      refusals: {
        invalid_code: 'dead',
        invalid_client: 'client',
        invalid_client_secret: 'client',
        // The eleventh token of a refresh token within ten minutes.
        'Access Denied': 'busy',
        access_denied: 'busy',
      },
      patienceMs: 600_000,
      scopeSeparator: ',',
      scopesAlways: ['ZohoCRM.org.READ'],
      scopesUsual: [
        'ZohoCRM.modules.contacts.ALL',
        'ZohoCRM.modules.accounts.ALL',
        'ZohoCRM.modules.deals.ALL',
        'ZohoCRM.settings.ALL',
        'ZohoCRM.users.READ',
        'ZohoCRM.coql.READ',
      ],
      revoke: {
        url: 'https://accounts.zoho.com/oauth/v2/token/revoke',
        token: 'refresh',
        sentIn: 'query',
        doneAlready: ['invalid_code', 'invalid_token'],
      },
      servers: {
        parameter: 'accounts-server',
        locationParameter: 'location',
        byLocation: {
          us: 'https://accounts.zoho.com',
          eu: 'https://accounts.zoho.eu',
          in: 'https://accounts.zoho.in',
          au: 'https://accounts.zoho.com.au',
          jp: 'https://accounts.zoho.jp',
          ca: 'https://accounts.zohocloud.ca',
          sa: 'https://accounts.zoho.sa',
          cn: 'https://accounts.zoho.com.cn',
        },
      },
      api: {
        field: 'api_domain',
        hosts: [
          'www.zohoapis.com',
          'www.zohoapis.eu',
          'www.zohoapis.in',
          'www.zohoapis.com.au',
          'www.zohoapis.jp',
          'www.zohoapis.ca',
          'www.zohoapis.sa',
          'www.zohoapis.com.cn',
        ],
      },
      whose: {
        url: 'https://www.zohoapis.com/crm/v8/org',
        idField: 'org.0.id',
        accountField: 'org.0.company_name',
        scheme: 'Zoho-oauthtoken',
      },
    },
  },
  serves: { crm: async () => (await import('./port.ts')).zohoCrm },
})
