import { Failure } from '#core/errors.ts'
import { addFileRoute, isAtPath } from '#core/http/file-routes.ts'
import { takeContent } from '#core/http/incoming-files.ts'
import { routes } from '#core/http/routes.ts'
import { newId } from '#core/ids.ts'
import { cleanName } from './file-names.ts'
import { mostFileBytes, receiveFile, tooLarge } from './receive-file.ts'

const path = '/record-files'
export const isOfRecordFiles = isAtPath(path)

/**
 * `PUT /record-files?name=<file name>`: a file for a record, in one request, streamed to the files. Answers its id for `add-record-file`.
 */
export const recordFileRoutes = routes({
  name: 'record-files',
  add: (app, context) => {
    const { inOrg, ports } = context
    addFileRoute(app, context, {
      path,
      said({ name: given }) {
        const name = typeof given === 'string' ? cleanName(given) : null
        if (name === null) throw new Failure('bad_request', { field: 'name', message: 'name must be a file name' })
        return name
      },
      take(request, name, { orgId, personId }) {
        if (Number(request.headers['content-length'] ?? 0) > mostFileBytes) throw tooLarge()
        return takeContent(request, (content) =>
          receiveFile({ orgId, personId, name, content }, { inOrg, files: ports.files, newId }),
        )
      },
    })
  },
})
