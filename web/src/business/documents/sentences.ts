import { onDay } from '#web/i18n/format.ts'
import { messages } from '#web/i18n/strings.ts'
import { type NoticeSentences, factText as text } from '#web/module.ts'
import { strings as words } from './strings.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('business/documents/sentences#audit', {
  'decline-signing': { done: 'declined to sign a document', tried: 'tried to decline a document' },
  'extend-document': { done: 'extended the deadline of a document', tried: 'tried to extend the deadline of a document' },
  'generate-contract': { done: 'sent a document to be signed', tried: 'tried to send a document to be signed' },
  'enter-signing-code': { done: 'entered the code of a signer', tried: 'tried to enter the code of a signer' },
  'hand-over-signing': { done: 'named another person to sign a document', tried: 'tried to name another person to sign' },
  'keep-signer': { done: 'kept a signer who named another person', tried: 'tried to keep a signer' },
  'hold-document': { done: 'changed the legal hold of a document', tried: 'tried to change the legal hold of a document' },
  'renew-seal-identity': { done: 'created a new certificate for seals', tried: 'tried to create a new certificate for seals' },
  'send-signing-code': { done: 'sent the code of a signer', tried: 'tried to send the code of a signer' },
  'remind-signer': { done: 'reminded a signer', tried: 'tried to remind a signer' },
  'replace-signer': { done: 'replaced a signer', tried: 'tried to replace a signer' },
  'remove-document': { done: 'removed a document', tried: 'tried to remove a document' },
  'retry-seal': { done: 'sealed a document again', tried: 'tried to seal a document again' },
  'sign-document': { done: 'signed a document, or recorded a signature', tried: 'tried to sign a document' },
  'sign-with-link': { done: 'signed a document by its link', tried: 'tried to sign a document by its link' },
  'upload-signed-file': {
    done: 'added a paper that was signed by hand to a document',
    tried: 'tried to add a paper that was signed by hand',
  },
  'upload-seal-identity': { done: 'uploaded a certificate for seals', tried: 'tried to upload a certificate for seals' },
  'update-sealing': { done: 'changed how documents are signed', tried: 'tried to change how documents are signed' },
  'void-document': { done: 'voided a document', tried: 'tried to void a document' },
})

const strings = messages('business/documents/sentences', {
  ends: 'Your certificate for documents expires soon',
  endsText: (day: string) => `It is valid until ${day}. Create a new one, or upload your own.`,
  brokenDocument: (title: string) => `The evidence of “${title}” is broken`,
  damaged: (title: string) => `A file of “${title}” is damaged`,
  damagedText: (file: string) => `${file}: it is missing, or not what was stored. Restore it from a backup.`,
  brokenRecord: (day: string) => `The record of evidence of ${day} is broken`,
  successor: 'A signer names another person',
  codeFailed: 'A code could not be sent',
  codeFailedSays: (name: string, title: string) =>
    `${name} cannot open “${title}”: the code by WhatsApp was not delivered. Replace the signer with the same person and a code by email.`,
  successorSays: (name: string, other: string, title: string) =>
    `${name} says that ${other} should sign “${title}”. Replace the signer, or keep them.`,
})

export const notices: NoticeSentences = {
  seal_identity_ends: ({ facts }) => ({
    title: strings.ends,
    text: strings.endsText(onDay(text(facts.ends_at))),
    tone: 'warn',
    link: { to: '/settings/sealing' },
  }),
  evidence_broken: ({ facts }) => ({
    title: facts.document ? strings.brokenDocument(text(facts.title)) : strings.brokenRecord(text(facts.title)),
    text: text(facts.says),
    tone: 'bad',
    link: facts.document
      ? { to: '/documents/$documentId', params: { documentId: text(facts.document) } }
      : { to: '/settings/sealing' },
  }),
  signer_names_other: ({ facts, subject_id: documentId }) => ({
    title: strings.successor,
    text: strings.successorSays(text(facts.name), text(facts.other), text(facts.title)),
    tone: 'warn',
    link: { to: '/documents/$documentId', params: { documentId } },
  }),
  signing_code_failed: ({ facts, subject_id: documentId }) => ({
    title: strings.codeFailed,
    text: strings.codeFailedSays(text(facts.name), text(facts.title)),
    tone: 'warn',
    link: { to: '/documents/$documentId', params: { documentId } },
  }),
  document_file_damaged: ({ facts, subject_id: documentId }) => {
    const kind = text(facts.file)
    return {
      title: strings.damaged(text(facts.title)),
      text: strings.damagedText((words.files as Readonly<Record<string, string>>)[kind] ?? kind),
      tone: 'bad',
      link: { to: '/documents/$documentId', params: { documentId } },
    }
  },
}
