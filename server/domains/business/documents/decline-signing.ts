import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { taskOutcomes } from '#domains/crm/deals/task-outcomes.ts'
import { tidyLine } from '#shapes/letters.ts'
import { checkPass, SigningPass } from './codes.ts'
import { DocumentStatus } from './document-facts.ts'
import { lockDocument } from './documents.ts'
import { documentErrors } from './errors.ts'
import { enterOpened } from './openings.ts'
import { findSigners, SignToken } from './signers.ts'
import { endDocument } from './signing.ts'
import { enterBySignLink } from './signing-views.ts'
import { settleSuccessor } from './successors.ts'

export const declineSigning = action({
  name: 'decline-signing',
  summary: 'Decline to sign a document, by the link of a signer',
  description:
    'The document ends: it can no longer be signed, and the workspace reads the reason. Declined already: the same answer.',
  who: 'public',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: true, idempotent: true },
  limit: { times: 20, seconds: 60 },
  input: z.object({ token: SignToken, code: SigningPass, reason: z.string().overwrite(tidyLine).trim().max(1_000).nullish() }),
  output: z.object({ success: z.literal(true), status: DocumentStatus }),
  errors: [documentErrors.sign_link_unknown, documentErrors.signing_code_needed, documentErrors.not_pending],
  examples: [
    {
      title: 'With a reason',
      input: { token: 'k3nJ0bQ9Zp7x2Vw5Yt8Rm1Lc4Hs6Fd0Ga_-EuXoTiBq', reason: 'The price is not what we agreed' },
    },
  ],

  async run({ token, code, reason }, { fail, emitIn, ...context }) {
    const { db, clientAddress, agent } = context
    const { orgId, documentId, signerId } = await enterBySignLink(context, token, fail)
    const document = await lockDocument(db, orgId, documentId)
    const signer = (await findSigners(db, orgId, documentId)).find(({ id }) => id === signerId)
    if (!document || !signer) throw fail('sign_link_unknown')
    checkPass(signer, code, document.at, fail)
    if (signer.state === 'declined') return { success: true as const, status: document.status as DocumentStatus }
    if (document.status !== 'pending_signature' || document.ends_at <= document.at || signer.state === 'signed')
      throw fail('not_pending')
    await enterOpened({ db, orgId, at: document.at }, documentId, signer, 'refusal')
    const words = reason || null
    await settleSuccessor({ db, orgId }, signer, { doneBy: null, outcome: taskOutcomes.signerDeclined })
    await db
      .updateTable('document_signers')
      .set({ state: 'declined', reason: words })
      .where('org_id', '=', orgId)
      .where('document_id', '=', documentId)
      .where('id', '=', signer.id)
      .execute()
    await endDocument(
      { ...context, orgId, at: document.at, emit: (event, id, facts) => emitIn(orgId, event, id, facts) },
      document,
      {
        ...{ status: 'declined', reason: words, facts: { signer: signer.id } },
        personal: { name: signer.name, email: signer.email, address: clientAddress, agent },
      },
    )
    return { success: true as const, status: 'declined' as const }
  },
})
