import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Consents } from '../crm/consent-grants.ts'
import { consentAccounts } from '../crm/consent-vendors.ts'
import { faultOf } from '../faults.ts'
import type { SimulatorContext } from '../simulators.ts'
import { tokenIn } from './consent-routes.ts'
import { nameOfAccount, type PlayedService, routeOf, saying } from './played.ts'

/** Something that an app did here. */
export interface Deed {
  readonly id: string
  readonly at: string
  readonly account: string
  readonly path: string
  readonly body: unknown
}

/** Where a body or a path says this, nothing is there. */
const gone = /(^|["#/ ])gone(["/ ]|$)/

/** The API of a service: whose a token is, whether it is good, and the one thing that can be done. */
export const serveApi = (app: FastifyInstance, context: SimulatorContext, played: PlayedService, consents: Consents): void => {
  const { service, does } = played
  const { whose } = service
  const deeds = context.table<Deed>('deeds')

  const refuse = (reply: FastifyReply, status: number, error: string): FastifyReply =>
    reply.code(whose.okField ? 200 : status).send({ error, ...(whose.okField && { [whose.okField]: false }) })

  /** The account of a call that is in order; null where the call was refused. */
  const accountOf = (request: FastifyRequest, reply: FastifyReply): string | null => {
    const about = consents.about(tokenIn(service, request))
    if (!about || about.expiresAt === null)
      return refused(refuse(reply, 401, service.refusesWithOk ? 'invalid_auth' : 'unauthorized'))
    for (const [name, value] of Object.entries(whose.headers ?? {}))
      if (request.headers[name] !== value) return refused(refuse(reply, 400, `missing_${name}`))
    if (!request.headers['user-agent']) return refused(refuse(reply, 403, 'missing_user_agent'))
    return about.grant.accountId
  }
  const refused = (_reply: FastifyReply): null => null

  const sendAccount = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const accountId = accountOf(request, reply)
    if (accountId === null) return reply
    const isBare = whose.method === 'POST' && whose.json === undefined
    if (isBare && request.headers['content-type'] !== undefined) return refuse(reply, 400, 'unexpected_body')
    const name = nameOfAccount(service, accountId)
    const parts = Object.entries(request.params as Record<string, string>).filter(([part]) => part !== 'instance')
    if (parts.some(([, part]) => part !== name)) return refuse(reply, 403, 'foreign_account')
    const isForeign = faultOf(request) === 'foreign_instance'
    const address = isForeign ? 'https://api.attacker.example' : context.address()
    const title = consentAccounts.find(({ id }) => id === accountId)?.name ?? accountId
    return reply.send(
      saying([
        ...(whose.okField ? ([[whose.okField, true]] as const) : []),
        ...(whose.idField === null ? [] : ([[whose.idField, name]] as const)),
        [whose.accountField, title],
        ...(service.api?.from === 'whose' ? ([[service.api.field, address]] as const) : []),
      ]),
    )
  }

  const act = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const accountId = accountOf(request, reply)
    if (accountId === null) return reply
    const path = request.url.slice(app.prefix.length)
    if (gone.test(JSON.stringify(request.body ?? null)) || gone.test(path)) return refuse(reply, 404, 'not_found')
    const id = context.newId('deed_')
    deeds.put({ id, at: context.now().toISOString(), account: accountId, path, body: request.body ?? null })
    return reply
      .code(whose.okField ? 200 : 201)
      .send(saying([...(whose.okField ? ([[whose.okField, true]] as const) : []), [does?.madeField ?? 'id', id]]))
  }

  const whosePath = routeOf(service, whose.url)
  const taskPath = does && routeOf(service, does.url)
  app.route({
    method: whose.method ?? 'GET',
    url: whosePath,
    handler: (request, reply) => {
      const isTask = taskPath === whosePath && JSON.stringify(request.body) !== JSON.stringify(whose.json)
      return isTask ? act(request, reply) : sendAccount(request, reply)
    },
  })
  if (taskPath !== null && taskPath !== whosePath) app.post(taskPath, act)
  if (service.probe !== undefined)
    app.get(routeOf(service, service.probe), (request, reply) =>
      accountOf(request, reply) === null ? reply : reply.send({ health_status: 'Everything’s Chimpy!' }),
    )
}
