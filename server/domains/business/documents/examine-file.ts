import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { OpenAskingContext } from '#core/context.ts'
import { invoiceErrors } from '../invoices/errors.ts'
import { templateErrors } from '../templates/errors.ts'
import { refusedPdf } from '../templates/template-files.ts'
import { FileDamaged, findFiles, readStored } from './document-files.ts'
import { findDocument, findOrgOfDocument } from './documents.ts'
import { examine, FileExamination, type KnownSeals, type SealedFile } from './examining.ts'
import { findVerifiable, raisingOf, verdictOn } from './verifying.ts'

/** 25 MB. */
const mostCharacters = 34_952_536

export const examineFile = action({
  name: 'examine-file',
  summary: 'Examine an unknown PDF',
  description:
    'Whether it was sealed here, and what happened to it after that: changed (and on which pages), added to, or cut off. The file is looked at and not kept. Ask `verify-file` first: for a file that is known, its digest is enough. A call takes 700 KB, since a body has 1 MB; the form at `/verify` takes 25 MB. A sealed document with papers can be larger: `npx foyer verify FILE.pdf` checks it.',
  who: 'public',
  transports: ['gateway'],
  effect: 'read',
  callsProvider: true,
  limit: { times: 10, seconds: 600 },
  input: z.object({
    content: z
      .string()
      .min(1)
      .max(mostCharacters)
      .regex(/^[\dA-Za-z+/]+={0,2}$/, 'must be base64')
      .describe('The file, in base64'),
  }),
  output: FileExamination,
  errors: [
    ...[templateErrors.pdf_not_pdf, templateErrors.pdf_too_large, templateErrors.pdf_too_many_pages],
    ...[templateErrors.pdf_encrypted, invoiceErrors.document_late],
  ],
  examples: [{ title: 'A file', input: { content: 'JVBERi0xLjcK' } }],

  async run({ content }, { ports, fail, log, ...context }) {
    const pdf = Buffer.from(content, 'base64')
    // ISO 32000-1, Annex H: readers look for the header in the first kilobyte.
    if (!pdf.subarray(0, 1_024).includes('%PDF-')) throw fail('pdf_not_pdf', { field: 'content' })
    return examine(pdf, ports.paper, knownSeals({ ports, log, ...context })).catch((error: unknown) => {
      throw refusedPdf(error, 'content')
    })
  },
})

const knownSeals = ({
  ports,
  log,
  outside,
  inOrg,
}: Pick<OpenAskingContext, 'ports' | 'log' | 'outside' | 'inOrg'>): KnownSeals => ({
  documentWith: (sha256) =>
    outside(async (db) => {
      const row = await db
        .selectFrom('directory.document_hashes')
        .select('document_id')
        .where('sha256', '=', sha256)
        // These are of signed documents alone: of one that was taken back, nothing is said.
        .where('kind', 'in', ['sealed', 'certificate'])
        .orderBy('document_id', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row?.document_id ?? null
    }),
  async holds(documentId, sha256) {
    const orgId = await outside((db) => findOrgOfDocument(db, documentId))
    const found = orgId === null ? null : await inOrg(orgId, ({ db }) => findVerifiable(db, orgId, documentId))
    if (!found) return false
    const raise = raisingOf(found.document, inOrg)
    return (await verdictOn(found, ports, { log, raise }, sha256.toString('hex'))).valid
  },
  hasSealedWith: (certificate) =>
    outside(async (db) => (await sql`select org_id from orgs_sealing_with(${certificate})`.execute(db)).rows.length > 0),
  async sealedFilesOf(documentId) {
    const orgId = await outside((db) => findOrgOfDocument(db, documentId))
    if (orgId === null) return []
    const files = await inOrg(orgId, async ({ db }) =>
      (await findDocument(db, orgId, documentId))?.status === 'signed' ? findFiles(db, orgId, documentId) : [],
    )
    return files
      .filter(({ kind }) => kind === 'sealed' || kind === 'certificate')
      .map(
        (file): SealedFile => ({
          ...{ documentId, bytes: Number(file.bytes) },
          read: () =>
            readStored(ports.files, file).catch((error: unknown) => {
              if (!(error instanceof FileDamaged)) throw error
              log.error({ documentId, err: error }, 'a stored file of a document is damaged')
              return Buffer.alloc(0)
            }),
        }),
      )
  },
})
