import { reaction } from '#core/events/reaction.ts'
import { messageEvents } from '#domains/conversations/inbox/events.ts'
import { findMessage } from '#domains/conversations/inbox/messages.ts'
import { raiseFailedCode, signerOfCode } from './code-messages.ts'
import { findDocument } from './documents.ts'
import { findSigners } from './signers.ts'

export const notifyOfFailedCodes = reaction({
  name: 'notify-of-failed-signing-codes',
  summary: 'Notify the sender of a document of a code by WhatsApp that did not arrive',
  on: [messageEvents.changed],
  failing: { retries: 5, delaySeconds: 10, atLast: 'pass' },

  async run(events, { db, org }) {
    for (const { subjectId, facts } of events) {
      if (facts?.channel !== 'whatsapp' || !hasFailed(facts.after?.state)) continue
      const message = await findMessage(db, org.id, subjectId)
      const of = signerOfCode(message?.client_message_id ?? null)
      // It reached the phone after all.
      if (!message || !of || !hasFailed(message.state)) continue
      const document = await findDocument(db, org.id, of.documentId)
      const signer = (await findSigners(db, org.id, of.documentId)).find(({ id }) => id === of.signerId)
      // Another code may have arrived meanwhile, or the way of codes was changed.
      if (document?.status !== 'pending_signature' || signer?.state !== 'asked' || signer.code !== 'whatsapp') continue
      if (signer.pass_given_at !== null && signer.pass_given_at > message.created_at) continue
      await raiseFailedCode(db, org.id, document, signer)
    }
  },
})

const hasFailed = (state: unknown): boolean => state === 'failed' || state === 'uncertain'
