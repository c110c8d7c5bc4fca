import { atLeast } from '#core/actions/caller.ts'
import { Failure } from '#core/errors.ts'
import { takeContent, transferFailure } from '#core/http/incoming-files.ts'
import { sendFailure } from '#core/http/replies.ts'
import { routes } from '#core/http/routes.ts'
import { newId } from '#core/ids.ts'
import { tidyLine } from '#shapes/letters.ts'
import { collectPdf, takeTemplateFile } from './template-files.ts'

/** Whether an address is that of PDFs for templates, whose body has bounds of its own. */
export const isOfTemplateFiles = (url: string): boolean => url === '/template-files' || url.startsWith('/template-files?')

const nameMost = 255

/**
 * `PUT /template-files?name=<file name>`: a PDF for a template, in one request. Answers its id for `create-template` and `update-template`,
 * and its pages. A repeat answers the same file.
 */
export const templateFileRoutes = routes({
  name: 'template-files',
  add: (app, { callers, inOrg, ports, log, crowd, most }) => {
    app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

      scope.put<{ Querystring: { name?: unknown } }>('/template-files', async (request, reply) => {
        let leave: (() => void) | undefined
        try {
          const caller = await callers.ofMember(request)
          if (caller.kind === 'key') throw new Failure('scope_missing')
          if (caller.kind !== 'person') throw new Failure('not_signed_in')
          const now = await callers.asNow(caller)
          if (now.kind !== 'person') throw new Failure('not_signed_in')
          if (!atLeast(now.role, 'admin')) throw new Failure('forbidden')
          const { name } = request.query
          const called = tidyLine(typeof name === 'string' ? name : '').trim()
          if (called === '' || called.length > nameMost || !called.isWellFormed() || /\p{Cc}/u.test(called))
            throw new Failure('bad_request', {
              field: 'name',
              message: `name must be a file name of 1 to ${nameMost} characters`,
            })
          leave = crowd.place('uploads', caller.personId, most.transfersOfMember)
          const pdf = await takeContent(request.raw, collectPdf)
          const file = await takeTemplateFile(
            { orgId: caller.orgId, personId: caller.personId, name: called, pdf },
            { inOrg, files: ports.files, paper: ports.paper, newId },
          )
          return await reply.send({ file })
        } catch (error) {
          return sendFailure(request, reply, transferFailure(error, { request: request.raw, id: request.id, log }))
        } finally {
          leave?.()
        }
      })
    })
  },
})
