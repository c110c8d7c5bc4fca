import { z } from 'zod'
import { provider } from '#ports/provider.ts'
import { WebAddress } from '#shapes/settings.ts'

export const hubspot = provider({
  name: 'hubspot',
  title: 'HubSpot',
  about: 'Contacts, companies and deals.',
  kind: 'oauth',
  fields: [
    {
      name: 'apiKey',
      label: 'Access token of a private app',
      secret: true,
      help: 'HubSpot → Settings → Integrations → Private apps. Starts with pat-.',
      optional: false,
      form: /^pat-[a-z0-9]{2,8}-[\w~-]{3,240}$/,
    },
  ],
  settings: {
    HUBSPOT_CLIENT_ID: {
      shape: z.string().min(1).max(255).optional(),
      about:
        'Foyer’s OAuth client at HubSpot, for CRM sync: a public app with the redirect URI PUBLIC_URL/functions/v1/crm-callback and the scopes oauth, crm.objects.contacts, crm.objects.companies, crm.objects.deals (read, write), crm.schemas of the three (read) and crm.objects.owners.read. Without one, and with the sandbox on, consent is simulated.',
    },
    HUBSPOT_CLIENT_SECRET: {
      shape: z.string().min(1).max(255).optional(),
      about: 'The secret of that client.',
      secret: true,
    },
    HUBSPOT_API_BASE: {
      shape: WebAddress.optional(),
      about: 'Base URL in place of HubSpot’s API and consent. For tests.',
    },
  },
  address: 'HUBSPOT_API_BASE',
  usualAddress: 'https://api.hubapi.com',
  sandbox: { path: '/hubspot', credentials: null },
  webhook: null,
  isCrm: true,
  oauth: {
    clientId: 'HUBSPOT_CLIENT_ID',
    clientSecret: 'HUBSPOT_CLIENT_SECRET',
    register: 'app.hubspot.com → Development → Create app → Auth',
    /** https://developers.hubspot.com/docs/api/oauth-quickstart-guide */
    service: {
      title: 'HubSpot',
      issuer: 'https://app.hubspot.com',
      alwaysSaysIssuer: false,
      authorizeUrl: 'https://app.hubspot.com/oauth/authorize',
      authorizeParameters: {},
      // The numbered path ends on 2027-02-16.
      tokenUrl: 'https://api.hubapi.com/oauth/2026-03/token',
      tokenAuth: 'body',
      takesPkce: true,
      refusals: {
        BAD_AUTH_CODE: 'dead',
        BAD_REFRESH_TOKEN: 'dead',
        BAD_CLIENT_ID: 'client',
        BAD_CLIENT_SECRET: 'client',
      },
      scopeSeparator: ' ',
      scopesAlways: ['oauth'],
      scopesUsual: [
        'crm.objects.contacts.read',
        'crm.objects.contacts.write',
        'crm.objects.companies.read',
        'crm.objects.companies.write',
        'crm.objects.deals.read',
        'crm.objects.deals.write',
        'crm.schemas.contacts.read',
        'crm.schemas.companies.read',
        'crm.schemas.deals.read',
        'crm.objects.owners.read',
      ],
      revoke: {
        url: 'https://api.hubapi.com/oauth/2026-03/token/revoke',
        token: 'refresh',
        sentIn: 'body_with_client',
        doneAlready: ['invalid_token', 'invalid_grant'],
      },
      // The same for every account but the number: an account has no name there.
      whose: { url: 'https://api.hubapi.com/account-info/2026-03/details', idField: 'portalId', accountField: 'portalId' },
    },
  },
  serves: { crm: async () => (await import('./port.ts')).hubspotCrm },
})
