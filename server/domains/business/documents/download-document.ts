import { z } from 'zod'
import { action, asDownload, Download } from '#core/actions/action.ts'
import { DocumentFileKind, FileDamaged, type FileKind, findFiles, readStored } from './document-files.ts'
import { findDocument } from './documents.ts'
import { documentErrors } from './errors.ts'

export const downloadDocument = action({
  name: 'download-document',
  summary: 'Download a file of a document',
  description:
    'As it was made (`original`), signed and sealed (`sealed`), its certificate (`certificate`), or a paper that was signed by hand (`uploaded`: of several the one with `fileId`, else the newest). Held against its digest first.',
  who: 'member',
  transports: ['download'],
  effect: 'read',
  scope: 'documents:read',
  callsProvider: true,
  limit: { times: 60, seconds: 60 },
  input: z.object({
    documentId: z.uuid(),
    file: DocumentFileKind.default('original'),
    fileId: z.uuid().optional().describe('The `id` of one of its `files`'),
  }),
  output: Download,
  errors: [documentErrors.document_not_found, documentErrors.file_not_there, documentErrors.file_damaged],
  examples: [{ title: 'The sealed one', input: { documentId: '01980000-0000-7000-8000-000000000000', file: 'sealed' } }],

  async run({ documentId, file, fileId }, { org, inOrg, ports, fail }) {
    const found = await inOrg(async ({ db }) => {
      const document = await findDocument(db, org.id, documentId)
      return document && { document, files: await findFiles(db, org.id, documentId) }
    })
    if (!found) throw fail('document_not_found', { field: 'documentId' })
    const row = found.files.findLast(({ id, kind }) => kind === file && (fileId === undefined || id === fileId))
    if (!row) throw fail('file_not_there', { field: 'file' })
    const content = await readStored(ports.files, row).catch((error: unknown) => {
      throw error instanceof FileDamaged ? fail('file_damaged', { cause: error }) : error
    })
    return asDownload({ name: fileNameOf(found.document.title, file), type: 'application/pdf', bytes: content })
  },
})

const endings: Readonly<Record<FileKind, string>> = {
  ...{ original: '', sealed: ' – signed', certificate: ' – certificate', uploaded: ' – signed by hand' },
}

export const fileNameOf = (title: string, file: FileKind): string => `${title.slice(0, 100)}${endings[file]}.pdf`
