import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import helmet from 'helmet'
import { asFailure } from '#core/actions/dispatch.ts'
import { errorBody, Failure, type TransportCode, transportErrors } from '#core/errors.ts'
import { sendFailure } from '#core/http/replies.ts'
import type { Crowd } from '#core/http/stream-limits.ts'
import { newId } from '#core/ids.ts'
import type { Log } from '#core/log.ts'
import { isOfKnowledgeFiles } from '#domains/automation/knowledge/knowledge-file-routes.ts'
import { isOfLooks } from '#domains/business/sign-pages/look-routes.ts'
import { isOfTemplateFiles } from '#domains/business/templates/template-file-routes.ts'
import { isConsent } from '#domains/connections/connections/consent-pages.ts'
import { isOfEmailFiles } from '#domains/conversations/mail/email-file-routes.ts'
import { isPixel } from '#domains/conversations/mail/pixel.ts'
import { isOfUploads } from '#domains/crm/imports/upload-routes.ts'
import { readJson } from '#domains/crm/leads/json-body.ts'
import { isOfRecordFiles } from '#domains/crm/record-files/record-file-routes.ts'
import { isOfLogos } from '#domains/platform/business-identity/logo-routes.ts'
import { isOfGateway } from '../gateway/gateway.ts'
import { isOfLeadSources } from '../lead-sources/lead-sources.ts'
import { isOfWorkflowHooks } from '../workflow-hooks/workflow-hooks.ts'
import { isDoubtful } from './ambiguous-headers.ts'
import { boundConnections, type ConnectionLimits } from './connections.ts'
import { Answer, breakBody } from './http-adapter.ts'
import { headersTimeoutMs, type SlowBodies } from './slow-bodies.ts'
import { type ClientSocket, hasBody, lastWordsMs } from './sockets.ts'

/** Of what goes through Fastify, but for files. */
const usualBodyBytes = 1024 * 1024

export interface HttpServer {
  readonly app: FastifyInstance
  listen(host: string, port: number): Promise<number>
  /** Answers what is under way, refuses what is new, and closes. */
  close(drainMs: number): Promise<void>
}

/**
 * One HTTP server: `POST /v1/leads`, lead sources, webhooks of workflows and the gateway go straight to their handlers, everything else through Fastify.
 */
export const openServer = (parts: {
  log: Log
  leads: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  leadSources: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  workflowHooks: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  gateway: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  slowBodies: SlowBodies
  trustedProxies: readonly string[]
  connections: ConnectionLimits
  /** Whether a client behind a proxy may have one more request under way. */
  crowd: Crowd
  onClosing: () => void
}): HttpServer => {
  let server: Server | undefined
  let bounds: ReturnType<typeof boundConnections> | undefined
  let closing = false

  const app = Fastify({
    genReqId: () => newId(),
    bodyLimit: usualBodyBytes,
    trustProxy: parts.trustedProxies.length > 0 ? [...parts.trustedProxies] : false,
    forceCloseConnections: false,
    return503OnClosing: false,
    frameworkErrors: (_error, request, reply) => {
      sendFailure(request, reply.header('X-Request-Id', request.id), new Failure('malformed_http'))
    },
    // Fastify has one of its own, which would answer as well.
    clientErrorHandler: refuseConnection,
    serverFactory: (handler) => {
      server = createServer(
        {
          headersTimeout: headersTimeoutMs,
          requestTimeout: 0, // slow-bodies.ts: a file may take as long as it takes
          connectionsCheckingInterval: 1_000,
          keepAliveTimeout: 65_000, // longer than the proxies' usual 60 s, so that theirs ends first
          maxHeaderSize: 16_384,
          insecureHTTPParser: false,
          requireHostHeader: false, // Node's own refusal has no words
        },
        (request, response) => {
          const url = request.url ?? ''
          const refusal = isDoubtful(request)
            ? new Failure('malformed_http')
            : (bounds?.refusalOf(request.socket) ?? parts.crowd.enter(request, response))
          if (refusal) new Answer(request, response, newId(), () => true).failure(refusal)
          else if (isOfLeads(url)) void parts.leads(request, response)
          else if (isOfLeadSources(url)) void parts.leadSources(request, response)
          else if (isOfWorkflowHooks(url)) void parts.workflowHooks(request, response)
          else if (isOfGateway(url) && !isConsent(url) && !(isPixel(url) && isReading(request)))
            void parts.gateway(request, response)
          else handler(request, response)
        },
      )
      bounds = boundConnections(server, parts.connections)
      // Only 100-continue means something; Node would refuse the rest without a word.
      server.on('checkExpectation', (request, response) => server?.emit('request', request, response))
      return server
    },
  })

  addHooks(app, { log: parts.log, slowBodies: parts.slowBodies, isClosing: () => closing })
  // Whatever a caller calls it, it is JSON, and read as strictly as a lead.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => {
    const json = readJson(body)
    if (!json.ok) throw new Failure(json.code)
    return json.value
  })

  return {
    app,
    async listen(host, port) {
      await app.listen({ host, port, backlog: 4_096 })
      if (!server) throw new Error('no server')
      return (server.address() as AddressInfo).port
    },
    async close(drainMs) {
      closing = true
      parts.onClosing()
      if (drainMs > 0) await new Promise((done) => setTimeout(done, drainMs))
      const ended = app.close()
      server?.closeIdleConnections()
      const sweep = setInterval(() => server?.closeIdleConnections(), 100)
      const longest = setTimeout(() => server?.closeAllConnections(), 5_000)
      await ended
      clearInterval(sweep)
      clearTimeout(longest)
      bounds?.close()
    },
  }
}

const isReading = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD'

/** Addresses of files, whose bodies are large and slow by right. */
const hasOwnBounds = (url: string): boolean =>
  isOfUploads(url) ||
  isOfEmailFiles(url) ||
  isOfTemplateFiles(url) ||
  isOfKnowledgeFiles(url) ||
  isOfRecordFiles(url) ||
  isOfLooks(url) ||
  isOfLogos(url)

/** What stands before and behind every answer. */
const addHooks = (
  app: FastifyInstance,
  { log, slowBodies, isClosing }: { log: Log; slowBodies: SlowBodies; isClosing: () => boolean },
): void => {
  // Callbacks, not promises, which would cost every answer.
  app.addHook('onRequest', (request, reply, next) => {
    reply.headers(headersFor(request)).header('X-Request-Id', request.id)
    if (!hasBody(request.raw)) return next()
    // The body will not be read: neither its sender nor we wait for it.
    if (request.is404) return refuseAtOnce(request, reply, new Failure('not_found'))
    if (!hasOwnBounds(request.url)) {
      const done = slowBodies.begin(request.raw, (failure) => {
        if (reply.sent) request.raw.socket.destroy()
        else sendFailure(request, reply.header('Connection', 'close'), failure)
      })
      request.raw.once('close', done)
      request.raw.once('end', done)
    }
    next()
  })
  app.addHook('onSend', (request, reply, _payload, next) => {
    if (isClosing() || isOnTheWay(request.raw)) reply.header('Connection', 'close')
    next()
  })
  app.addHook('onResponse', (request, reply, next) => {
    next()
    // What is still to come of a body would be read for as long as its sender likes.
    if (isOnTheWay(request.raw)) setTimeout(() => request.raw.socket.destroy(), lastWordsMs).unref()
    const isTrouble = reply.statusCode >= 500
    if (!isTrouble && !log.isLevelEnabled('debug')) return
    // The route, not the URL: its parameters stay out of the log.
    const line = {
      request_id: request.id,
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    if (isTrouble) log.error(line, 'request')
    else log.debug(line, 'request')
  })
  app.setErrorHandler((error: Error & { code?: string; statusCode?: number }, request, reply) => {
    const failure = asNamed(error)
    if (failure.status >= 500) log.error({ err: error, request_id: request.id }, 'request failed')
    return sendFailure(request, reply, failure)
  })
}

/** A body that its head announced and that has not come as yet. */
const isOnTheWay = (request: IncomingMessage): boolean => !request.complete && hasBody(request)

/** A small body that came with its head has been read a moment later, and its connection need not end. */
const refuseAtOnce = (request: FastifyRequest, reply: FastifyReply, failure: Failure): void => {
  request.raw.resume()
  setImmediate(() => sendFailure(request, reply, failure))
}

/** What helmet sets for every answer: always the same, so it is asked once and not with each request. */
const securityHeaders: Readonly<Record<string, string>> = (() => {
  const headers: Record<string, string> = {}
  const collect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    hsts: false, // the proxy that ends TLS knows whether there is TLS
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
  })
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name] = value
    },
    removeHeader: () => {},
  }
  collect({} as IncomingMessage, response as never, () => {})
  return headers
})()

/** What is no page loads nothing and stands in no frame, whatever a browser takes it for. */
const dataHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
} as const

/** Files of the app: a page loads seventy of them, and a policy of 300 bytes each would be a fifteenth of it all. */
const assetHeaders = { ...dataHeaders, 'Cross-Origin-Resource-Policy': 'same-origin' } as const

const headersFor = ({ method, url }: FastifyRequest): Readonly<Record<string, string>> => {
  if (method === 'POST') return dataHeaders
  return url.startsWith('/assets/') ? assetHeaders : securityHeaders
}

const fastifyCodes: Record<string, TransportCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'body_empty',
  FST_ERR_CTP_INVALID_JSON_BODY: 'body_not_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_http',
}

const asNamed = (error: Error & { code?: string; statusCode?: number }): Failure => {
  const code = fastifyCodes[error.code ?? '']
  if (code === 'body_too_large') return new Failure(code, { message: 'The body is larger than 1 MB.' })
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new Failure('body_not_json', { message: 'The Content-Type is not valid; send application/json.' })
  if (code) return new Failure(code)
  if (error instanceof SyntaxError || error.statusCode === 400) return new Failure('body_not_json')
  return asFailure(error)
}

const isOfLeads = (url: string): boolean => url === '/v1/leads' || url.startsWith('/v1/leads?')

/** Requests that never became one: answered in HTTP all the same, and the connection ended. */
const refuseConnection = (error: NodeJS.ErrnoException, socket: ClientSocket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const underWay = socket._httpMessage
  if (underWay?.req.complete || underWay?.headersSent) {
    // A whole request, and rubbish behind it: the request gets its own answer and nothing else, then the end.
    underWay.shouldKeepAlive = false
    underWay.once('close', () => socket.destroy())
    return
  }
  // A lead's transport may still be looking at the key; it comes to the body, and answers.
  if (underWay && (breakBody(underWay.req) || isOfLeads(underWay.req.url ?? ''))) return
  const code: TransportCode =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'headers_too_large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'request_timeout'
        : 'malformed_http'
  const requestId = newId()
  const body = JSON.stringify(errorBody(new Failure(code), requestId))
  const reason = {
    headers_too_large: 'Request Header Fields Too Large',
    request_timeout: 'Request Timeout',
    malformed_http: 'Bad Request',
  }[code as 'malformed_http']
  socket.end(
    `HTTP/1.1 ${transportErrors[code].status} ${reason}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-Id: ${requestId}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  // A client that never closes its side would keep the connection for ever.
  setTimeout(() => socket.destroy(), lastWordsMs).unref()
}
