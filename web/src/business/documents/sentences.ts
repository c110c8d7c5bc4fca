import { messages } from '#web/i18n/strings.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages({
  'decline-signing': { done: 'declined to sign a document', tried: 'tried to decline a document' },
  'generate-contract': { done: 'sent a document to be signed', tried: 'tried to send a document to be signed' },
  'remind-signer': { done: 'reminded a signer', tried: 'tried to remind a signer' },
  'retry-seal': { done: 'sealed a document again', tried: 'tried to seal a document again' },
  'sign-document': { done: 'signed a document, or recorded a signature', tried: 'tried to sign a document' },
  'sign-with-link': { done: 'signed a document by its link', tried: 'tried to sign a document by its link' },
  'update-sealing': { done: 'changed how documents are signed', tried: 'tried to change how documents are signed' },
  'void-document': { done: 'voided a document', tried: 'tried to void a document' },
})
