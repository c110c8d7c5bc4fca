import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ZodError } from 'zod'
import { truncateAnswers } from '../crm/crm-faults.ts'
import { serveComposites } from './composite-routes.ts'
import { entityObjects } from './entities.ts'
import { orgIdOf, usualUserId } from './ids.ts'
import { serveQueries } from './query-routes.ts'
import { serveRecords } from './record-routes.ts'
import { Refused, shownRefusal } from './refusals.ts'
import { enter, orgOf, type Parts } from './requests.ts'

/** The REST API of an org: https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/ */
export const serveApi = (app: FastifyInstance, parts: Parts): void => {
  for (const path of ['/services/data', '/services/data/'])
    app.get(path, async () => versions.map(({ version, label }) => ({ label, version, url: `/services/data/v${version}` })))

  app.register(async (api) => {
    truncateAnswers(api)
    api.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
      const refused = asRefused(error)
      // A precondition that fails has no words.
      return reply.code(refused.statusCode).send(refused.statusCode === 412 ? undefined : shownRefusal(refused))
    })
    api.addHook('onRequest', async (request, reply) => enter(parts, request, reply))
    serveQueries(api, parts)
    serveRecords(api)
    serveComposites(api)
    serveFacts(api, parts)
  })
}

const versions = [
  { version: '50.0', label: 'Winter ’21' },
  { version: '62.0', label: 'Winter ’25' },
] as const

const asRefused = (error: Error & { statusCode?: number }): Refused => {
  if (error instanceof Refused) return error
  if (error instanceof SyntaxError || error instanceof ZodError)
    return new Refused(400, 'JSON_PARSER_ERROR', 'The request body could not be read.')
  const status = error.statusCode ?? 500
  return status < 500
    ? new Refused(status, 'NOT_FOUND', 'The requested resource does not exist')
    : new Refused(500, 'UNKNOWN_EXCEPTION', 'An unexpected error occurred. Please include this ErrorId if you contact support.')
}

interface Asked {
  readonly Params: { readonly version: string }
  readonly Querystring: { readonly sObjects?: string }
}

/** Whose consent the token is from. */
const userOf = (request: FastifyRequest) => ({ organization_id: orgIdOf(orgOf(request).account), user_id: usualUserId })

const serveFacts = (api: FastifyInstance, { context, usage }: Parts): void => {
  const person = { name: 'Ada Berg', email: 'ada@sales.example', email_verified: true }
  api.get('/services/oauth2/userinfo', async (request) => {
    const { organization_id, user_id } = userOf(request)
    const sub = `${context.address()}/id/${organization_id}/${user_id}`
    return { sub, user_id, organization_id, preferred_username: person.email, ...person }
  })
  api.get('/id/:organization/:user', async (request) => {
    const { organization_id, user_id } = userOf(request)
    const id = `${context.address()}/id/${organization_id}/${user_id}`
    const { name: display_name, ...more } = person
    return { id, asserted_user: true, user_id, organization_id, username: person.email, display_name, ...more, active: true }
  })
  for (const path of ['/services/data/:version', '/services/data/:version/'])
    api.get<Asked>(path, async (request) => {
      const { organization_id, user_id } = userOf(request)
      const root = `/services/data/${request.params.version}`
      const resources = ['query', 'queryAll', 'sobjects', 'composite', 'limits'].map((name) => [name, `${root}/${name}`])
      return { ...Object.fromEntries(resources), identity: `${context.address()}/id/${organization_id}/${user_id}` }
    })
  for (const path of ['/services/data/:version/limits', '/services/data/:version/limits/'])
    api.get(path, async (_request, reply) => {
      const used = Number(/=(\d+)/.exec(String(reply.getHeader('Sforce-Limit-Info')))?.[1])
      return { DailyApiRequests: { Max: usage.limit, Remaining: Math.max(0, usage.limit - used) } }
    })
  api.get<Asked>('/services/data/:version/limits/recordCount', async (request) => {
    const { records } = orgOf(request)
    const wanted = request.query.sObjects?.split(',')
    const found = Object.values(entityObjects).filter(({ name }) => wanted === undefined || wanted.includes(name))
    // Cached there: always some behind.
    return { sObjects: found.map(({ name, entity }) => ({ count: Math.floor(records.count(entity) * 0.999), name })) }
  })
}
