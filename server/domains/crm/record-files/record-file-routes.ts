import { Failure } from '#core/errors.ts'
import { takeContent, transferFailure } from '#core/http/incoming-files.ts'
import { sendFailure } from '#core/http/replies.ts'
import { routes } from '#core/http/routes.ts'
import { newId } from '#core/ids.ts'
import { cleanName } from './file-names.ts'
import { mostFileBytes, receiveFile, tooLarge } from './receive-file.ts'

/** Whether an address is that of files for records, whose body has bounds of its own. */
export const isOfRecordFiles = (url: string): boolean => url === '/record-files' || url.startsWith('/record-files?')

/**
 * `PUT /record-files?name=<file name>`: a file for a record, in one request, streamed to the files. Answers its id for `add-record-file`.
 */
export const recordFileRoutes = routes({
  name: 'record-files',
  add: (app, { callers, inOrg, ports, log, crowd, most }) => {
    app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

      scope.put<{ Querystring: { name?: unknown } }>('/record-files', async (request, reply) => {
        let leave: (() => void) | undefined
        try {
          const caller = await callers.ofMember(request)
          if (caller.kind === 'key') throw new Failure('scope_missing')
          if (caller.kind !== 'person') throw new Failure('not_signed_in')
          const { orgId, personId } = caller
          const given = request.query.name
          const name = typeof given === 'string' ? cleanName(given) : null
          if (name === null) throw new Failure('bad_request', { field: 'name', message: 'name must be a file name' })
          leave = crowd.place('uploads', personId, most.transfersOfMember)
          if (Number(request.headers['content-length'] ?? 0) > mostFileBytes) throw tooLarge()
          const file = await takeContent(request.raw, (content) =>
            receiveFile({ orgId, personId, name, content }, { inOrg, files: ports.files, newId }),
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
