import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { lockDocument } from './documents.ts'
import { documentErrors } from './errors.ts'
import { documentEvents } from './events.ts'
import { removeKept, whyKept } from './keeping.ts'

export const removeDocument = action({
  name: 'remove-document',
  summary: 'Remove a document whose term has ended',
  description:
    'Deletes its files and its evidence. A record with the digests and the dates remains. Before `kept_until`, or under a legal hold: 409, for owners too. Documents whose term has ended are removed every night.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  scope: 'documents:write',
  hints: { destructive: true, idempotent: false },
  input: z.object({ documentId: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
  errors: [documentErrors.document_not_found, documentErrors.document_kept, documentErrors.document_held],
  examples: [{ title: 'One of ten years ago', input: { documentId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ documentId }, { db, org, person, enqueue, emit, fail }) {
    const document = await lockDocument(db, org.id, documentId)
    if (!document) throw fail('document_not_found', { field: 'documentId' })
    const why = whyKept(document, document.at)
    if (why !== null) throw fail(why)
    await removeKept({ db, orgId: org.id, enqueue }, document, { rule: 'asked', userId: person?.id ?? null })
    await emit(documentEvents.updated, documentId, { change: 'removed' })
    return { success: true as const }
  },
})
