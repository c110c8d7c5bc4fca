import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { recordFileErrors } from '#domains/crm/record-files/errors.ts'
import { lockRecordFile, type RecordFileRow } from '#domains/crm/record-files/record-files.ts'
import { readRecordFile } from '#domains/crm/record-files/stored-contents.ts'
import { findPerson } from '#domains/platform/users/users.ts'
import { invoiceErrors } from '../invoices/errors.ts'
import { templateErrors } from '../templates/errors.ts'
import { takePdf } from '../templates/template-files.ts'
import { type FileRow, findFiles, storeFile } from './document-files.ts'
import { findDocument, lockDocument } from './documents.ts'
import { enterPaper, knownPaper } from './entered-papers.ts'
import { documentErrors } from './errors.ts'
import { clockOf, findSealing } from './sealing.ts'
import { SignedPaper, signedPaperOf } from './signed-papers.ts'

export const uploadSignedFile = action({
  name: 'upload-signed-file',
  summary: 'Add a paper that was signed by hand to a document',
  description:
    'The PDF with what a signer signed with a pen: the `fileId` that `PUT /record-files?name=…` answered to you, or that of a file of a record. Its `url` is then the `url` of `sign-document`, which records the signature. What acts in the PDF is taken out; both digests are evidence, and the file is attached to the sealed document once a signature names it. It stays with the document. The same bytes again answer the same file.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  callsProvider: true,
  hints: { destructive: false, idempotent: true },
  limit: { times: 30, seconds: 60 },
  input: z.object({ documentId: z.uuid(), fileId: z.uuid() }),
  output: z.object({ success: z.literal(true), file: SignedPaper }),
  errors: [
    ...[documentErrors.document_not_found, documentErrors.not_pending, documentErrors.attesting_forbidden],
    ...[documentErrors.paper_is_original, documentErrors.paper_signed, documentErrors.papers_full],
    ...[recordFileErrors.record_file_not_found, recordFileErrors.record_file_damaged],
    ...[templateErrors.pdf_not_pdf, templateErrors.pdf_too_large, templateErrors.pdf_too_many_pages],
    ...[templateErrors.pdf_encrypted, templateErrors.pdf_broken, templateErrors.pdf_active],
    invoiceErrors.document_late,
  ],
  examples: [
    {
      title: 'A scan',
      input: { documentId: '01980000-0000-7000-8000-000000000000', fileId: '01980000-0000-7000-8000-000000000001' },
    },
  ],

  async run({ documentId, fileId }, { org, person, ports, settings, inOrg, fail }) {
    const shown = (row: FileRow) => ({ success: true as const, file: signedPaperOf(row, settings.publicUrl) })
    const { upload, known } = await inOrg(async ({ db }) => {
      const document = await findDocument(db, org.id, documentId)
      if (!document) throw fail('document_not_found', { field: 'documentId' })
      const row = await lockRecordFile(db, org.id, fileId)
      if (!row || !isOpenTo(row, person.id)) throw fail('record_file_not_found', { field: 'fileId' })
      const files = await findFiles(db, org.id, documentId)
      const before = knownPaper(files, { given: row.sha256, kept: row.sha256 })
      if (before) return { upload: row, known: before }
      if (document.status !== 'pending_signature' || document.ends_at <= (await clockOf(db))) throw fail('not_pending')
      if (!(await findSealing(db, org.id)).allowsAttesting) throw fail('attesting_forbidden')
      if (files.some(({ sha256 }) => sha256.equals(row.sha256))) throw fail('paper_is_original', { field: 'fileId' })
      return { upload: row, known: undefined }
    })
    if (known) return shown(known)
    const given = await readRecordFile(ports.files, upload)
    const { pdf, pages } = await takePdf(ports.paper, given, org.id, 'fileId').catch((error: unknown) => {
      const isSigned = error instanceof Failure && error.code === templateErrors.pdf_signed.code
      throw isSigned ? fail('paper_signed', { field: 'fileId', cause: error }) : error
    })
    const store = { files: ports.files, announce: (work: (db: Db) => Promise<void>) => inOrg(({ db }) => work(db)) }
    const stored = await storeFile(store, { orgId: org.id, documentId, kind: 'uploaded', bytes: pdf })
    return inOrg(async (step) => {
      const document = await lockDocument(step.db, org.id, documentId)
      if (!document) throw fail('document_not_found', { field: 'documentId' })
      const row = await enterPaper(step, document, {
        file: { ...stored, given: upload.sha256 },
        facts: {
          given: { sha256: upload.sha256.toString('hex'), bytes: given.length },
          pages: pages.length,
          person: person.id,
        },
        personal: { name: (await findPerson(step.db, person.id))?.name ?? null, file_name: upload.name },
      })
      return shown(row)
    })
  },
})

/** An upload is open to who sent it; once it is a file of a record, to all who see that. */
const isOpenTo = ({ record_id, added_by, deleted_at }: RecordFileRow, personId: string): boolean =>
  deleted_at === null && (record_id !== null || added_by === personId)
