import { z } from 'zod'
import { provider } from '#ports/provider.ts'
import { graphVersion } from '#shapes/graph-version.ts'
import { WebAddress } from '#shapes/settings.ts'

export const meta = provider({
  name: 'meta',
  title: 'Meta',
  about: 'Leads of ads on Facebook and Instagram.',
  kind: 'oauth',
  group: 'marketing',
  fields: [],
  settings: {
    META_CLIENT_ID: {
      shape: z.string().min(1).max(255).optional(),
      about:
        'The id of Foyer’s app at Meta for Developers, for leads of ads: with the redirect URI PUBLIC_URL/functions/v1/integration-callback and the permissions leads_retrieval, pages_show_list, pages_read_engagement, pages_manage_ads, pages_manage_metadata and ads_management. Without one, and with the sandbox on, consent is simulated.',
    },
    META_CLIENT_SECRET: {
      shape: z.string().min(1).max(255).optional(),
      about: 'The secret of that app. It signs notifications, too.',
      secret: true,
    },
    META_API_BASE: {
      shape: WebAddress.optional(),
      about: 'Base URL in place of Meta’s Graph API and consent. For tests.',
    },
  },
  address: 'META_API_BASE',
  usualAddress: 'https://graph.facebook.com',
  sandbox: { path: '/meta', credentials: null },
  // Meta is asked for it with each page.
  webhook: null,
  oauth: {
    clientId: 'META_CLIENT_ID',
    clientSecret: 'META_CLIENT_SECRET',
    /** https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow */
    service: {
      title: 'Meta',
      issuer: 'https://www.facebook.com',
      alwaysSaysIssuer: false,
      authorizeUrl: `https://www.facebook.com/${graphVersion}/dialog/oauth`,
      authorizeParameters: {},
      tokenUrl: `https://graph.facebook.com/${graphVersion}/oauth/access_token`,
      tokenAuth: 'body',
      takesPkce: false,
      renewal: 'exchange',
      tokenSeconds: 60 * 86_400,
      tokenProof: 'appsecret_proof',
      // A token that is over cannot be exchanged.
      renewAheadSeconds: 30 * 86_400,
      // 100: a code that is over or was used; 101: the app's id or secret.
      refusals: { '190': 'dead', '100': 'dead', '101': 'client', '4': 'busy', '17': 'busy', '613': 'busy' },
      scopeSeparator: ',',
      scopesAlways: ['pages_show_list'],
      scopesUsual: [
        'leads_retrieval',
        'pages_show_list',
        'pages_read_engagement',
        'pages_manage_ads',
        'pages_manage_metadata',
        'ads_management',
      ],
      revoke: {
        url: `https://graph.facebook.com/${graphVersion}/me/permissions`,
        ...{ method: 'DELETE', token: 'access', sentIn: 'header', doneAlready: [] },
      },
      whose: {
        url: `https://graph.facebook.com/${graphVersion}/me?fields=id,name`,
        idField: 'id',
        accountField: 'name',
      },
    },
  },
  serves: { leadAds: async () => (await import('./port.ts')).metaLeadAds },
})
