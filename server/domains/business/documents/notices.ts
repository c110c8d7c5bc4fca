import { notices } from '#core/declared.ts'

export const documentNotices = notices({
  seal_identity_ends: { about: 'The certificate that seals documents ends within 60 days.', least: 'admin', topic: 'documents' },
  evidence_broken: { about: 'A stored document, its evidence or a nightly record is not what it was.', least: 'admin', topic: 'documents' },
  /** For the sender of the document; where they left, for all members. */
  signer_names_other: { about: 'A signer says that another person should sign.', least: 'member', topic: 'documents' },
  document_file_damaged: { about: 'A stored file of a document is missing, or is not what was stored.', least: 'admin', topic: 'documents' },
})
