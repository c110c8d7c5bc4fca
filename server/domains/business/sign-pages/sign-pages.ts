import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pack, sendPacked } from '#core/http/packed.ts'
import { routes } from '#core/http/routes.ts'
import { openViewLog } from '../views/view-log.ts'
import { addCodePages } from './code-routes.ts'
import { noPage } from './page-markup.ts'
import { localeOf, type Pages } from './pages.ts'
import { addSignFiles } from './sign-files.ts'
import { addSignPages } from './sign-routes.ts'
import { addSignedPages } from './signed-routes.ts'
import { addVerifyPages } from './verify-routes.ts'

const read = (name: string): string => readFileSync(path.join(import.meta.dirname, name), 'utf8')

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A drawn signature is some 130 KB as a form sends it, a picture 210. */
const mostFormBytes = 600_000

/** `/sign/<token>`, `/signed/<token>` and `/verify/<number>`, for people without an account. GET shows and never acts; what acts is a POST. */
export const signPages = routes({
  name: 'sign',
  add: (app, context) => {
    const { dispatch, now, secure } = context
    const views = openViewLog(context)
    const assets = {
      'sign.js': ['text/javascript; charset=utf-8', pack(read('sign.js'))],
      'sign.css': ['text/css; charset=utf-8', pack(read('sign.css'))],
    } as const
    for (const [name, [type, content]] of Object.entries(assets))
      app.get(`/sign/assets/${name}`, async (request, reply) =>
        sendPacked(request, reply.headers({ 'Cache-Control': 'no-cache', 'X-Robots-Tag': 'noindex' }).type(type), content),
      )
    const pages: Pages = {
      ...{ now, views },
      isSecure: secure,
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
        // A token that cannot be one is the link of no document.
        const status = failure.status === 400 ? 404 : failure.status
        return this.send(request, reply, status, noPage(status, localeOf(request)))
      },
    }
    app.register(async (forms: FastifyInstance) => {
      forms.removeAllContentTypeParsers()
      forms.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string', bodyLimit: mostFormBytes },
        async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
      )
      addSignPages(forms, pages)
      addCodePages(forms, pages)
      addSignFiles(forms, pages)
      addVerifyPages(forms, pages)
      addSignedPages(forms, pages)
    })
    return { end() {}, settle: () => views.settle() }
  },
})
