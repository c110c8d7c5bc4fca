import { held } from '#core/held.ts'
import { module } from '#core/module.ts'
import { askSigner } from './ask-signer.ts'
import { checkSealing } from './check-sealing.ts'
import { declineSigning } from './decline-signing.ts'
import { documentTimeline } from './document-timeline.ts'
import { downloadDocument } from './download-document.ts'
import { downloadSealRecord } from './download-seal-record.ts'
import { downloadSignedFile } from './download-signed-file.ts'
import { downloadSigningFile } from './download-signing-file.ts'
import { downloadSigningPage } from './download-signing-page.ts'
import { enterSigningCode } from './enter-signing-code.ts'
import { documentErrors, sealingErrors } from './errors.ts'
import { documentEvents } from './events.ts'
import { examineFile } from './examine-file.ts'
import { expireDocuments } from './expire-documents.ts'
import { extendDocument } from './extend-document.ts'
import { generateContract } from './generate-contract.ts'
import { handOverSigning } from './hand-over-signing.ts'
import { setLegalHold } from './hold-document.ts'
import { keepSigner } from './keep-signer.ts'
import { linkedDocuments } from './linked-documents.ts'
import { listDocuments } from './list-documents.ts'
import { listRemovedDocuments } from './list-removed-documents.ts'
import { listSealRecords } from './list-seal-records.ts'
import { mailSealedDocument } from './mail-sealed-document.ts'
import { documentNotices } from './notices.ts'
import { notifyOfFailedCodes } from './notify-of-failed-codes.ts'
import { previewContract } from './preview-contract.ts'
import { recordAllEvidence } from './record-all-evidence.ts'
import { recordDelivery } from './record-delivery.ts'
import { recordEvidence } from './record-evidence.ts'
import { recordFileReading } from './record-file-reading.ts'
import { remindSigner } from './remind-signer.ts'
import { remindSigners } from './remind-signers.ts'
import { removeDocument } from './remove-document.ts'
import { removeDocumentFiles } from './remove-document-files.ts'
import { removeEndedDocuments } from './remove-ended-documents.ts'
import { removeGoogleCopies } from './remove-google-copies.ts'
import { renewSealIdentity } from './renew-seal-identity.ts'
import { replaceSigner } from './replace-signer.ts'
import { resumeSeals } from './resume-seals.ts'
import { retrySeal } from './retry-seal.ts'
import { saveSigningDraft } from './save-signing-draft.ts'
import { sealDocument } from './seal-document.ts'
import { sendSigningCode } from './send-signing-code.ts'
import { showDocument } from './show-document.ts'
import { showSealing } from './show-sealing.ts'
import { showSignedFiles } from './show-signed-files.ts'
import { showSigning } from './show-signing.ts'
import { signDocument } from './sign-document.ts'
import { signWithLink } from './sign-with-link.ts'
import { updateSealing } from './update-sealing.ts'
import { uploadSealIdentity } from './upload-seal-identity.ts'
import { uploadSignedFile } from './upload-signed-file.ts'
import { verifyDocument } from './verify-document.ts'
import { verifyFile } from './verify-file.ts'
import { voidDocument } from './void-document.ts'

/** What is sent to be signed: documents with their signers, seal and evidence. */
export const documentsModule = module({
  title: 'Documents',
  actions: [
    generateContract,
    previewContract,
    listDocuments,
    showDocument,
    downloadDocument,
    uploadSignedFile,
    signDocument,
    remindSigner,
    replaceSigner,
    keepSigner,
    extendDocument,
    voidDocument,
    retrySeal,
    showSealing,
    checkSealing,
    updateSealing,
    downloadSealRecord,
    setLegalHold,
    listSealRecords,
    removeDocument,
    listRemovedDocuments,
    renewSealIdentity,
    uploadSealIdentity,
    showSigning,
    downloadSigningPage,
    downloadSigningFile,
    showSignedFiles,
    downloadSignedFile,
    signWithLink,
    declineSigning,
    handOverSigning,
    saveSigningDraft,
    sendSigningCode,
    enterSigningCode,
    verifyDocument,
    verifyFile,
    examineFile,
  ],
  jobs: [
    askSigner,
    sealDocument,
    mailSealedDocument,
    expireDocuments,
    remindSigners,
    recordAllEvidence,
    recordEvidence,
    removeDocumentFiles,
    removeEndedDocuments,
    removeGoogleCopies,
    resumeSeals,
  ],
  reactions: [recordDelivery, notifyOfFailedCodes],
  errors: { ...documentErrors, ...sealingErrors },
  events: [documentEvents],
  notices: documentNotices,
  within: [documentTimeline, recordFileReading, linkedDocuments],
  held: [
    held({ name: 'documents by email', kind: 'mails', jobs: [askSigner, mailSealedDocument] }),
    held({ name: 'copies of Google Docs', kind: 'syncs', jobs: [removeGoogleCopies] }),
  ],
  owns: [
    'contract_attempts',
    'directory.documents',
    'directory.document_hashes',
    'directory.download_links',
    'directory.sign_links',
    'document_events',
    'document_files',
    'document_mails',
    'document_personal',
    'document_signers',
    'documents',
    'recorded_heads',
    'removed_documents',
    'seal_identities',
    'seal_records',
    'sealing_settings',
  ],
})
