import type { FastifyInstance } from 'fastify'
import { consentFaults, serveConsent } from '../crm/consent.ts'
import { isGoodToken } from '../crm/consent-grants.ts'
import { type ControlledCrm, openCrmAccounts, serveCrmControl } from '../crm/control.ts'
import { crmFaults, truncateAnswers } from '../crm/crm-faults.ts'
import { serveRecordPages } from '../crm/record-pages.ts'
import { faultOf } from '../faults.ts'
import type { Simulator, SimulatorContext } from '../simulators.ts'
import { accountOf, expired } from './accounts.ts'
import { type Asked, kindIn, limitIn, portalOf } from './asked.ts'
import { serveAssociations } from './associations.ts'
import { openLimits } from './limits.ts'
import { serveObjects } from './object-routes.ts'
import { fromId, mergeIntoNew, toId } from './objects.ts'
import { invalid, notFound, overLimit, Refused, scopeMissing, shownRefusal } from './refusals.ts'
import { shownOwners, shownPipelines, shownProperties } from './schema.ts'

/** HubSpot's CRM API, by its numbered paths and by the dated ones. */
export const hubspot: Simulator = {
  slug: 'hubspot',
  title: 'HubSpot',
  instead: 'HubSpot’s CRM API, its consent page and tokens',
  about:
    'Any token is an account: pat-eu1-mine of a private app, or any other as of a consent. What follows a ~ makes another token of the same account.',
  pages: [
    { path: '/records', title: 'Records' },
    { path: '/consents', title: 'Consents' },
  ],
  counts: (context) => ({ accounts: context.table('accounts').count }),
  register,
  isMeant: ({ path, authorization }) =>
    path.startsWith('/crm/') || path.startsWith('/account-info/') || /^Bearer pat-/.test(authorization),
  ownFaults: {
    ...{ ...crmFaults, ...consentFaults },
    limits: 'HubSpot’s limits apply, and its headers say what is left.',
    missing_scope: 'The app lacks a scope: 403, as after an admin took it away.',
  },
  textsOfErrors: (status) =>
    status === 429
      ? overLimit('TEN_SECONDLY_ROLLING')
      : shownRefusal(
          new Refused(
            status,
            'INTERNAL_ERROR',
            status === 500 ? 'There was a problem with the request.' : 'Service unavailable',
          ),
        ),
}

function register(app: FastifyInstance, context: SimulatorContext): void {
  const accounts = openCrmAccounts(context)
  const crm: ControlledCrm = { accounts, toId, fromId, merge: mergeIntoNew }
  serveCrmControl(app, crm)
  serveConsent(app, context, 'hubspot')
  serveRecordPages(app, context, crm, hubspot)
  app.register(async (api) => {
    const limits = openLimits(context.now)
    answerErrors(api)
    truncateAnswers(api)
    api.addHook('onRequest', async (request, reply) => {
      const token = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
      if (isGoodToken(context, token) === false) throw expired()
      if (faultOf(request) === 'missing_scope') throw scopeMissing()
      const account = accountOf(token)
      request.hubspot = { account, records: accounts.use(account) }
      return limits.pass(request, reply, account)
    })
    for (const root of ['/crm/v3/objects', '/crm/objects/2026-03']) serveObjects(api, root, context.now)
    serveAssociations(api, { batches: '/crm/v4/associations', objects: '/crm/v4/objects' }, context.now)
    serveAssociations(api, { batches: '/crm/associations/2026-03', objects: '/crm/objects/2026-03' }, context.now)
    serveDescriptions(api)
  })
}

const answerErrors = (api: FastifyInstance): void => {
  api.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof Refused) return reply.code(error.statusCode).send(shownRefusal(error))
    const isTheirs = error instanceof SyntaxError || (error.statusCode ?? 500) < 500
    const refused = isTheirs ? invalid('Invalid input JSON') : new Refused(500, 'INTERNAL_ERROR', 'internal error')
    if (!isTheirs) process.stderr.write(`sandbox, hubspot: ${error.stack}\n`)
    return reply.code(refused.statusCode).send(shownRefusal(refused))
  })
}

const serveDescriptions = (api: FastifyInstance): void => {
  for (const path of ['/account-info/v3/details', '/account-info/2026-03/details'])
    api.get<Asked>(path, async (request) => ({
      ...{ portalId: Number(portalOf(request).account), accountType: 'STANDARD', timeZone: 'Europe/Berlin' },
      ...{ companyCurrency: 'EUR', additionalCurrencies: ['USD'], utcOffset: '+01:00', utcOffsetMilliseconds: 3_600_000 },
      ...{ uiDomain: 'app-eu1.hubspot.com', dataHostingLocation: 'eu1' },
    }))
  for (const path of ['/crm/v3/properties/:type', '/crm/properties/2026-03/:type'])
    api.get<Asked>(path, async (request) => ({
      results: request.query.archived === 'true' ? [] : shownProperties(kindIn(request.params)),
    }))
  for (const root of ['/crm/v3/pipelines', '/crm/pipelines/2026-03']) {
    const found = (request: { params: Asked['Params'] }) => (kindIn(request.params) === 'deals' ? shownPipelines() : [])
    api.get<Asked>(`${root}/:type`, async (request) => ({ results: found(request) }))
    api.get<Asked>(`${root}/:type/:id/stages`, async (request) => {
      const pipeline = found(request).find(({ id }) => id === request.params.id)
      if (!pipeline) throw notFound()
      return { results: pipeline.stages }
    })
  }
  // The vendor's package puts a slash at the end.
  for (const path of ['/crm/v3/owners', '/crm/v3/owners/', '/crm/owners/2026-03', '/crm/owners/2026-03/'])
    api.get<Asked>(path, async ({ query }) => {
      const all = shownOwners(query.archived === 'true').filter(
        ({ email }) => query.email === undefined || email === query.email,
      )
      const start = all.findIndex(({ id }) => id === query.after) + 1
      const page = all.slice(start, start + limitIn(query, 100, 500))
      const last = page.at(-1)
      return { results: page, ...(last && all.length > start + page.length && { paging: { next: { after: last.id } } }) }
    })
}
