import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SimulatorContext } from '../../simulators.ts'
import { exportPdf } from '../docs/export.ts'
import { type Asking, docsKit } from '../docs/kit.ts'
import { DocsRefusal, documentType, type FileRow } from '../docs/rows.ts'
import type { Grants } from '../grants.ts'
import { readQuery } from './query.ts'

const root = '/drive/v3/files'

/** A file as Drive answers it. Without `fields` it says four things of it; with them, all that this double knows and was asked for. */
const shown = (row: FileRow, { account, clientId }: Asking, fields: string | undefined) => {
  const usual = { kind: 'drive#file', id: row.id, name: row.name, mimeType: row.mimeType }
  if (fields === undefined) return usual
  const isOwner = row.owner === account.email
  const all: Readonly<Record<string, unknown>> = {
    ...usual,
    trashed: row.isTrashed,
    parents: isOwner ? row.parents : undefined,
    // Private to the client that wrote them.
    appProperties: row.madeBy === clientId && Object.keys(row.appProperties).length > 0 ? row.appProperties : undefined,
    createdTime: new Date(row.createdAt).toISOString(),
    modifiedTime: new Date(row.modifiedAt).toISOString(),
    version: String(row.revision),
    ownedByMe: isOwner,
    webViewLink: `https://docs.google.com/document/d/${row.id}/edit`,
    capabilities: { canCopy: mayCopy(row, account.email), canEdit: isOwner, canDelete: isOwner },
  }
  if (fields === '*') return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
  return Object.fromEntries(
    fields
      .split(',')
      .map((name) => [name.trim(), all[name.trim()]] as const)
      .filter(([, value]) => value !== undefined),
  )
}
const mayCopy = (row: FileRow, email: string): boolean => row.owner === email || !row.isLocked

const fieldsOf = (request: FastifyRequest): string | undefined => (request.query as { fields?: string }).fields
const idOf = (request: FastifyRequest): string => (request.params as { fileId: string }).fileId

/** Google Drive (https://developers.google.com/workspace/drive/api/reference/rest/v3/files), below its own paths. */
export const serveDriveApi = (app: FastifyInstance, context: SimulatorContext, grants: Grants): void => {
  const { store, answer, fileOf } = docsKit(context, grants, 'ofDrive')

  app.get(
    root,
    answer('look', (request, asking) => {
      const { q = '', pageSize = '100', pageToken = '0', fields } = request.query as Record<string, string | undefined>
      const test = q === '' ? () => true : readQuery(q)
      const listedUntil = context.now().getTime() - store.behaviour().listedAfterSeconds * 1_000
      const rows = store
        .of(asking.account)
        .filter((row) => !asking.hasOwnOnly || row.madeBy === asking.clientId)
        // The index follows the files.
        .filter((row) => row.createdAt <= listedUntil)
        .filter((row) => test(row, asking.clientId))
      const [from, size] = [Number(pageToken) || 0, Math.min(1_000, Math.max(1, Number(pageSize) || 100))]
      const inner = /files\(([^)]*)\)/.exec(fields ?? '')?.[1]
      const files = rows.slice(from, from + size).map((row) => shown(row, asking, inner))
      const next = from + size < rows.length ? { nextPageToken: String(from + size) } : {}
      return fields === undefined
        ? { kind: 'drive#fileList', incompleteSearch: false, files, ...next }
        : { ...(inner !== undefined && { files }), ...(fields.includes('nextPageToken') && next) }
    }),
  )

  app.get(
    `${root}/:fileId`,
    answer('look', (request, asking) => shown(fileOf(idOf(request), asking), asking, fieldsOf(request))),
  )

  app.post(
    `${root}/:fileId/copy`,
    answer('change', (request, asking) => {
      const row = fileOf(idOf(request), asking)
      if (!mayCopy(row, asking.account.email)) throw new DocsRefusal('cannotCopyFile')
      const given = (request.body ?? {}) as Partial<Pick<FileRow, 'name' | 'parents' | 'appProperties'>>
      const properties = Object.entries(given.appProperties ?? {})
      // Key and value together, in UTF-8.
      if (properties.some(([key, value]) => Buffer.byteLength(key + value) > 124))
        throw new DocsRefusal('invalid', 'The property is too long.')
      if ((given.parents?.length ?? 0) > 1) throw new DocsRefusal('invalid', 'A file has one parent.')
      const copy = store.copy(row, asking.account, { ...given, madeBy: asking.clientId })
      return shown(copy, asking, fieldsOf(request))
    }),
  )

  app.get(
    `${root}/:fileId/export`,
    answer('look', async (request, asking, reply) => {
      const row = fileOf(idOf(request), asking)
      if (row.mimeType !== documentType) throw new DocsRefusal('fileNotExportable')
      const { mimeType } = request.query as { mimeType?: string }
      if (mimeType !== 'application/pdf') throw new DocsRefusal('invalid', 'The sandbox exports application/pdf only.')
      const pdf = await exportPdf(row)
      if (pdf.length > store.behaviour().exportMostBytes) throw new DocsRefusal('exportSizeLimitExceeded')
      return reply.type('application/pdf').send(pdf)
    }),
  )

  app.delete(
    `${root}/:fileId`,
    answer('change', (request, asking) => {
      const row = fileOf(idOf(request), asking)
      if (row.owner !== asking.account.email) throw new DocsRefusal('insufficientFilePermissions')
      store.removeRow(row.id)
    }),
  )
}
