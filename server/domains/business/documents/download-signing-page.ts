import { z } from 'zod'
import { action, asDownload, Download } from '#core/actions/action.ts'
import { invoiceErrors } from '#domains/business/invoices/errors.ts'
import { SigningPass } from './codes.ts'
import { FileDamaged, readStored } from './document-files.ts'
import { documentErrors } from './errors.ts'
import { inTime } from './in-time.ts'
import { SignToken } from './signers.ts'
import { findLinked } from './signing-views.ts'

export const downloadSigningPage = action({
  name: 'download-signing-page',
  summary: 'Download a page of a document as a picture, by the link of a signer',
  description:
    'Made of exactly the bytes whose digest the evidence holds. `width` in pixels. None once the document was taken back, declined or not signed in time, and 30 days after it was sealed.',
  who: 'public',
  transports: ['download'],
  effect: 'read',
  callsProvider: true,
  limit: { times: 200, seconds: 60 },
  input: z.object({
    token: SignToken,
    code: SigningPass,
    page: z.coerce.number().int().min(0).max(499),
    width: z.coerce.number().int().min(200).max(2_000).default(1_000),
  }),
  output: Download,
  errors: [
    documentErrors.sign_link_unknown,
    documentErrors.signing_code_needed,
    documentErrors.download_link_ended,
    documentErrors.file_not_there,
    documentErrors.file_damaged,
    invoiceErrors.document_late,
  ],
  examples: [{ title: 'The first page', input: { token: 'k3nJ0bQ9Zp7x2Vw5Yt8Rm1Lc4Hs6Fd0Ga_-EuXoTiBq', page: 0 } }],

  async run({ token, code, page, width }, { ports, fail, ...context }) {
    const found = await findLinked(context, { token, code }, fail)
    const original = found.files.find(({ kind }) => kind === 'original')
    if (!original || page >= (found.document.pages as unknown[]).length) throw fail('file_not_there', { field: 'page' })
    const bytes = await readStored(ports.files, original).catch((error: unknown) => {
      throw error instanceof FileDamaged ? fail('file_damaged', { cause: error }) : error
    })
    const picture = await inTime(ports.paper.picture(bytes, page, width, found.orgId))
    return asDownload({ name: `page-${page + 1}.png`, type: 'image/png', bytes: picture })
  },
})
