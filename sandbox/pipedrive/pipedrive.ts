import { consentFaults, serveConsent } from '../crm/consent.ts'
import { type ControlledCrm, openCrmAccounts, serveCrmControl } from '../crm/control.ts'
import { crmFaults } from '../crm/crm-faults.ts'
import { serveRecordPages } from '../crm/record-pages.ts'
import type { Simulator } from '../simulators.ts'
import { serveApi } from './api.ts'
import { ownFaults } from './limits.ts'
import { errorBody } from './refusals.ts'

const words = {
  429: 'rate limit exceeded',
  500: 'Internal server error',
  503: 'Service temporarily unavailable',
} as const

/** Pipedrive: v2 of its API, and what only v1 has. */
export const pipedrive: Simulator = {
  slug: 'pipedrive',
  title: 'Pipedrive',
  instead: 'Pipedrive’s API, consent page and tokens',
  about:
    'Any API token of 8 or more letters and digits, and any access token, is a company of its own; what comes after a ~ makes another token of the same company.',
  pages: [
    { path: '/records', title: 'Records' },
    { path: '/consents', title: 'Consents' },
  ],
  counts: (context) => ({ accounts: context.table('accounts').count }),
  register(app, context) {
    const accounts = openCrmAccounts(context)
    const crm: ControlledCrm = {
      accounts,
      toId: (_entity, id) => String(id),
      fromId: (_entity, id) => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined),
    }
    serveCrmControl(app, crm)
    serveRecordPages(app, context, crm, pipedrive)
    serveConsent(app, context, 'pipedrive')
    app.register(async (api) => serveApi(api, context, accounts))
  },
  isMeant: ({ path, headers }) =>
    /^\/api\/v2\//.test(path) ||
    ('x-api-token' in headers && path.startsWith('/v1/')) ||
    /^\/v1\/(users(\/me)?|recents|(deals|persons|organizations)\/[\w/]+)$/.test(path),
  ownFaults: { ...crmFaults, ...ownFaults, ...consentFaults },
  textsOfErrors: (status) => errorBody(status, words[status]),
}
