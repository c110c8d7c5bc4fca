import { z } from 'zod'
import { action, asDownload, Download } from '#core/actions/action.ts'
import { SigningPass } from './codes.ts'
import { FileDamaged, readStored } from './document-files.ts'
import { fileNameOf } from './download-document.ts'
import { documentErrors } from './errors.ts'
import { recordDownloaded } from './openings.ts'
import { SignToken } from './signers.ts'
import { findLinked } from './signing-views.ts'

export const downloadSigningFile = action({
  name: 'download-signing-file',
  summary: 'Download a file of a document, by the link of a signer',
  description:
    'As it was made (`original`); once all have signed, the signed and sealed document (`sealed`) and its certificate (`certificate`). Compared with its digest first. None once the document was taken back, declined or not signed in time, and 30 days after it was sealed.',
  who: 'public',
  transports: ['download'],
  effect: 'read',
  callsProvider: true,
  limit: { times: 60, seconds: 60 },
  input: z.object({
    token: SignToken,
    code: SigningPass,
    file: z.enum(['original', 'sealed', 'certificate']).default('original'),
  }),
  output: Download,
  errors: [
    documentErrors.sign_link_unknown,
    documentErrors.signing_code_needed,
    documentErrors.download_link_ended,
    documentErrors.file_not_there,
    documentErrors.file_damaged,
  ],
  examples: [{ title: 'The sealed one', input: { token: 'k3nJ0bQ9Zp7x2Vw5Yt8Rm1Lc4Hs6Fd0Ga_-EuXoTiBq', file: 'sealed' } }],

  async run({ token, code, file }, { ports, fail, ...context }) {
    const found = await findLinked(context, { token, code }, fail)
    const row = found.files.find(({ kind }) => kind === file)
    if (!row) throw fail('file_not_there', { field: 'file' })
    const content = await readStored(ports.files, row).catch((error: unknown) => {
      throw error instanceof FileDamaged ? fail('file_damaged', { cause: error }) : error
    })
    const reader = { documentId: found.document.id, signerId: found.signerId }
    await context.inOrg(found.orgId, ({ db }) => recordDownloaded(db, found.orgId, reader, file))
    return asDownload({ name: fileNameOf(found.document.title, file), type: 'application/pdf', bytes: content })
  },
})
