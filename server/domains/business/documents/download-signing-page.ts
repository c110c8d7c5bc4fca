import { z } from 'zod'
import { action, Download } from '#core/actions/action.ts'
import { findFiles, readStored } from './document-files.ts'
import { findDocument } from './documents.ts'
import { documentErrors } from './errors.ts'
import { findSignLink, SignToken } from './signers.ts'

export const downloadSigningPage = action({
  name: 'download-signing-page',
  summary: 'Download a page of a document as a picture, by the link of a signer',
  description: 'Made of exactly the bytes whose digest the evidence holds. `width` in pixels.',
  who: 'public',
  transports: ['download'],
  effect: 'read',
  callsProvider: true,
  limit: { times: 200, seconds: 60 },
  input: z.object({
    token: SignToken,
    page: z.coerce.number().int().min(0).max(499),
    width: z.coerce.number().int().min(200).max(2_000).default(1_000),
  }),
  output: Download,
  errors: [documentErrors.sign_link_unknown, documentErrors.file_not_there],
  examples: [{ title: 'The first page', input: { token: 'k3nJ0bQ9Zp7x2Vw5Yt8Rm1Lc4Hs6Fd0Ga_-EuXoTiBq', page: 0 } }],

  async run({ token, page, width }, { outside, inOrg, ports, fail }) {
    const link = await outside((db) => findSignLink(db, token))
    const found =
      link &&
      (await inOrg(link.org_id, async ({ db }) => ({
        document: await findDocument(db, link.org_id, link.document_id),
        files: await findFiles(db, link.org_id, link.document_id),
      })))
    const original = found?.files.find(({ kind }) => kind === 'original')
    if (!link || !found?.document || !original) throw fail('sign_link_unknown')
    if (page >= (found.document.pages as unknown[]).length) throw fail('file_not_there', { field: 'page' })
    const picture = await ports.paper.picture(await readStored(ports.files, original), page, width, link.org_id)
    return { name: `page-${page + 1}.png`, type: 'image/png', content: oneChunk(picture) }
  },
})

async function* oneChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
