import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { lockDocument } from './documents.ts'
import { documentErrors } from './errors.ts'
import { documentEvents } from './events.ts'
import { orderSealNow } from './seal-orders.ts'

export const retrySeal = action({
  name: 'retry-seal',
  summary: 'Try again to seal a document',
  description: 'For a document whose seal failed; what is sealed already stays as it is.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  input: z.object({ documentId: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
  errors: [documentErrors.document_not_found, documentErrors.seal_not_failed],
  examples: [{ title: 'Again', input: { documentId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ documentId }, { db, org, enqueue, emit, fail }) {
    const document = await lockDocument(db, org.id, documentId)
    if (!document) throw fail('document_not_found', { field: 'documentId' })
    if (document.status !== 'signed' || document.seal === 'sealed') throw fail('seal_not_failed')
    await db
      .updateTable('documents')
      .set({ seal: 'waiting' })
      .where('org_id', '=', org.id)
      .where('id', '=', documentId)
      .execute()
    await emit(documentEvents.updated, documentId, { change: 'sealing' })
    await orderSealNow({ db, orgId: org.id, enqueue }, documentId)
    return { success: true as const }
  },
})
