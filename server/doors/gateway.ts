import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnyAction, Door } from '#core/action.ts'
import type { Caller } from '#core/caller.ts'
import type { Dispatch } from '#core/dispatch.ts'
import { Failure } from '#core/errors.ts'
import { readJson } from '#domains/leads/json-body.ts'
import type { Callers } from './callers.ts'
import { bytesOf, type HookDoor } from './hooks.ts'
import { sendFailure, sendReply } from './replies.ts'

export const healthSentence = 'Foyer is here, and the door is open.'

/** `POST /gateway` with `type` in the body, `POST /functions/v1/<name>`, and what providers send there; a bare GET answers the health sentence. */
export const gateway = (
  app: FastifyInstance,
  parts: {
    actions: readonly AnyAction[]
    dispatch: Dispatch
    hooks: HookDoor
    callers: Callers
    allowedOriginDomain: string | undefined
    publicOrigin: () => string
    secure: boolean
  },
): void => {
  const behind = (door: Door) =>
    new Map(parts.actions.filter((action) => action.doors.includes(door)).map((action) => [action.name, action]))
  const ofGateway = behind('gateway')
  const ofFunctions = behind('function')

  app.register(async (scope) => {
    // Signatures are made over bytes, so the bytes are what the handlers get.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body)

    scope.addHook('onRequest', (request, reply, next) => {
      reply.header('Vary', 'Origin')
      const { origin } = request.headers
      if (origin === undefined) return next()
      const isOwn = origin === parts.publicOrigin() || request.headers['sec-fetch-site'] === 'same-origin'
      if (!isOwn && !isAllowedOrigin(origin, parts.allowedOriginDomain)) {
        // Without a domain there is nothing to enforce: the browser keeps the answer from the page by itself.
        if (parts.allowedOriginDomain === undefined) return next()
        sendFailure(request, reply, new Failure('origin_not_allowed'))
        return
      }
      reply.headers({
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Expose-Headers': 'X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, Idempotent-Replayed',
      })
      next()
    })

    for (const path of ['/gateway', '/functions/v1/:name'])
      scope.options(path, async (_request, reply) =>
        reply
          .headers({
            'Access-Control-Allow-Methods': 'GET, POST, OPTIONS',
            'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key',
            'Access-Control-Max-Age': '86400',
          })
          .code(204)
          .send(),
      )

    /** What a provider sent, if it was one; else what the action named answers. */
    const answer = async (
      request: FastifyRequest,
      reply: FastifyReply,
      nameOf: (body: Readonly<Record<string, unknown>>) => { name: unknown; action: AnyAction | undefined },
    ): Promise<FastifyReply> => {
      const hook = parts.hooks.find(request)
      if (hook) return parts.hooks.take(hook, request, reply)
      const body = readJson(bytesOf(request))
      if (!body.ok) return sendFailure(request, reply, new Failure(body.code))
      if (typeof body.value !== 'object' || body.value === null || Array.isArray(body.value))
        return sendFailure(request, reply, new Failure('body_not_object'))
      const { name, action } = nameOf(body.value as Record<string, unknown>)
      const result = await parts.dispatch(name, body.value, {
        caller: await callerFor(action, request, parts.callers),
        requestId: request.id,
        clientAddress: request.ip,
        agent: request.headers['user-agent'],
        idempotencyKey: request.headers['idempotency-key'],
      })
      return sendReply(request, reply, result, parts.secure)
    }

    scope.get('/gateway', async (request, reply) => {
      const hook = parts.hooks.find(request)
      if (hook) return parts.hooks.take(hook, request, reply)
      return reply.type('text/plain; charset=utf-8').send(healthSentence)
    })

    scope.post('/gateway', async (request, reply) =>
      answer(request, reply, ({ type }) => {
        const action = typeof type === 'string' ? ofGateway.get(type) : undefined
        return { name: type === undefined ? undefined : (action?.name ?? ''), action }
      }),
    )

    scope.get<{ Params: { name: string } }>('/functions/v1/:name', async (request, reply) => {
      const hook = parts.hooks.find(request)
      if (hook) return parts.hooks.take(hook, request, reply)
      return sendFailure(request, reply, new Failure(ofFunctions.has(request.params.name) ? 'method_not_allowed' : 'not_found'))
    })

    scope.post<{ Params: { name: string } }>('/functions/v1/:name', async (request, reply) => {
      const action = ofFunctions.get(request.params.name)
      if (!action && !parts.hooks.find(request)) return sendFailure(request, reply, new Failure('not_found'))
      return answer(request, reply, () => ({ name: action?.name, action }))
    })
  })
}

/** The cookie counts only for the few actions that turn it into a token; everything else wants the token itself. */
const callerFor = (action: AnyAction | undefined, request: FastifyRequest, callers: Callers): Promise<Caller> =>
  action?.who === 'session' ? callers.ofCookie(request) : callers.ofHeader(request)

/** Pages of the allowed domain and its subdomains: by https on its usual port, or by http on localhost. */
export const isAllowedOrigin = (origin: string, domain: string | undefined): boolean => {
  if (domain === undefined) return false
  let url: URL
  try {
    url = new URL(origin)
  } catch {
    return false
  }
  if (url.origin !== origin || url.port !== '') return false
  const host = url.hostname.toLowerCase()
  const wanted = domain.toLowerCase()
  if (host.startsWith('.') || host.includes('..')) return false
  const scheme =
    url.protocol === 'https:' || (url.protocol === 'http:' && (host === 'localhost' || host.endsWith('.localhost')))
  return scheme && (host === wanted || host.endsWith(`.${wanted}`))
}
