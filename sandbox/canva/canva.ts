import { consentFaults, serveConsent } from '../crm/consent.ts'
import type { Simulator } from '../simulators.ts'
import { serveApi } from './api.ts'
import { ownFaults } from './limits.ts'
import { servePages } from './pages.ts'
import { errorBody } from './refusals.ts'
import { openStore } from './store.ts'

const words = {
  429: { code: 'too_many_requests', message: 'Too many requests', more: {} },
  500: { code: 'internal_error', message: 'Something went wrong', more: {} },
  503: { code: 'internal_error', message: 'Service unavailable', more: {} },
} as const

/** Canva’s Connect API: https://www.canva.dev/docs/connect/. At the root its paths have /rest before them. */
export const canva: Simulator = {
  slug: 'canva',
  title: 'Canva',
  instead: 'Canva’s Connect API, consent page, tokens and files',
  about:
    'Each account of the consent page has designs of its own. Refresh tokens are good once. Exports take a moment, and their addresses end after a day; the page of a design says how its exports end.',
  pages: [
    { path: '/designs', title: 'Designs' },
    { path: '/consents', title: 'Consents' },
  ],
  counts: (context) => ({ designs: context.table('designs').count, exports: context.table('exports').count }),
  register(app, context) {
    const store = openStore(context)
    serveConsent(app, context, 'canva')
    servePages(app, context, store)
    app.register(async (api) => serveApi(api, context, store))
    app.register(
      async (rest) => {
        serveConsent(rest, context, 'canva')
        rest.register(async (api) => serveApi(api, context, store))
      },
      { prefix: '/rest' },
    )
  },
  isMeant: ({ path }) => path.startsWith('/rest/v1/') || path === '/api/oauth/authorize',
  ownFaults: { ...ownFaults, ...consentFaults },
  textsOfErrors: (status) => errorBody(words[status]),
}
