import { Failure } from '#core/errors.ts'
import { takeContent, transferFailure } from '#core/http/incoming-files.ts'
import { sendFailure } from '#core/http/replies.ts'
import { routes } from '#core/http/routes.ts'
import { receiveFilePart, shownFile } from './email-files.ts'
import { emailErrors } from './errors.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Whether an address is a file's, whose body has bounds of its own. */
export const isOfEmailFiles = (url: string): boolean => url.startsWith('/email-files/')

/**
 * `PUT /email-files/<id>/content?from=<byte>`: the bytes of a file that `create-email-file` announced, streamed to the files. What breaks
 * off leaves nothing of its own, and sending goes on from `received_bytes`.
 */
export const emailFileRoutes = routes({
  name: 'email-files',
  add: (app, { callers, inOrg, ports, log, crowd, most }) => {
    app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

      scope.put<{ Params: { id: string }; Querystring: { from?: string } }>(
        '/email-files/:id/content',
        async (request, reply) => {
          let leave: (() => void) | undefined
          try {
            const caller = await callers.ofMember(request)
            if (caller.kind === 'key') throw new Failure('scope_missing')
            if (caller.kind !== 'person') throw new Failure('not_signed_in')
            const { orgId, personId } = caller
            const { id: fileId } = request.params
            if (!uuid.test(fileId)) throw new Failure(emailErrors.email_file_not_found)
            const from = request.query.from ?? '0'
            if (!/^\d{1,9}$/.test(from))
              throw new Failure('bad_request', { field: 'from', message: 'from must be a whole number of bytes' })
            leave = crowd.place('uploads', personId, most.transfersOfMember)
            const file = await takeContent(request.raw, (content) =>
              receiveFilePart({ orgId, personId, fileId, from: Number(from), content }, { inOrg, files: ports.files }),
            )
            return await reply.send({ file: shownFile(file) })
          } catch (error) {
            return sendFailure(request, reply, transferFailure(error, { request: request.raw, id: request.id, log }))
          } finally {
            leave?.()
          }
        },
      )
    })
  },
})
