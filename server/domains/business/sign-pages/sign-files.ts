import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Download } from '#core/actions/action.ts'
import type { Failure } from '#core/errors.ts'
import { asFile } from '#core/http/file-headers.ts'
import { passOf } from './code-routes.ts'
import type { Pages } from './pages.ts'
import { usualWidth } from './paper-markup.ts'

/** The pages of a document as pictures, and its files, behind the link of a signer. */
export const addSignFiles = (app: FastifyInstance, pages: Pages): void => {
  app.get<{ Params: { token: string; page: string }; Querystring: { width?: unknown } }>(
    '/sign/:token/page/:page.png',
    async (request, reply) => {
      const { token, page } = request.params
      // Pages of an address count from 1, as people do.
      const asked = {
        token,
        code: passOf(request),
        page: /^\d{1,4}$/.test(page) ? Number(page) - 1 : -1,
        width: request.query.width ?? usualWidth,
      }
      const answer = await pages.ask(request, 'download-signing-page', asked)
      if (answer.failure) return refuse(pages, request, reply, answer.failure)
      const { content, type } = answer.body as Download
      return reply
        .headers({
          'Content-Type': type,
          // The form may come back with a mistake a few times: its pictures are not made anew each time.
          'Cache-Control': 'private, max-age=600',
          'Content-Security-Policy': "default-src 'none'",
          'X-Content-Type-Options': 'nosniff',
          'X-Robots-Tag': 'noindex',
        })
        .send(Readable.from(content))
    },
  )

  for (const file of ['original', 'sealed', 'certificate'] as const)
    app.get<{ Params: { token: string } }>(`/sign/:token/${file}.pdf`, async (request, reply) => {
      const answer = await pages.ask(request, 'download-signing-file', {
        ...{ token: request.params.token, code: passOf(request) },
        file,
      })
      if (answer.failure) return refuse(pages, request, reply, answer.failure)
      const { content, ...about } = answer.body as Download
      return reply.headers({ ...asFile(about), 'X-Robots-Tag': 'noindex' }).send(Readable.from(content))
    })
}

/** The page of a link that has ended says so, and why. */
const refuse = (pages: Pages, request: FastifyRequest, reply: FastifyReply, failure: Failure): FastifyReply => {
  if (failure.code !== 'download_link_ended') return pages.refuse(request, reply, failure)
  const { token } = request.params as { token: string }
  return reply.header('Cache-Control', 'no-store').redirect(`/sign/${encodeURIComponent(token)}`, 303)
}
