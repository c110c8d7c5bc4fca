import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Download } from '#core/actions/action.ts'
import { asFile } from '#core/http/file-headers.ts'
import type { SignedFiles } from '../documents/download-links.ts'
import { type Pages, wishedLocale } from './pages.ts'
import { signedPage } from './signed-markup.ts'

/** `/signed/<token>`: a document that was too large for an email, until the link ends; then whom to ask. They only read. */
export const addSignedPages = (app: FastifyInstance, pages: Pages): void => {
  app.get<{ Params: { token: string } }>('/signed/:token', async (request, reply) => {
    const { token } = request.params
    const wished = wishedLocale(request)
    const answer = await pages.ask(request, 'show-signed-files', { token, ...(wished && { locale: wished }) })
    if (answer.failure) return pages.refuse(request, reply, answer.failure)
    const { signed } = answer.body as { signed: z.output<typeof SignedFiles> }
    const locale = wished ?? signed.locale
    return pages.send(request, reply, signed.ended ? 410 : 200, signedPage(signed, { token, locale }))
  })

  for (const file of ['sealed', 'certificate'] as const)
    app.get<{ Params: { token: string } }>(`/signed/:token/${file}.pdf`, async (request, reply) => {
      const { token } = request.params
      const answer = await pages.ask(request, 'download-signed-file', { token, file })
      // Its page says that it has ended, and whom to ask.
      if (answer.failure?.code === 'download_link_ended')
        return reply.header('Cache-Control', 'no-store').redirect(`/signed/${encodeURIComponent(token)}`, 303)
      if (answer.failure) return pages.refuse(request, reply, answer.failure)
      const { content, ...about } = answer.body as Download
      return reply.headers({ ...asFile(about), 'X-Robots-Tag': 'noindex' }).send(Readable.from(content))
    })
}
