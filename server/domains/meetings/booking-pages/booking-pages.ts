import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pack, sendPacked } from '#core/http/packed.ts'
import { routes } from '#core/http/routes.ts'
import { addBookPages } from './book-routes.ts'
import { addManagePages } from './manage-routes.ts'
import { noPage } from './page-markup.ts'
import { localeOf, type Pages } from './pages.ts'

/** The page loads nothing from elsewhere, calls its own server alone, runs no script but its own, and stands in no frame. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const read = (name: string): string => readFileSync(path.join(import.meta.dirname, name), 'utf8')

/** `/book/…`, `/booking/<token>` and `/meet/<token>`, for people without an account. GET shows and never acts; what acts is a POST. */
export const bookingPages = routes({
  name: 'booking',
  add: (app, { dispatch, now }) => {
    const files = {
      'book.js': ['text/javascript; charset=utf-8', pack(read('book.js'))],
      'book.css': ['text/css; charset=utf-8', pack(read('book.css'))],
    } as const
    for (const [name, [type, content]] of Object.entries(files))
      app.get(`/book/assets/${name}`, async (request, reply) =>
        sendPacked(request, reply.headers({ 'Cache-Control': 'no-cache', 'X-Robots-Tag': 'noindex' }).type(type), content),
      )
    const pages: Pages = {
      now,
      ask: (request, name, body, idempotencyKey) =>
        dispatch(name, body, {
          caller: { kind: 'nobody' },
          requestId: request.id,
          clientAddress: request.ip,
          agent: request.headers['user-agent'],
          ...(idempotencyKey ? { idempotencyKey } : {}),
        }),
      send: (request, reply, status, page) =>
        sendPacked(
          request,
          reply
            .code(status)
            .headers({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow' })
            .type('text/html; charset=utf-8'),
          pack(page, true),
        ),
      refuse(request, reply, failure) {
        if (failure.retryAfterSeconds !== undefined) reply.header('Retry-After', String(failure.retryAfterSeconds))
        // A token or a slug that cannot be one is the address of nothing.
        const status = failure.status === 400 ? 404 : failure.status
        return this.send(request, reply, status, noPage(status, localeOf(request)))
      },
    }
    app.register(async (forms: FastifyInstance) => {
      forms.removeAllContentTypeParsers()
      forms.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string', bodyLimit: 65_536 },
        async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
      )
      addBookPages(forms, pages)
      addManagePages(forms, pages)
    })
  },
})
