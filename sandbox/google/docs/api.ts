import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SimulatorContext } from '../../simulators.ts'
import type { Grants } from '../grants.ts'
import { docsKit } from './kit.ts'
import { type ReplaceAllText, replaceAllText } from './replacing.ts'
import { DocsRefusal, type Tab } from './rows.ts'
import { revisionOf, documentOf as shown, viewModes } from './wire.ts'

interface Batch {
  readonly requests?: readonly Readonly<Record<string, unknown>>[]
  readonly writeControl?: { readonly requiredRevisionId?: string }
}
const bodyLimit = 8 * 1024 * 1024
/** `documents/<id>:batchUpdate`: the router of the sandbox would take a colon for the begin of a name. */
const batch = /^([\w-]+):batchUpdate$/

/** Google Docs (https://developers.google.com/workspace/docs/api/reference/rest/v1/documents), below its own paths. */
export const serveDocsApi = (app: FastifyInstance, context: SimulatorContext, grants: Grants): void => {
  const { store, answer, documentOf } = docsKit(context, grants, 'ofDocs')
  const idOf = (request: FastifyRequest): string => (request.params as { documentId: string }).documentId

  app.get(
    '/v1/documents/:documentId',
    answer('readDoc', (request, asking) => {
      const query = request.query as Record<string, string | undefined>
      const mode = viewModes.find((each) => each === (query.suggestionsViewMode ?? 'DEFAULT_FOR_CURRENT_ACCESS'))
      if (!mode) throw new DocsRefusal('invalid', 'Invalid value at suggestions_view_mode.')
      return shown(documentOf(idOf(request), asking), { mode, hasTabs: query.includeTabsContent === 'true' })
    }),
  )

  app.post(
    '/v1/documents/:documentId',
    { bodyLimit },
    answer('changeDoc', (request, asking) => {
      const [, id] = batch.exec(idOf(request)) ?? []
      if (id === undefined) throw new DocsRefusal('notFound', 'Requested entity was not found.')
      const row = documentOf(id, asking)
      if (row.owner !== asking.account.email) throw new DocsRefusal('permissionDenied')
      const { requests = [], writeControl } = (request.body ?? {}) as Batch
      if (requests.length === 0) throw new DocsRefusal('invalid', 'Must specify at least one request.')
      const required = writeControl?.requiredRevisionId
      if (required !== undefined && required !== revisionOf(row))
        throw new DocsRefusal('invalid', 'The required revision ID does not match the latest revision.')
      // One after the other over the same text; where one is refused, none was carried out.
      let tabs: readonly Tab[] = row.tabs
      const replies = requests.map((each) => {
        const [kind, ...others] = Object.keys(each)
        if (kind !== 'replaceAllText' || others.length > 0)
          throw new DocsRefusal('invalid', 'The sandbox carries out replaceAllText only.')
        const done = replaceAllText(tabs, each.replaceAllText as ReplaceAllText)
        tabs = done.tabs
        return { replaceAllText: done.occurrences === 0 ? {} : { occurrencesChanged: done.occurrences } }
      })
      const changed = store.put({ ...row, tabs })
      return { documentId: id, replies, writeControl: { requiredRevisionId: revisionOf(changed) } }
    }),
  )
}
