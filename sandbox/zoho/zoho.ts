import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { consentFaults, serveConsent } from '../crm/consent.ts'
import { type ControlledCrm, serveCrmControl } from '../crm/control.ts'
import { crmFaults, suffers, truncateAnswers } from '../crm/crm-faults.ts'
import { serveRecordPages } from '../crm/record-pages.ts'
import { entities } from '../crm/seed.ts'
import { faultOf } from '../faults.ts'
import { forPeople, type Simulator, type SimulatorContext } from '../simulators.ts'
import { organizationOf } from './accounts.ts'
import { serveCoql } from './coql.ts'
import { serveLists } from './lists.ts'
import { fromId, toId } from './names.ts'
import { Refused, shownError } from './refusals.ts'
import { serveSettings } from './settings.ts'
import { openStore, type Store } from './store.ts'
import { serveWrites } from './writes.ts'

const words = { 429: 'TOO_MANY_REQUESTS', 500: 'INTERNAL_ERROR', 503: 'INTERNAL_ERROR' } as const

/** Zoho CRM: records, COQL, deleted, counts, fields, stages, users. */
export const zoho: Simulator = {
  slug: 'zoho',
  title: 'Zoho CRM',
  instead: 'Zoho CRM’s API, its consent page and tokens',
  about:
    'Any token that starts with 1000. is an account of its own, with records made from a seed; what stands after a ~ does not count. A token with “expired” in it is refused.',
  pages: [
    { path: '/records', title: 'Records' },
    { path: '/consents', title: 'Consents' },
  ],
  counts: (context) => ({ accounts: context.table('accounts').count }),
  register,
  isMeant: ({ path, authorization }) =>
    path.startsWith('/crm/v8/') || path.startsWith('/oauth/v2/') || authorization.startsWith('Zoho-oauthtoken '),
  ownFaults: {
    ...crmFaults,
    ...consentFaults,
    token_lost: 'Page tokens are refused as expired.',
    half_used: 'Half of the day’s credits are used: answers say how many remain.',
    record_locked: 'Writes find their record locked.',
  },
  textsOfErrors: (status) => shownError({ code: words[status], message: 'try again later', details: {} }),
}

function register(app: FastifyInstance, context: SimulatorContext): void {
  const store = openStore(context)
  const accountId = (account: string): string => organizationOf(account).id
  const controlled: ControlledCrm = { accounts: store.accounts, toId, fromId, accountId, merge: mergeAsZoho }
  serveCrmControl(app, controlled)
  serveFieldControl(app, store)
  serveConsent(app, context, 'zoho')
  serveRecordPages(app, context, controlled, zoho)
  app.register(async (api) => {
    answerErrors(api)
    truncateAnswers(api)
    limit(api, store)
    serveSettings(api, store)
    serveCoql(api, store)
    serveLists(api, store)
    serveWrites(api, store)
  })
}

const MoreFields = z.strictObject({
  account: z.string().optional(),
  entity: z.enum(entities),
  count: z.number().int().min(0).max(600),
})

/** `POST _fields` gives an account, or the last used one, so many text fields of its own: `Extra_1`, `Extra_2` … */
const serveFieldControl = (app: FastifyInstance, store: Store): void => {
  app.post('/_fields', forPeople, async (request) => {
    const { account, entity, count } = MoreFields.parse(request.body)
    const found = store.accounts.find(account)
    if (found) store.addFields(found.account, entity, count)
    return { account: found?.account ?? null, count }
  })
}

/** A person has one company, and of two people's companies the winner's stays. */
const mergeAsZoho: NonNullable<ControlledCrm['merge']> = (records, entity, winnerId, loserId) => {
  const merged = records.merge(entity, winnerId, loserId)
  return merged && records.edit(entity, merged.id, { companyIds: merged.companyIds.slice(0, 1) })
}

const answerErrors = (app: FastifyInstance): void => {
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof Refused) return reply.code(error.statusCode).send(shownError(error))
    throw error
  })
}

const creditsLeft = 24_100
const momentMs = 900

/**
 * The credits of a day and the calls at the same time: off until the dial turns them on. A refusal says nothing of which of the two ran out,
 * but where it was the calls at the same time, a light one that comes a moment after a refusal passes.
 */
const limit = (app: FastifyInstance, store: Store): void => {
  const used = new Map<string, number>()
  const refusedAt = new Map<string, number>()
  const isRefused = (request: FastifyRequest): boolean => {
    if (suffers(request, 'daily_limit')) return true
    if (!suffers(request, 'burst_limit')) return false
    const account = store.account(request)
    const agoMs = performance.now() - (refusedAt.get(account) ?? performance.now())
    if (request.routeOptions.url?.endsWith('/org') && agoMs >= momentMs) return false
    refusedAt.set(account, performance.now())
    return true
  }
  app.addHook('preHandler', async (request, reply) => {
    if (request.routeOptions.config.isPage) return
    if (isRefused(request))
      return reply.code(429).send(shownError({ code: 'TOO_MANY_REQUESTS', message: 'too many requests', details: {} }))
    if (faultOf(request) !== 'half_used') return
    const account = store.account(request)
    const spent = (used.get(account) ?? 0) + creditsOf(request)
    used.set(account, spent)
    reply.header('X-API-CREDITS-REMAINING', String(Math.max(0, creditsLeft - spent)))
    return
  })
}

/** https://www.zoho.com/crm/developer/docs/api/v8/api-limits.html: most calls cost one credit. */
const creditsOf = (request: FastifyRequest): number => {
  const { select_query: query } = (request.body ?? {}) as { select_query?: unknown }
  if (typeof query !== 'string') return 1
  const most = Number(/ limit (\d+)/i.exec(query)?.[1] ?? 200)
  return most <= 200 ? 1 : most <= 1_000 ? 2 : 3
}
