import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pack, sendPacked } from '#core/http/packed.ts'
import { routes } from '#core/http/routes.ts'
import { addBookPages } from './book-routes.ts'
import { type Frame, findFrame, frameHeaders, themeOf } from './frames.ts'
import { addManagePages } from './manage-routes.ts'
import { inFrame, noPage } from './page-markup.ts'
import { localeOf, type Pages } from './pages.ts'

const read = (name: string): string => readFileSync(path.join(import.meta.dirname, name), 'utf8')

/** `/book/…`, `/booking/<token>` and `/meet/<token>`, for people without an account. GET shows and never acts; what acts is a POST. */
export const bookingPages = routes({
  name: 'booking',
  add: (app, { dispatch, now, outside, inOrg }) => {
    const files = {
      'book.js': ['text/javascript; charset=utf-8', pack(read('book.js'))],
      'book.css': ['text/css; charset=utf-8', pack(read('book.css'))],
    } as const
    for (const [name, [type, content]] of Object.entries(files))
      app.get(`/book/assets/${name}`, async (request, reply) =>
        sendPacked(request, reply.headers({ 'Cache-Control': 'no-cache', 'X-Robots-Tag': 'noindex' }).type(type), content),
      )
    serveEmbed(app)
    const frames = new WeakMap<FastifyRequest, Frame>()
    const pages: Pages = {
      now,
      frameOf: (request) => frames.get(request) ?? null,
      ask: (request, name, body, idempotencyKey) =>
        dispatch(name, body, {
          caller: { kind: 'nobody' },
          requestId: request.id,
          clientAddress: request.ip,
          agent: request.headers['user-agent'],
          ...(idempotencyKey ? { idempotencyKey } : {}),
        }),
      send(request, reply, status, page) {
        const frame = this.frameOf(request)
        if (frame) reply.removeHeader('X-Frame-Options')
        return sendPacked(
          request,
          reply.code(status).headers(frameHeaders(frame)).type('text/html; charset=utf-8'),
          pack(frame ? inFrame(page, { origin: frame.origin, theme: themeOf(request) }) : page, true),
        )
      },
      refuse(request, reply, failure) {
        if (failure.retryAfterSeconds !== undefined) reply.header('Retry-After', String(failure.retryAfterSeconds))
        // A token or a slug that cannot be one is the address of nothing.
        const status = failure.status === 400 ? 404 : failure.status
        return this.send(
          request,
          reply,
          status,
          noPage(status, { locale: localeOf(request), isFromMail: !request.url.startsWith('/book/') }),
        )
      },
    }
    app.register(async (forms: FastifyInstance) => {
      forms.removeAllContentTypeParsers()
      forms.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string', bodyLimit: 65_536 },
        async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
      )
      forms.addHook('onRequest', async (request) => {
        const frame = await findFrame(request, { outside, inOrg })
        if (frame) frames.set(request, frame)
      })
      addBookPages(forms, pages)
      addManagePages(forms, pages)
    })
  },
})

/** The script behind the tag for websites: kept for an hour, then asked for by its fingerprint. */
const serveEmbed = (app: FastifyInstance): void => {
  const script = pack(read('embed.js'))
  app.get('/book.js', async (request, reply) =>
    sendPacked(
      request,
      reply
        .headers({
          'Cache-Control': 'public, max-age=3600, stale-while-revalidate=86400',
          'Access-Control-Allow-Origin': '*',
          'Cross-Origin-Resource-Policy': 'cross-origin',
          'X-Content-Type-Options': 'nosniff',
        })
        .type('text/javascript; charset=utf-8'),
      script,
    ),
  )
}
