import { Failure } from '#core/errors.ts'
import { takeContent, transferFailure } from '#core/http/incoming-files.ts'
import { sendFailure } from '#core/http/replies.ts'
import { routes } from '#core/http/routes.ts'
import { newId } from '#core/ids.ts'
import { importErrors } from './errors.ts'
import { receivePart } from './upload-parts.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Whether an address is a file's, whose body has bounds of its own. */
export const isOfUploads = (url: string): boolean => url.startsWith('/uploads/')

/**
 * `PUT /uploads/<id>/content?from=<byte>`: the bytes of a file that `create-upload` announced, streamed to the files,
 * never in memory. A request that breaks off leaves nothing of its own; those before it stay, so that sending goes on
 * from `received_bytes`.
 */
export const uploadRoutes = routes({
  name: 'uploads',
  add: (app, { callers, inOrg, ports, now, log, crowd, most }) => {
    app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

      scope.put<{ Params: { id: string }; Querystring: { from?: string } }>('/uploads/:id/content', async (request, reply) => {
        const caller = await callers.ofMember(request)
        let leave: (() => void) | undefined
        try {
          if (caller.kind === 'key') throw new Failure('scope_missing')
          if (caller.kind !== 'person') throw new Failure('not_signed_in')
          if (!uuid.test(request.params.id)) throw new Failure(importErrors.upload_not_found)
          const from = request.query.from ?? '0'
          if (!/^\d{1,15}$/.test(from))
            throw new Failure('bad_request', { field: 'from', message: 'from must be a whole number of bytes' })
          leave = crowd.place('uploads', caller.personId, most.transfersOfMember)
          const answer = await takeContent(request.raw, (content) =>
            receivePart({
              orgId: caller.orgId,
              uploadId: request.params.id,
              from: Number(from),
              content,
              inOrg,
              files: ports.files,
              now,
              newId,
            }),
          )
          return await reply.send(answer)
        } catch (error) {
          return sendFailure(request, reply, transferFailure(error, { request: request.raw, id: request.id, log }))
        } finally {
          leave?.()
        }
      })
    })
  },
})
