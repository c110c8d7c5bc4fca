import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AnyAction, Streamed, type Transport } from '#core/actions/action.ts'
import { asFailure, type Dispatch, type Reply } from '#core/actions/dispatch.ts'
import { Failure } from '#core/errors.ts'
import type { AddressOf } from '#core/http/client-address.ts'
import { cookieOf, deviceCookieOf } from '#core/http/replies.ts'
import type { Callers } from '#core/http/routes.ts'
import { newId } from '#core/ids.ts'
import type { Log } from '#core/log.ts'
import { readJson } from '#domains/crm/leads/json-body.ts'
import { isAllowedOrigin } from '#shapes/origins.ts'
import type { InboundTransport } from '../inbound/inbound.ts'
import { Answer, ClientGone } from '../server/http-adapter.ts'
import type { SlowBodies } from '../server/slow-bodies.ts'
import { arrivalOf, callerFor, callOf } from './arrival.ts'
import { sendEvents } from './event-streams.ts'
import type { OpenStreams } from './open-streams.ts'

export const healthSentence = 'Foyer is up.'

/** What is no page loads nothing and stands in no frame, whatever a browser takes it for. */
const plainHeaders = [
  'Vary',
  'Origin',
  'Content-Security-Policy',
  "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options',
  'nosniff',
]
const exposed = 'X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, Idempotent-Replayed'
/** RFC 9110, 8.3.1: type and subtype are tokens. */
const mediaType = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/

export interface GatewayParts {
  readonly actions: readonly AnyAction[]
  readonly dispatch: Dispatch
  readonly hooks: InboundTransport
  readonly callers: Callers
  readonly addressOf: AddressOf
  readonly slowBodies: SlowBodies
  readonly streams: OpenStreams
  readonly log: Log
  readonly allowedOriginDomain: string | undefined
  readonly publicOrigin: () => string
  readonly secure: boolean
  /** True while the server drains: every answer then ends its connection. */
  readonly closing: () => boolean
}

/**
 * `POST /gateway` with `type` in the body, `POST /functions/v1/<name>`, and what providers send there; a GET without a query
 * answers the health sentence. On node:http itself, as leads are.
 */
export const gateway = (parts: GatewayParts) => {
  const behind = (transport: Transport) =>
    new Map(parts.actions.filter((action) => action.transports.includes(transport)).map((action) => [action.name, action]))
  const ofGateway = behind('gateway')
  const ofFunctions = behind('function')

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const requestId = newId()
    const answer = new Answer(request, response, requestId, parts.closing, plainHeaders)
    try {
      const { pathname, name } = placeOf(request.url ?? '')
      const action = name === null ? undefined : ofFunctions.get(name)
      admitOrigin(request, answer, action, parts)
      if (request.method === 'OPTIONS') return preflight(answer)
      if (request.method === 'POST') await post(request, answer, requestId, { pathname, name, action })
      else if (request.method === 'GET' || request.method === 'HEAD')
        await get(request, answer, requestId, { pathname, name, action })
      else throw notHere(name, action)
    } catch (thrown) {
      if (thrown instanceof ClientGone) return
      // A body that came with its headers is read by then, and the answer need not end the connection.
      if (!request.complete) await new Promise(setImmediate)
      const failure = asFailure(thrown)
      if (failure.status >= 500) parts.log.error({ err: thrown, request_id: requestId }, 'request failed')
      if (failure.code === 'method_not_allowed')
        answer.header('Allow', request.url?.startsWith(functions) ? 'POST, OPTIONS' : 'GET, HEAD, POST, OPTIONS')
      answer.failure(failure)
    }
  }

  const get = async (request: IncomingMessage, answer: Answer, requestId: string, place: Place): Promise<void> => {
    const hook = parts.hooks.find(request, place.pathname)
    if (hook) return answerHook(answer, await parts.hooks.take(hook, requestId))
    if (place.name !== null) throw notHere(place.name, place.action)
    // A query is an action's, or a mistake: only the bare address says that we are here.
    if (!/^[^?]*\??$/.test(request.url ?? '')) throw new Failure('unknown_action')
    answer.send(200, healthSentence, 'text/plain; charset=utf-8')
  }

  /** What a provider sent, if it was one; else what the action named answers. */
  const post = async (
    request: IncomingMessage,
    answer: Answer,
    requestId: string,
    { pathname, name, action: named }: Place,
  ): Promise<void> => {
    const type = request.headers['content-type']
    if (type !== undefined && !mediaType.test(type))
      throw new Failure('body_not_json', { message: 'The Content-Type is not valid; send application/json.' })
    if (name !== null && !named && !parts.hooks.listensAt(pathname)) throw new Failure('not_found')
    const arrived = await arrivalOf(request, answer, requestId, { pathname, named, ofGateway, parts })
    if ('refusal' in arrived) return reply(answer, arrived.refusal, parts.secure)
    const { bytes } = arrived
    const hook = parts.hooks.find(request, pathname, bytes)
    if (hook) return answerHook(answer, await parts.hooks.take(hook, requestId))
    if (name !== null && !named) throw new Failure('not_found')
    const body = readJson(bytes)
    if (!body.ok) throw new Failure(body.code)
    if (typeof body.value !== 'object' || body.value === null || Array.isArray(body.value)) throw new Failure('body_not_object')

    const wanted: unknown = name === null ? (body.value as Readonly<Record<string, unknown>>).type : name
    const action = named ?? (typeof wanted === 'string' ? ofGateway.get(wanted) : undefined)
    const early = arrived.entered?.name === action?.name ? arrived.entered : undefined
    const call = early?.call ?? callOf(request, requestId, await callerFor(action, request, parts.callers), parts)
    const shownName = wanted === undefined ? undefined : (action?.name ?? '')
    const gone = action?.streams && parts.streams.follow(answer)
    try {
      const result = await parts.dispatch(shownName, body.value, gone ? { ...call, gone: gone.signal } : call, early?.taken)
      if (result.body instanceof Streamed) {
        headersOf(answer, result, parts.secure)
        await sendEvents(answer, result.body, { requestId, log: parts.log })
      } else reply(answer, result, parts.secure)
    } finally {
      gone?.end()
    }
  }

  return handle
}

const functions = '/functions/v1/'

/** Whether the gateway stands at an address. */
export const isOfGateway = (url: string): boolean =>
  url === '/gateway' || url.startsWith('/gateway?') || url.startsWith(functions)

const placeOf = (url: string): { pathname: string; name: string | null } => {
  const query = url.indexOf('?')
  const pathname = query === -1 ? url : url.slice(0, query)
  return { pathname, name: pathname.startsWith(functions) ? pathname.slice(functions.length) : null }
}

const notHere = (name: string | null, action: AnyAction | undefined): Failure =>
  new Failure(name === null || action ? 'method_not_allowed' : 'not_found')

const answerHook = (answer: Answer, { status, type, body }: Awaited<ReturnType<InboundTransport['take']>>): void =>
  answer.send(status, body, `${type}; charset=utf-8`)

interface Place {
  readonly pathname: string
  /** Of a function; null on the gateway itself. */
  readonly name: string | null
  readonly action: AnyAction | undefined
}

/** 403 for pages of elsewhere, before anything of theirs is looked at. */
const admitOrigin = (request: IncomingMessage, answer: Answer, action: AnyAction | undefined, parts: GatewayParts): void => {
  const { origin } = request.headers
  if (origin === undefined) return
  const isOwn = origin === parts.publicOrigin() || request.headers['sec-fetch-site'] === 'same-origin'
  // No cookie counts there, and the action itself looks at whose page it is.
  if (!isOwn && !action?.website && !isAllowedOrigin(origin, parts.allowedOriginDomain)) {
    // Without a domain there is nothing to enforce: the browser keeps the answer from the page by itself.
    if (parts.allowedOriginDomain === undefined) return
    throw new Failure('origin_not_allowed')
  }
  answer.header('Access-Control-Allow-Origin', origin)
  answer.header('Access-Control-Expose-Headers', exposed)
}

const preflight = (answer: Answer): void => {
  answer.header('Access-Control-Allow-Methods', 'GET, POST, OPTIONS')
  answer.header('Access-Control-Allow-Headers', 'Authorization, Content-Type, Idempotency-Key')
  answer.header('Access-Control-Max-Age', '86400')
  answer.send(204, '', null)
}

const headersOf = (answer: Answer, result: Reply, secure: boolean): void => {
  if (result.limit) answer.limited(result.limit.limit, result.limit.verdict)
  if (result.session !== undefined) answer.header('Set-Cookie', cookieOf(result.session, secure))
  if (result.device !== undefined) answer.header('Set-Cookie', deviceCookieOf(result.device, secure))
  if (result.replayed) answer.replayed()
}

const reply = (answer: Answer, result: Reply, secure: boolean): void => {
  headersOf(answer, result, secure)
  if (result.failure) answer.failure(result.failure)
  else answer.json(result.status, JSON.stringify(result.body))
}
