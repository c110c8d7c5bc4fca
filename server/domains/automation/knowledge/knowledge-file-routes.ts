import { Failure } from '#core/errors.ts'
import { addFileRoute, fileNameIn, isAtPath } from '#core/http/file-routes.ts'
import { collectBytes, takeContent } from '#core/http/incoming-files.ts'
import { routes } from '#core/http/routes.ts'
import { newId } from '#core/ids.ts'
import { knowledgeErrors } from './errors.ts'
import { readFileText } from './file-texts.ts'
import { addFile, shownFile } from './knowledge-files.ts'
import { languageOfText } from './languages.ts'
import { columnOfLanguage } from './sources.ts'

const path = '/knowledge-files'
export const isOfKnowledgeFiles = isAtPath(path)

const mostBytes = 25 * 2 ** 20
const tooLarge = (): Failure => new Failure(knowledgeErrors.knowledge_file_too_large, { field: 'file' })

/**
 * `PUT /knowledge-files?name=<file name>`: a file whose text answers are to be taken from, in one request. Answers its id for `save-knowledge`.
 * Only the text is kept.
 */
export const knowledgeFileRoutes = routes({
  name: 'knowledge-files',
  add: (app, context) => {
    const { inOrg, ports } = context
    addFileRoute(app, context, {
      path,
      least: 'admin',
      said: fileNameIn,
      async take(request, name, { orgId, personId }) {
        if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw tooLarge()
        const bytes = await takeContent(request, collectBytes(mostBytes, tooLarge))
        const { kind, text } = await readFileText({ name, bytes, orgId }, ports)
        const row = {
          ...{ org_id: orgId, id: newId(), name, kind, text, uploaded_by: personId },
          language: columnOfLanguage(languageOfText(text, 'other')),
        }
        await inOrg(orgId, (db) => addFile(db, row))
        return shownFile(row)
      },
    })
  },
})
