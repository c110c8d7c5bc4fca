import { messages } from '#web/i18n/strings.ts'

/** What is said of papers that were signed by hand, beside the words of the documents. */
export const paperStrings = messages('business/documents/paper-strings', {
  open: 'Signed on paper',
  title: 'Signed on paper',
  text: 'Add a scan of the paper that was signed with a pen. It is kept with this document as evidence, and becomes part of the sealed file.',
  signer: 'Signature of',
  file: 'Scan (PDF)',
  fileHint: 'All signed pages in one PDF of up to 25 MB.',
  fileMissing: 'Choose the scan.',
  fileTooLarge: 'This file is larger than 25 MB.',
  confirm: (name: string) => `I confirm that ${name} signed this paper`,
  means: 'The certificate and the verification page say that you confirmed it, and who uploaded the paper when.',
  save: 'Add paper and record signature',
  uploadedBy: (name: string, when: string) => `Uploaded by ${name}, ${when}`,
  uploaded: (when: string) => `Uploaded ${when}`,
  signatureOf: (names: string) => `Signature of ${names}`,
  unused: 'No signature was recorded on it',
})
