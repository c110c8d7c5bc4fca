import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { lockDocument } from './documents.ts'
import { documentErrors } from './errors.ts'
import { remind } from './reminding.ts'
import { findSigners } from './signers.ts'

/** A second click is no wish for another reminder. */
const againAfterMs = 60_000

export const remindSigner = action({
  name: 'remind-signer',
  summary: 'Remind a signer by email',
  description:
    'Sends the link to a signer whose turn it is and who has not signed. `newLink` ends the link before: for a mail that reached the wrong person. Within a minute of the last email nothing is sent, and the answer says so.',
  who: 'member',
  transports: ['gateway', 'workflow'],
  effect: 'write',
  scope: 'documents:write',
  limit: { times: 30, seconds: 60 },
  input: z.object({ documentId: z.uuid(), signerId: z.uuid(), newLink: z.boolean().default(false) }),
  output: z.object({ success: z.literal(true), sent: z.boolean().describe('False within a minute of the last email') }),
  errors: [
    documentErrors.document_not_found,
    documentErrors.signer_not_found,
    documentErrors.not_pending,
    documentErrors.not_their_turn,
  ],
  examples: [
    {
      title: 'A reminder',
      input: { documentId: '01980000-0000-7000-8000-000000000000', signerId: '01980000-0000-7000-8000-000000000001' },
    },
  ],

  async run({ documentId, signerId, newLink }, { fail, ...context }) {
    const { db, org } = context
    const document = await lockDocument(db, org.id, documentId)
    if (!document) throw fail('document_not_found', { field: 'documentId' })
    const signer = (await findSigners(db, org.id, documentId)).find(({ id }) => id === signerId)
    if (!signer) throw fail('signer_not_found', { field: 'signerId' })
    if (document.status !== 'pending_signature' || document.ends_at <= document.at || signer.state === 'signed')
      throw fail('not_pending')
    if (signer.state !== 'asked') throw fail('not_their_turn')
    const last = signer.reminded_at ?? signer.asked_at
    if (!newLink && last && document.at.getTime() - last.getTime() < againAfterMs)
      return { success: true as const, sent: false }
    await remind({ ...context, orgId: org.id, at: document.at }, document, signer, { newLink })
    return { success: true as const, sent: true }
  },
})
