import type { Simulator } from '../simulators.ts'
import { serveApi } from './api.ts'
import { serveCreditsPage } from './credits-page.ts'
import { ownFaults, tooMany } from './limits.ts'
import { openTeams } from './teams.ts'

/** Apollo: a database of people at work, searched for free and enriched for credits. */
export const apollo: Simulator = {
  slug: 'apollo',
  title: 'Apollo',
  instead: 'Apollo’s people search and enrichment',
  about: 'Any key is a team of its own, with 1,000 credits. People and companies are made up.',
  pages: [{ path: '/credits', title: 'Credits and calls' }],
  counts: (context) => ({ calls: context.table('calls').count }),
  ownFaults,
  isMeant: ({ path }) =>
    /^(\/api\/v1)?\/(mixed_people|mixed_companies|usage_stats|auth\/health|people\/(bulk_)?match|organizations\/enrich)/.test(
      path,
    ),
  textsOfErrors: (status) =>
    ({
      429: tooMany,
      500: { error: 'Internal server error', error_code: 'UNKNOWN_ERROR' },
      503: { error: 'Service unavailable' },
    })[status],
  // Nothing proves them: their address does.
  sign: () => ({ 'content-type': 'application/json' }),
  register(app, context) {
    const teams = openTeams(context)
    serveApi(app, context, teams)
    serveCreditsPage(app, context, teams)
  },
}
