import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { faultOf } from '../faults.ts'
import type { SimulatorContext } from '../simulators.ts'
import { type LimitedAs, openLimits } from './limits.ts'
import { companies, companyShown, findPeople, personOf, personShown, type SimulatedPerson, teaserOf } from './people.ts'
import type { Team, Teams } from './teams.ts'

const Texts = z.union([z.array(z.string()), z.string().transform((text) => [text])]).default([])
const Whole = z.coerce.number().int()

const Search = z.object({
  person_titles: Texts,
  person_locations: Texts,
  q_organization_domains_list: Texts,
  q_keywords: z.string().default(''),
  page: Whole.min(1).max(500).default(1),
  per_page: Whole.min(1).max(100).default(10),
})
const Detail = z.object({ id: z.string().optional() }).loose()
const Reveal = z.object({ reveal_phone_number: z.coerce.string().default('false'), webhook_url: z.string().optional() })

type Handler = (request: FastifyRequest, reply: FastifyReply, team: Team) => unknown

type Serve = (method: 'GET' | 'POST', path: string, as: LimitedAs, needsMaster: boolean, handle: Handler) => void

/** Apollo's API (https://docs.apollo.io/reference), at its root and below `/api/v1`. */
export const serveApi = (app: FastifyInstance, context: SimulatorContext, teams: Teams): void => {
  const limited = openLimits(context.now)
  const serve: Serve = (method, path, as, needsMaster, handle) => {
    for (const base of ['', '/api/v1'])
      app.route({
        method,
        url: `${base}${path}`,
        handler: (request, reply) => {
          const key = keyOf(request)
          if (!isKey(key)) return refuseKey(reply)
          const team = teams.enter(key)
          if (needsMaster && (key.includes('plain') || faultOf(request) === 'no_master_key')) return refuseRight(reply, path)
          return limited(request, reply, team, as) ?? handle(request, reply, team)
        },
      })
  }

  for (const base of ['', '/api/v1'])
    app.get(`${base}/auth/health`, async (request) => ({ healthy: true, is_logged_in: isKey(keyOf(request)) }))

  serveSearch(serve, teams)
  serveEnrichment(serve, context, teams)
  serveCompanies(serve, teams)
  serveUsage(serve)
}

const serveSearch = (serve: Serve, teams: Teams): void => {
  serve('POST', '/mixed_people/api_search', 'search', true, (request, reply, team) => {
    const wish = Search.safeParse(parametersOf(request))
    if (!wish.success) return reply.code(422).send({ error: `Invalid value: ${wish.error.issues[0]?.path.join('.')}` })
    const { person_titles, person_locations, q_organization_domains_list, q_keywords, page, per_page } = wish.data
    const found = findPeople({
      ...{ titles: person_titles, locations: person_locations, domains: q_organization_domains_list, keywords: q_keywords },
    })
    teams.record(team, { what: 'People search', ids: [], cost: 0, status: 200 })
    return { total_entries: found.length, people: found.slice((page - 1) * per_page, page * per_page).map(teaserOf) }
  })
}

const serveEnrichment = (serve: Serve, context: SimulatorContext, teams: Teams): void => {
  serve('POST', '/people/match', 'enrich', false, (request, reply, team) => {
    const { id = '' } = Detail.parse(parametersOf(request))
    if (team.credits < 1) return refuseCredits(reply)
    const found = personShown(personOf(id) ?? gone)
    spend(teams, team, 'Person match', found ? [id] : [])
    return { person: found }
  })

  serve('POST', '/people/bulk_match', 'enrich', false, (request, reply, team) => {
    const body = z.object({ details: z.array(Detail) }).safeParse(request.body)
    const reveal = Reveal.parse(parametersOf(request))
    const wantsMobiles = reveal.reveal_phone_number === 'true'
    if (!body.success) return reply.code(400).send(failed('INVALID_REQUEST', 'details is missing'))
    const ids = body.data.details.map(({ id = '' }) => id)
    if (ids.length > 10)
      return reply.code(400).send(failed('RECORD_LIMIT_EXCEEDED', 'cannot enrich more than 10 in a single request'))
    if (wantsMobiles && !/^https?:\/\//.test(reveal.webhook_url ?? ''))
      return reply.code(400).send(failed('INVALID_REQUEST', 'reveal_phone_number needs webhook_url'))
    const fault = faultOf(request)
    if (team.credits < 1 || fault === 'no_credits') {
      teams.record(team, { what: 'Bulk match', ids, cost: 0, status: 422 })
      return refuseCredits(reply)
    }
    let left = fault === 'half_credits' ? 1 : team.credits
    let isShort = false
    const matches = ids.map((id) => {
      const shown = personShown(personOf(id) ?? gone)
      if (!shown) return null
      isShort ||= left === 0
      if (left === 0) return null
      left -= 1
      return shown
    })
    const found = matches.filter((each) => each !== null)
    const mobiles = wantsMobiles
      ? sendMobiles(
          context,
          team,
          found.map(({ id }) => id),
          reveal.webhook_url ?? '',
        )
      : 0
    spend(
      teams,
      team,
      'Bulk match',
      found.map(({ id }) => id),
      mobiles,
    )
    return {
      status: isShort ? 'partial' : 'success',
      ...{ error_code: isShort ? 'INSUFFICIENT_CREDITS' : null, error_message: isShort ? 'Insufficient credits.' : null },
      ...{ total_requested_enrichments: ids.length, unique_enriched_records: found.length },
      ...{ missing_records: ids.length - found.length, credits_consumed: found.length },
      matches: fault === 'short_matches' ? matches.slice(1) : matches,
    }
  })
}

const serveCompanies = (serve: Serve, teams: Teams): void => {
  serve('POST', '/mixed_companies/search', 'search', true, (request, reply, team) => {
    const wish = Search.safeParse(parametersOf(request))
    if (!wish.success) return reply.code(422).send({ error: 'Invalid value' })
    if (team.credits < 1) return refuseCredits(reply)
    const { q_organization_domains_list: domains, page, per_page } = wish.data
    const found = companies.filter(({ domain }) => domains.length === 0 || domains.includes(domain))
    const shown = found.slice((page - 1) * per_page, page * per_page)
    teams.spend(team.id, { credits: 1, mobiles: 0 })
    teams.record(team, { what: 'Company search', ids: [], cost: 1, status: 200 })
    return {
      breadcrumbs: [],
      partial_results_only: false,
      pagination: { page, per_page, total_entries: found.length, total_pages: Math.ceil(found.length / per_page) },
      // Companies that the team saved come in a list of their own.
      accounts: shown.filter(({ isAccount }) => isAccount).map(companyShown),
      organizations: shown.filter(({ isAccount }) => !isAccount).map(companyShown),
    }
  })

  serve('GET', '/organizations/enrich', 'enrich', false, (request, reply, team) => {
    const { domain } = z.object({ domain: z.string().default('') }).parse(parametersOf(request))
    const found = companies.find((company) => company.domain === domain)
    if (!found) return {}
    if (team.credits < 1) return refuseCredits(reply)
    spend(teams, team, 'Company enrichment', [found.id])
    return { organization: companyShown(found) }
  })
}

const serveUsage = (serve: Serve): void => {
  serve('POST', '/usage_stats/credit_usage_stats', 'other', true, (_request, _reply, team) => ({
    credit_usage_stats: {
      lead_credit: { limit: team.credits + team.consumed, consumed: team.consumed, left_over: team.credits },
      direct_dial_credit: {
        limit: team.mobileCredits + team.mobilesConsumed,
        ...{ consumed: team.mobilesConsumed, left_over: team.mobileCredits },
      },
    },
    current_credit_cycle: {},
  }))

  serve('POST', '/usage_stats/api_usage_stats', 'other', true, () => ({
    '["api/v1/people","match"]': {
      day: { limit: 6_000, consumed: 3, left_over: 5_997 },
      hour: { limit: 600, consumed: 3, left_over: 597 },
      minute: { limit: 200, consumed: 1, left_over: 199 },
    },
  }))
}

const spend = (teams: Teams, team: Team, what: string, ids: readonly string[], mobiles = 0): void => {
  teams.spend(team.id, { credits: ids.length, mobiles })
  teams.record(team, { what, ids, cost: ids.length + mobiles, status: 200 })
}

/** Stands for who is not in the database. */
const gone: SimulatedPerson = {
  ...{ n: -1, id: '', firstName: '', lastName: '', title: '', place: ['Berlin', 'Berlin', 'Germany'], company: null },
  ...{ email: null, mobile: null, isGone: true },
}

/** Mobile numbers come later, by a webhook that nothing signs. Answers what they cost. */
const sendMobiles = (context: SimulatorContext, team: Team, ids: readonly string[], url: string): number => {
  const numbers = ids.map((id, at) => ({
    id,
    mobile: 8 * (at + 1) <= team.mobileCredits ? (personOf(id)?.mobile ?? null) : null,
  }))
  const body = {
    status: 'success',
    people: numbers.map(({ id, mobile }) => ({
      id,
      status: 'success',
      phone_numbers:
        mobile === null
          ? []
          : [
              {
                raw_number: mobile,
                sanitized_number: mobile,
                type_cd: 'mobile',
                status_cd: 'valid_number',
                confidence_cd: 'high',
              },
            ],
    })),
  }
  context.deliver(
    { id: team.id, url, secret: '' },
    { id: context.newId('phones_'), type: 'phone_numbers', body: JSON.stringify(body) },
  )
  return 8 * numbers.filter(({ mobile }) => mobile !== null).length
}

const keyOf = (request: FastifyRequest): string => {
  const bearer = /^Bearer\s+(.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const given = request.headers['x-api-key'] ?? bearer
  return typeof given === 'string' ? given : ''
}

const isKey = (key: string): boolean => key.length >= 8 && !/wrong|expired/.test(key)

/** Most of its endpoints refuse a key in plain text. */
const refuseKey = (reply: FastifyReply): FastifyReply =>
  reply
    .code(401)
    .type('text/plain')
    .send('Invalid API key. See https://docs.apollo.io/reference/authentication for how to authenticate.')

const refuseRight = (reply: FastifyReply, path: string): FastifyReply =>
  reply.code(403).send({ error: `This API key is not authorized to access api/v1${path}.`, error_code: 'API_INACCESSIBLE' })

const failed = (error_code: string, error_message: string) => ({ status: 'failed', error_code, error_message })

const refuseCredits = (reply: FastifyReply): FastifyReply =>
  reply.code(422).send(failed('INSUFFICIENT_CREDITS', 'Insufficient credits.'))

/** Parameters come in the query, lists with `[]` behind their names, or by plain names in the body. */
const parametersOf = (request: FastifyRequest): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries(
    Object.entries((request.query ?? {}) as Readonly<Record<string, unknown>>).map(([name, value]) => [
      name.replace(/\[\]$/, ''),
      value,
    ]),
  ),
  ...((request.body ?? {}) as Readonly<Record<string, unknown>>),
})
