import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Failure } from '#core/errors.ts'
import { languageOf } from '#shapes/languages.ts'
import type { Verdict } from '../documents/verifying.ts'
import { addressWith } from './page-markup.ts'
import { localeOf, type Pages, textOf } from './pages.ts'
import { verifyPage } from './verify-markup.ts'

/** `/verify/<number>` and `/verify`: whether a document is valid, and which file a file is. They only read. */
export const addVerifyPages = (app: FastifyInstance, pages: Pages): void => {
  app.get('/verify', async (request, reply) => {
    const typed = textOf(request, 'number')
    if (typed === null) return show(pages, request, reply, null)
    // Also out of the whole address, as it stands at the foot of a page.
    const number = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/i.exec(typed)?.[0] ?? typed
    // What is longer is no segment of an address here, and no number.
    if (encodeURIComponent(number).length > 100) return show(pages, request, reply, number)
    const to = addressWith(`/verify/${encodeURIComponent(number)}`, { lang: languageOf(localeOf(request)) })
    return reply.header('Cache-Control', 'no-store').redirect(to, 303)
  })

  app.get<{ Params: { number: string } }>('/verify/:number', (request, reply) =>
    show(pages, request, reply, request.params.number),
  )
}

const show = async (
  pages: Pages,
  request: FastifyRequest,
  reply: FastifyReply,
  number: string | null,
): Promise<FastifyReply> => {
  const about = number === null ? null : await ask(pages, request, 'verify-document', { docId: number })
  if (about && 'code' in about) return pages.refuse(request, reply, about)
  const digest = textOf(request, 'sha256')
  const isDigest = digest !== null && /^[\da-f]{64}$/i.test(digest)
  const file = isDigest ? await askOfFile(pages, request, digest, number) : null
  if (file && 'code' in file) return pages.refuse(request, reply, file)
  const page = verifyPage({
    locale: localeOf(request),
    asked: number === null || about === null ? null : { number, verdict: about },
    file: digest === null ? null : { digest, verdict: file },
    look: null,
  })
  return pages.send(request, reply, 200, page)
}

/** First whether it is of the document that the page is about: the same bytes can be another's, too. */
const askOfFile = async (
  pages: Pages,
  request: FastifyRequest,
  sha256: string,
  number: string | null,
): Promise<Verdict | Failure> => {
  const own = number === null ? null : await ask(pages, request, 'verify-document', { docId: number, sha256 })
  if (own && ('code' in own || own.valid || own.failure)) return own
  return ask(pages, request, 'verify-file', { sha256 })
}

/** What cannot be a number or a digest is that of no document. */
const ask = async (pages: Pages, request: FastifyRequest, name: string, body: object): Promise<Verdict | Failure> => {
  const answer = await pages.ask(request, name, body)
  if (answer.failure?.status === 400) return { valid: false }
  return answer.failure ?? (answer.body as Verdict)
}
