import { reaction } from '#core/events/reaction.ts'
import { mailEvents } from '#domains/platform/mail-out/events.ts'
import { findMail } from '#domains/platform/mail-out/mails.ts'
import { appendEvent } from './chain.ts'
import { findRequestMail, settleRequestMail } from './document-mails.ts'
import { lockDocument } from './documents.ts'
import { documentEvents } from './events.ts'

const became = { sent: 'delivered', failed: 'bounced' } as const

/**
 * What became of the emails that ask signers: accepted by a mail server, or given up. That is as much as is known here; whether a person read
 * one is not. It is evidence as long as the document can be signed.
 */
export const recordDelivery = reaction({
  name: 'record-delivery-to-signers',
  summary: 'Note whether the email that asks a signer reached a mail server',
  on: [mailEvents.changed],
  failing: { retries: 8, delaySeconds: 5, atLast: 'pass' },

  async run(events, { db, org, emit }) {
    for (const { subjectId: mailId, facts } of events) {
      const state = facts?.after?.state
      if (facts?.template !== 'sign-request' || (state !== 'sent' && state !== 'failed')) continue
      const kind = became[state]
      const request = await findRequestMail(db, org.id, mailId)
      const document = request && (await lockDocument(db, org.id, request.document_id))
      if (!document || request.state === kind) continue
      await settleRequestMail(db, request, kind)
      if (document.status === 'pending_signature') {
        const mail = await findMail(db, org.id, mailId)
        await appendEvent(db, org.id, document.id, {
          ...{ kind, at: document.at },
          facts: { signer: request.signer_id, mail: mailId, reminder: request.kind === 'reminder' },
          personal: { email: mail?.to_email, ...(kind === 'bounced' && { why: mail?.last_error }) },
        })
      }
      await emit(documentEvents.updated, document.id, { change: kind })
    }
  },
})
