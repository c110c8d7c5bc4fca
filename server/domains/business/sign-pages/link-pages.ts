import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pack, sendPacked } from '#core/http/packed.ts'
import type { RouteContext } from '#core/http/routes.ts'
import { localeOf, type Pages } from './pages.ts'

const types = { '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8' } as const

/** The script and the style of the pages of one kind, as far as they have them, from the folder that they stand in, under `<base>/assets/`. */
export const serveAssets = (
  app: FastifyInstance,
  base: string,
  folder: string,
  name: string,
  endings: readonly (keyof typeof types)[] = ['.js', '.css'],
): void => {
  for (const ending of endings) {
    const type = types[ending]
    const content = pack(readFileSync(path.join(folder, `${name}${ending}`), 'utf8'))
    app.get(`${base}/assets/${name}${ending}`, async (request, reply) =>
      sendPacked(request, reply.headers({ 'Cache-Control': 'no-cache', 'X-Robots-Tag': 'noindex' }).type(type), content),
    )
  }
}

const policyOf = (pictures: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${pictures}`,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/**
 * How the pages behind links ask and answer: as a visitor without an account, never kept by a browser, with a script and a style of our own
 * alone. `pictures`: where pictures may come from. `missing`: the page of a token that leads nowhere.
 */
export const answerLinks = (
  { dispatch }: Pick<RouteContext, 'dispatch'>,
  { pictures, missing }: { readonly pictures: string; readonly missing: (status: number, locale: string) => string },
): Pick<Pages, 'ask' | 'send' | 'refuse'> => {
  const policy = policyOf(pictures)
  const send: Pages['send'] = (request, reply, status, page) =>
    sendPacked(
      request,
      reply
        .code(status)
        .headers({
          'Content-Security-Policy': policy,
          'Cache-Control': 'no-store',
          'Referrer-Policy': 'no-referrer',
          'X-Robots-Tag': 'noindex, nofollow',
        })
        .type('text/html; charset=utf-8'),
      pack(page, true),
    )
  return {
    ask: (request, name, body) =>
      dispatch(name, body, {
        caller: { kind: 'nobody' },
        requestId: request.id,
        clientAddress: request.ip,
        agent: request.headers['user-agent'],
      }),
    send,
    refuse(request, reply, failure) {
      if (failure.retryAfterSeconds !== undefined) reply.header('Retry-After', String(failure.retryAfterSeconds))
      // A token that cannot be one leads nowhere either.
      const status = failure.status === 400 ? 404 : failure.status
      return send(request, reply, status, missing(status, localeOf(request)))
    },
  }
}

/** Routes whose bodies are forms as a browser sends them. */
export const addForms = (app: FastifyInstance, mostBytes: number, add: (forms: FastifyInstance) => void): void => {
  app.register(async (forms: FastifyInstance) => {
    forms.removeAllContentTypeParsers()
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: mostBytes },
      async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
    )
    add(forms)
  })
}
