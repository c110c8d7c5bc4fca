import { consentFaults, serveConsent } from '../crm/consent.ts'
import { type ControlledCrm, openCrmAccounts, serveCrmControl } from '../crm/control.ts'
import { crmFaults } from '../crm/crm-faults.ts'
import { serveRecordPages } from '../crm/record-pages.ts'
import type { Simulator } from '../simulators.ts'
import { serveApi } from './api.ts'
import { idOf, numberIn, orgIdOf, prefixes } from './ids.ts'
import { openUsage, salesforceFaults } from './requests.ts'

/** Salesforce: accounts, contacts and opportunities of any org, behind the REST API. */
export const salesforce: Simulator = {
  slug: 'salesforce',
  title: 'Salesforce',
  instead: 'Salesforce’s consent page, its tokens and its REST API with SOQL',
  about:
    'Each access token of the form 00D…!… is an org of its own, with 20 accounts, 60 contacts and 24 opportunities. Tokens that differ only after a ~ share one. A token with “expired” in it is refused.',
  pages: [
    { path: '/records', title: 'Records' },
    { path: '/consents', title: 'Consents' },
  ],
  counts: (context) => ({ orgs: context.table('accounts').count }),
  register(app, context) {
    const accounts = openCrmAccounts(context)
    const crm: ControlledCrm = {
      accounts,
      toId: (entity, id) => idOf(prefixes[entity], id),
      fromId: (entity, id) => numberIn(prefixes[entity], id),
      accountId: orgIdOf,
      merge: mergeRecords,
    }
    serveCrmControl(app, crm)
    serveRecordPages(app, context, crm, salesforce)
    serveConsent(app, context, 'salesforce')
    serveApi(app, { context, accounts, usage: openUsage(context.now) })
  },
  isMeant: ({ path }) => /^\/services\/(data|oauth2)(\/|$)|^\/id\/00D/.test(path),
  ownFaults: { ...crmFaults, ...salesforceFaults, ...consentFaults },
  textsOfErrors: (status) => [
    {
      429: { message: 'Too many requests.', errorCode: 'REQUEST_LIMIT_EXCEEDED' },
      500: { message: 'An unexpected error occurred.', errorCode: 'UNKNOWN_EXCEPTION' },
      503: { message: 'The service could not answer.', errorCode: 'UNKNOWN_EXCEPTION' },
    }[status],
  ],
}

/** A record has one account at most: the winner keeps its own. */
const mergeRecords: NonNullable<ControlledCrm['merge']> = (records, entity, winnerId, loserId) => {
  const merged = records.merge(entity, winnerId, loserId)
  return merged && records.edit(entity, merged.id, { companyIds: merged.companyIds.slice(0, 1) }, merged.modifiedAt)
}
