import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pack, sendPacked } from '#core/http/packed.ts'
import { routes } from '#core/http/routes.ts'
import { localeOf } from '../sign-pages/pages.ts'
import { openViewLog } from '../views/view-log.ts'
import { noOffer } from './offer-markup.ts'
import { addOfferPages, type OfferPages } from './offer-routes.ts'

const read = (name: string): string => readFileSync(path.join(import.meta.dirname, name), 'utf8')

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const mostFormBytes = 50_000

/** `/proposal/<token>`, for clients without an account. GET and HEAD show and never act; what acts is a POST. */
export const offerPages = routes({
  name: 'proposal',
  add: (app, context) => {
    const { dispatch, now } = context
    const views = openViewLog(context)
    const assets = {
      'proposal.js': ['text/javascript; charset=utf-8', pack(read('proposal.js'))],
      'proposal.css': ['text/css; charset=utf-8', pack(read('proposal.css'))],
    } as const
    for (const [name, [type, content]] of Object.entries(assets))
      app.get(`/proposal/assets/${name}`, async (request, reply) =>
        sendPacked(request, reply.headers({ 'Cache-Control': 'no-cache', 'X-Robots-Tag': 'noindex' }).type(type), content),
      )
    const pages: OfferPages = {
      ...{ now, views },
      ask: (request, name, body) =>
        dispatch(name, body, {
          caller: { kind: 'nobody' },
          requestId: request.id,
          clientAddress: request.ip,
          agent: request.headers['user-agent'],
        }),
      send: (request, reply, status, page) =>
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
        ),
      refuse(request, reply, failure) {
        if (failure.retryAfterSeconds !== undefined) reply.header('Retry-After', String(failure.retryAfterSeconds))
        // A token that cannot be one is the link of no proposal.
        const status = failure.status === 400 ? 404 : failure.status
        return this.send(request, reply, status, noOffer(status, localeOf(request)))
      },
    }
    app.register(async (forms: FastifyInstance) => {
      forms.removeAllContentTypeParsers()
      forms.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string', bodyLimit: mostFormBytes },
        async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
      )
      addOfferPages(forms, pages)
    })
    return { end() {}, settle: () => views.settle() }
  },
})
