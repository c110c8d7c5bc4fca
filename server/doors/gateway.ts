import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AnyAction } from '#core/action.ts'
import type { Caller } from '#core/caller.ts'
import type { Dispatch } from '#core/dispatch.ts'
import { Failure } from '#core/errors.ts'
import type { Callers } from './callers.ts'
import { sendFailure, sendReply } from './replies.ts'

export const healthSentence = 'Foyer is here, and the door is open.'

/** `POST /gateway` with `type` in the body; a bare GET answers the health sentence. */
export const gateway = (
  app: FastifyInstance,
  parts: {
    actions: readonly AnyAction[]
    dispatch: Dispatch
    callers: Callers
    allowedOriginDomain: string | undefined
    publicOrigin: () => string
    secure: boolean
  },
): void => {
  const byName = new Map(
    parts.actions.filter((action) => action.doors.includes('gateway')).map((action) => [action.name, action]),
  )

  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/gateway')) return
    reply.header('Vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined) return
    const isOwn = origin === parts.publicOrigin() || request.headers['sec-fetch-site'] === 'same-origin'
    if (!isOwn && !isAllowedOrigin(origin, parts.allowedOriginDomain)) {
      // Without a domain there is nothing to enforce: the browser keeps the answer from the page by itself.
      if (parts.allowedOriginDomain === undefined) return
      return sendFailure(request, reply, new Failure('origin_not_allowed'))
    }
    reply.headers({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': 'X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, Idempotent-Replayed',
    })
  })

  app.options('/gateway', async (_request, reply) =>
    reply
      .headers({
        'Access-Control-Allow-Methods': 'GET, POST, OPTIONS',
        'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key',
        'Access-Control-Max-Age': '86400',
      })
      .code(204)
      .send(),
  )

  app.get('/gateway', async (_request, reply) => reply.type('text/plain; charset=utf-8').send(healthSentence))

  app.post('/gateway', async (request, reply) => {
    const body = request.body
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      return sendFailure(request, reply, new Failure('body_not_object'))
    const { type } = body as { type?: unknown }
    const action = typeof type === 'string' ? byName.get(type) : undefined
    const caller = await callerFor(action, request, parts.callers)
    const name = type === undefined ? undefined : (action?.name ?? '')
    return sendReply(
      request,
      reply,
      await parts.dispatch(name, body, {
        caller,
        requestId: request.id,
        clientAddress: request.ip,
        agent: request.headers['user-agent'],
        idempotencyKey: request.headers['idempotency-key'],
      }),
      parts.secure,
    )
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
