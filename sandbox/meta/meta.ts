import { createHmac } from 'node:crypto'
import type { Simulator } from '../simulators.ts'
import { serveAds } from './ads-page.ts'
import { serveApi } from './api.ts'
import { metaFaults } from './callers.ts'
import { serveConsent } from './consent.ts'
import { openStore } from './store.ts'

/** Meta: consent, the Graph API for leads of ads, and the ads. */
export const meta: Simulator = {
  slug: 'meta',
  title: 'Meta',
  instead: 'Meta’s Graph API, consent and lead ads',
  about:
    'Ada and Ben have pages with lead forms. Fill in a form on the page of ads: apps that follow the page are told, and the lead can be fetched for 90 days. A page without leads has no calls to ask for them.',
  pages: [
    { path: '/ads', title: 'Ads' },
    { path: '/consents', title: 'Consents' },
  ],
  counts: ({ table }) => ({ leads: table('leads').count }),
  ownFaults: metaFaults,
  register(app, context) {
    const store = openStore(context)
    serveApi(app, context, store)
    serveConsent(app, context, store)
    serveAds(app, context, store)
  },
  isMeant: ({ path, authorization }) =>
    /^Bearer (EAAMeta|[^ |]+\|)/.test(authorization) ||
    /^\/v\d+\.\d+\/(dialog\/oauth|oauth\/access_token|me(\/|\?|$))/.test(path),
  textsOfErrors: (status) => ({
    error:
      status === 429
        ? { message: '(#613) Calls to this api have exceeded the rate limit.', type: 'OAuthException', code: 613 }
        : { message: 'An unknown error occurred', type: 'OAuthException', code: status === 503 ? 2 : 1, is_transient: true },
  }),
  // https://developers.facebook.com/docs/graph-api/webhooks/getting-started#validate-payloads
  sign: ({ body, secret }) => ({
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  }),
}
