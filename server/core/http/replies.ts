import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Reply } from '#core/actions/dispatch.ts'
import { limitHeaders } from '#core/actions/rate-limits.ts'
import { errorBody, type Failure, wantsProblem } from '#core/errors.ts'

/** So long a browser is known as one that signed in before. */
export const deviceDays = 400

/** Sends named trouble in the form of both surfaces. */
export const sendFailure = (request: FastifyRequest, reply: FastifyReply, failure: Failure): FastifyReply => {
  const problem = wantsProblem(request.headers.accept)
  if (failure.status === 401) reply.header('WWW-Authenticate', 'Bearer')
  if (failure.retryAfterSeconds !== undefined) reply.header('Retry-After', String(failure.retryAfterSeconds))
  return reply
    .code(failure.status)
    .type(problem ? 'application/problem+json' : 'application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(failure, request.id, problem)))
}

/** How a stream of events that stays open begins. */
export const eventStreamHead = (requestId: string) => ({
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  'X-Request-Id': requestId,
  // nginx would gather what is to be told at once.
  'X-Accel-Buffering': 'no',
})

export const sessionCookie = 'foyer_session'

/** Sends what dispatch answered: limit headers, the session cookie, the body or the failure. */
export const sendReply = (request: FastifyRequest, reply: FastifyReply, result: Reply, secure: boolean): FastifyReply => {
  if (result.limit) reply.headers(limitHeaders(result.limit.limit, result.limit.verdict))
  if (result.session !== undefined) reply.header('Set-Cookie', cookieOf(result.session, secure))
  if (result.replayed) reply.header('Idempotent-Replayed', 'true')
  if (result.failure) return sendFailure(request, reply, result.failure)
  return reply.code(result.status).type('application/json; charset=utf-8').send(JSON.stringify(result.body))
}

/** `__Host-` would need TLS, which a first start on one machine does not have; Lax, because GET never acts. */
export const cookieOf = (token: string | null, secure: boolean): string =>
  `${sessionCookie}=${token ?? ''}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}; Max-Age=${token === null ? 0 : 30 * 86_400}`

export const deviceCookie = 'foyer_device'

/** Only the gateway needs it, and only from our own pages. */
export const deviceCookieOf = (text: string, secure: boolean): string =>
  `${deviceCookie}=${text}; Path=/gateway; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}; Max-Age=${deviceDays * 86_400}`

/** The value of one cookie of a request. */
export const readCookie = (header: string | undefined, name: string): string | undefined => {
  for (const part of header?.split(';') ?? []) {
    const equals = part.indexOf('=')
    if (equals !== -1 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim()
  }
  return undefined
}
