import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { taskOutcomes } from '#domains/crm/deals/task-outcomes.ts'
import { appendEvent } from './chain.ts'
import { lockDocument } from './documents.ts'
import { documentErrors } from './errors.ts'
import { remind } from './reminding.ts'
import { findSigners, type Successor } from './signers.ts'
import { isAsked, settleSuccessor, storeSuccessor } from './successors.ts'

export const keepSigner = action({
  name: 'keep-signer',
  summary: 'Keep a signer who named another person',
  description:
    'The signer stays, is asked again by email, and reads so on their page. Refused already: success. To agree, use `replace-signer`.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  scope: 'documents:write',
  hints: { destructive: false, idempotent: true },
  input: z.object({ documentId: z.uuid(), signerId: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
  errors: [
    ...[documentErrors.document_not_found, documentErrors.signer_not_found, documentErrors.not_pending],
    documentErrors.successor_missing,
  ],
  examples: [
    {
      title: 'The signer stays',
      input: { documentId: '01980000-0000-7000-8000-000000000000', signerId: '01980000-0000-7000-8000-000000000001' },
    },
  ],

  async run({ documentId, signerId }, { fail, ...context }) {
    const { db, org, person } = context
    const document = await lockDocument(db, org.id, documentId)
    if (!document) throw fail('document_not_found', { field: 'documentId' })
    const signer = (await findSigners(db, org.id, documentId)).find(({ id }) => id === signerId)
    if (!signer) throw fail('signer_not_found', { field: 'signerId' })
    if (document.status !== 'pending_signature' || document.ends_at <= document.at || signer.state !== 'asked')
      throw fail('not_pending')
    const successor = signer.successor as unknown as Successor | null
    if (successor === null) throw fail('successor_missing')
    if (!isAsked(signer)) return { success: true as const }
    await settleSuccessor({ db, orgId: org.id }, signer, { doneBy: person?.id ?? null, outcome: taskOutcomes.signerStays })
    await storeSuccessor(db, org.id, signer, { ...successor, refused: true })
    await appendEvent(db, org.id, documentId, {
      ...{ kind: 'signer_kept', at: document.at },
      facts: { signer: signerId, person: person?.id ?? null },
    })
    await remind({ ...context, orgId: org.id, at: document.at }, document, signer)
    return { success: true as const }
  },
})
