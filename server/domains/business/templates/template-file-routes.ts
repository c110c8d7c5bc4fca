import { addFileRoute, fileNameIn, isAtPath } from '#core/http/file-routes.ts'
import { takeContent } from '#core/http/incoming-files.ts'
import { routes } from '#core/http/routes.ts'
import { newId } from '#core/ids.ts'
import { collectPdf, takeTemplateFile } from './template-files.ts'

const path = '/template-files'
export const isOfTemplateFiles = isAtPath(path)

/**
 * `PUT /template-files?name=<file name>`: a PDF for a template, in one request. Answers its id for `create-template` and `update-template`,
 * and its pages. A repeat answers the same file.
 */
export const templateFileRoutes = routes({
  name: 'template-files',
  add: (app, context) => {
    const { inOrg, ports } = context
    addFileRoute(app, context, {
      path,
      least: 'admin',
      said: fileNameIn,
      async take(request, name, { orgId, personId }) {
        const pdf = await takeContent(request, collectPdf)
        return takeTemplateFile({ orgId, personId, name, pdf }, { inOrg, files: ports.files, paper: ports.paper, newId })
      },
    })
  },
})
