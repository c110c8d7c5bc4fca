import { notices } from '#core/declared.ts'

export const documentNotices = notices({
  seal_identity_ends: {
    about: 'The certificate that seals documents ends within 60 days.',
    least: 'admin',
    topic: 'documents',
    line: () => 'Your certificate for documents expires soon',
    page: () => '/settings/sealing',
  },
  evidence_broken: {
    about: 'A stored document, its evidence or a nightly record is not what it was.',
    least: 'admin',
    topic: 'documents',
    line: ({ title }) => `The evidence of “${title}” is broken`,
    page: (_id, { document }) => (document ? `/documents/${document}` : '/settings/sealing'),
  },
  /** For the sender of the document; where they left, for all members. */
  signer_names_other: {
    about: 'A signer says that another person should sign.',
    least: 'member',
    topic: 'documents',
    line: ({ name, title }) => `${name} names another person to sign “${title}”`,
    page: (documentId) => `/documents/${documentId}`,
  },
  /** For the sender of the document; where they left, for all members. */
  signing_code_failed: {
    about: 'A code by WhatsApp could not be sent to a signer, or did not arrive.',
    least: 'member',
    topic: 'documents',
    line: ({ name, title }) => `The code for ${name} to sign “${title}” could not be sent`,
    page: (documentId) => `/documents/${documentId}`,
  },
  document_file_damaged: {
    about: 'A stored file of a document is missing, or is not what was stored.',
    least: 'admin',
    topic: 'documents',
    line: ({ title }) => `A file of “${title}” is damaged`,
    page: (documentId) => `/documents/${documentId}`,
  },
})
