import { z } from 'zod'
import { provider } from '#ports/provider.ts'
import { WebAddress } from '#shapes/settings.ts'

export const canva = provider({
  name: 'canva',
  title: 'Canva',
  about: 'Designs, their files, and brand templates.',
  kind: 'oauth',
  group: 'work',
  fields: [],
  settings: {
    CANVA_CLIENT_ID: {
      shape: z.string().min(1).max(255).optional(),
      about:
        'Foyer’s OAuth client at Canva: an integration of its Developer Portal with the redirect URL PUBLIC_URL/functions/v1/integration-callback (on this machine 127.0.0.1, not localhost) and the scopes profile:read, design:meta:read, design:content:read, design:content:write, brandtemplate:meta:read and brandtemplate:content:read. Without one, and with the sandbox on, consent is simulated.',
    },
    CANVA_CLIENT_SECRET: {
      shape: z.string().min(1).max(255).optional(),
      about: 'The secret of that client.',
      secret: true,
    },
    CANVA_API_BASE: {
      shape: WebAddress.optional(),
      about: 'Base URL in place of https://api.canva.com/rest and of Canva’s consent page. For tests.',
    },
  },
  address: 'CANVA_API_BASE',
  usualAddress: 'https://api.canva.com/rest',
  sandbox: { path: '/canva', credentials: null },
  webhook: null,
  oauth: {
    clientId: 'CANVA_CLIENT_ID',
    clientSecret: 'CANVA_CLIENT_SECRET',
    /** https://www.canva.dev/docs/connect/authentication/ */
    service: {
      title: 'Canva',
      issuer: 'https://www.canva.com',
      alwaysSaysIssuer: false,
      authorizeUrl: 'https://www.canva.com/api/oauth/authorize',
      authorizeParameters: {},
      tokenUrl: 'https://api.canva.com/rest/v1/oauth/token',
      apiPath: '/rest',
      tokenAuth: 'basic',
      takesPkce: true,
      tokenSeconds: 14_400,
      // Errors come in two forms: these are the codes of the one that is not the standard's.
      refusals: {
        invalid_grant: 'dead',
        invalid_client: 'client',
        unauthorized_client: 'client',
        too_many_requests: 'busy',
      },
      patienceMs: 60_000,
      scopeSeparator: ' ',
      scopesAlways: ['profile:read'],
      scopesUsual: [
        'design:meta:read',
        'design:content:read',
        'design:content:write',
        'brandtemplate:meta:read',
        'brandtemplate:content:read',
      ],
      revoke: {
        url: 'https://api.canva.com/rest/v1/oauth/revoke',
        token: 'refresh',
        sentIn: 'body_with_client',
        doneAlready: ['invalid_token', 'invalid_grant'],
      },
      whose: {
        url: 'https://api.canva.com/rest/v1/users/me',
        idField: 'team_user.user_id',
        accountField: 'team_user.team_id',
        name: { url: 'https://api.canva.com/rest/v1/users/me/profile', field: 'profile.display_name' },
      },
    },
  },
  serves: { designs: async () => (await import('./port.ts')).canvaDesigns },
})
