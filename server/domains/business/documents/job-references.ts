import { z } from 'zod'
import type { JobReference } from '#core/jobs/job-reference.ts'

const ofDocument = z.object({ orgId: z.uuid(), documentId: z.uuid() })

/** Asks a signer by email to sign, or reminds them. */
export const askSignerJob = {
  name: 'ask-signer',
  data: ofDocument.extend({ signerId: z.uuid(), mailId: z.uuid(), isReminder: z.boolean() }),
} as const satisfies JobReference

/** Asks for a document that all have signed to be sealed, and its certificate to be made. */
export const sealDocumentJob = {
  name: 'seal-document',
  /** `tries`: it goes on after so many, while the timestamp authority is away. */
  data: ofDocument.extend({ tries: z.int().optional() }),
} as const satisfies JobReference

/** Asks for the record of a night of one workspace. */
export const recordEvidenceJob = {
  name: 'record-evidence',
  data: z.object({ orgId: z.uuid(), day: z.iso.date() }),
} as const satisfies JobReference

/** Sends the sealed document with its certificate to all who signed it. */
export const mailSealedJob = { name: 'mail-sealed-document', data: ofDocument } as const satisfies JobReference

/** Removes copies of a Google Doc that an attempt to make a document left behind. */
export const removeGoogleCopiesJob = {
  name: 'remove-google-copies',
  data: z.object({ orgId: z.uuid(), attemptId: z.uuid() }),
} as const satisfies JobReference

/** Removes the stored files of a document that was removed. */
export const removeDocumentFilesJob = { name: 'remove-document-files', data: ofDocument } as const satisfies JobReference
