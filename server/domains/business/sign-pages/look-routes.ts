import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressBlock } from '#core/address-blocks.ts'
import { Failure } from '#core/errors.ts'
import { isAtPath } from '#core/http/file-routes.ts'
import { collectBytes, takeContent, transferFailure } from '#core/http/incoming-files.ts'
import { fileInForm } from '#core/http/multipart.ts'
import type { RouteContext } from '#core/http/routes.ts'
import { paperBounds } from '#ports/paper.ts'
import { sha256Of } from '#shapes/sha256.ts'
import type { FileExamination } from '../documents/examining.ts'
import type { Verdict } from '../documents/verifying.ts'
import { templateErrors } from '../templates/errors.ts'
import { type Look, type LookFault, lookFaults } from './look-markup.ts'
import { localeOf, type Pages } from './pages.ts'
import { verifyPage } from './verify-markup.ts'

const path = '/verify/look'
export const isOfLooks = isAtPath(path)

/** The file with what a form has around it. */
const mostBytes = paperBounds.bytes + 4_096
const tooLarge = (): Failure => new Failure(templateErrors.pdf_too_large, { field: 'file' })
/** A file of 25 MB at 0.7 Mbit/s. A stranger holds one of few places meanwhile. */
const longestMs = 5 * 60_000
/** At once: each has a file in memory. */
const most = { ofAddress: 1, ofAll: 8 }

/** `POST /verify/look`: the closer look at an unknown file, which a person chose to send. Nothing of it is kept. */
export const addLookPage = (
  app: FastifyInstance,
  pages: Pages,
  { dispatch, crowd, log }: Pick<RouteContext, 'dispatch' | 'crowd' | 'log'>,
): void => {
  const callOf = (request: FastifyRequest) => ({
    ...{ caller: { kind: 'nobody' as const }, requestId: request.id, clientAddress: request.ip },
    agent: request.headers['user-agent'],
  })
  const look = async (request: FastifyRequest): Promise<Look | Failure> => {
    const admission = await dispatch.enter('examine-file', callOf(request))
    if ('refusal' in admission) return admission.refusal.failure as Failure
    const file = fileInForm(await receive(request), request.headers['content-type'] ?? '')
    if (!file || file.length === 0) return { fault: 'none' }
    const sha256 = sha256Of(file).toString('hex')
    const known = await pages.ask(request, 'verify-file', { sha256 })
    if (known.failure) return known.failure
    const verdict = known.body as Verdict
    if (verdict.valid) return { known: { digest: sha256, verdict } }
    const content = { content: file.toString('base64') }
    const examined = await dispatch('examine-file', content, callOf(request), admission.entered)
    if (!examined.failure) return { found: examined.body as FileExamination }
    const fault = faultOf(examined.failure)
    return fault ? { fault } : examined.failure
  }

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.post(path, async (request, reply) => {
      const leaves: (() => void)[] = []
      try {
        leaves.push(crowd.place('closer looks', addressBlock(request.ip), most.ofAddress))
        leaves.push(crowd.place('closer looks', 'of all', most.ofAll))
        return answer(pages, request, reply, await look(request))
      } catch (error) {
        const failure = transferFailure(error, { request: request.raw, id: request.id, log })
        const fault = faultOf(failure)
        return answer(pages, request, reply, fault ? { fault } : failure)
      } finally {
        for (const leave of leaves) leave()
      }
    })
  })
}

const receive = async (request: FastifyRequest): Promise<Buffer> => {
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw tooLarge()
  const end = setTimeout(() => request.raw.destroy(new Error('a file took too long')), longestMs)
  try {
    return await takeContent(request.raw, collectBytes(mostBytes, tooLarge))
  } finally {
    clearTimeout(end)
  }
}

const faultOf = ({ code }: Failure): LookFault | null => lookFaults.find((fault) => fault === code) ?? null

const answer = (pages: Pages, request: FastifyRequest, reply: FastifyReply, look: Look | Failure): FastifyReply => {
  if (look instanceof Failure) return pages.refuse(request, reply, look)
  const view = 'known' in look ? { file: look.known, look: null } : { file: null, look }
  const page = verifyPage({ locale: localeOf(request), asked: null, ...view })
  return pages.send(request, reply, 'fault' in look ? 400 : 200, page)
}
