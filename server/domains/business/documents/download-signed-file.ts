import { z } from 'zod'
import { action, asDownload, Download } from '#core/actions/action.ts'
import { FileDamaged, findFiles, readStored } from './document-files.ts'
import { findDocument } from './documents.ts'
import { fileNameOf } from './download-document.ts'
import { DownloadToken, findDownloadLink, SignedFileKind } from './download-links.ts'
import { documentErrors } from './errors.ts'
import { recordDownloaded } from './openings.ts'
import { clockOf } from './sealing.ts'

export const downloadSignedFile = action({
  name: 'download-signed-file',
  summary: 'Download a signed document or its certificate, by a link from an email',
  description: 'Until the link ends. Compared with its digest first.',
  who: 'public',
  transports: ['download'],
  effect: 'read',
  callsProvider: true,
  limit: { times: 60, seconds: 60 },
  input: z.object({ token: DownloadToken, file: SignedFileKind.default('sealed') }),
  output: Download,
  errors: [
    ...[documentErrors.download_link_unknown, documentErrors.download_link_ended],
    ...[documentErrors.file_not_there, documentErrors.file_damaged],
  ],
  examples: [{ title: 'The document', input: { token: 'k3nJ0bQ9Zp7x2Vw5Yt8Rm1Lc4Hs6Fd0Ga_-EuXoTiBq', file: 'sealed' } }],

  async run({ token, file }, { ports, outside, inOrg, fail }) {
    const link = await outside((db) => findDownloadLink(db, token))
    if (!link) throw fail('download_link_unknown')
    const { org_id: orgId, document_id: id, ends_at: endsAt } = link
    const { document, files, at } = await inOrg(orgId, async ({ db }) => ({
      document: await findDocument(db, orgId, id),
      files: await findFiles(db, orgId, id),
      at: await clockOf(db),
    }))
    if (!document) throw fail('download_link_unknown')
    if (endsAt <= at) throw fail('download_link_ended')
    const row = files.find(({ kind }) => kind === file)
    if (!row) throw fail('file_not_there', { field: 'file' })
    const bytes = await readStored(ports.files, row).catch((error: unknown) => {
      throw error instanceof FileDamaged ? fail('file_damaged', { cause: error }) : error
    })
    await inOrg(orgId, ({ db }) => recordDownloaded(db, orgId, { documentId: id, signerId: link.signer_id }, file))
    return asDownload({ name: fileNameOf(document.title, file), type: 'application/pdf', bytes })
  },
})
