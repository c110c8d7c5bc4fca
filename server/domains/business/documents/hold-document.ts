import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { tidyLine } from '#shapes/letters.ts'
import { appendEvent, reasonOfHold } from './chain.ts'
import { lockDocument } from './documents.ts'
import { eraseReleased } from './erased-documents.ts'
import { documentErrors } from './errors.ts'
import { documentEvents } from './events.ts'

export const setLegalHold = action({
  name: 'hold-document',
  summary: 'Put a document under a legal hold, or end the hold',
  description:
    'Under a hold a document is not removed, also after its term. Each change is an event of its evidence, with who and why. Already so: success, and nothing new.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  scope: 'documents:write',
  hints: { destructive: false, idempotent: true },
  input: z.object({
    documentId: z.uuid(),
    hold: z.boolean().describe('`false` ends the hold'),
    reason: z.string().overwrite(tidyLine).trim().min(1).max(1_000),
  }),
  output: z.object({ success: z.literal(true), held_since: z.iso.datetime().nullable() }),
  errors: [documentErrors.document_not_found],
  examples: [
    {
      title: 'A dispute',
      input: { documentId: '01980000-0000-7000-8000-000000000000', hold: true, reason: 'Dispute about the roof' },
    },
  ],

  async run({ documentId, hold, reason }, { db, org, person, emit, fail }) {
    const document = await lockDocument(db, org.id, documentId)
    if (!document) throw fail('document_not_found', { field: 'documentId' })
    const { at, held_since: heldSince } = document
    if ((heldSince !== null) === hold) return { success: true as const, held_since: heldSince?.toISOString() ?? null }
    const since = hold ? at : null
    await db
      .updateTable('documents')
      .set({ held_since: since })
      .where('org_id', '=', org.id)
      .where('id', '=', documentId)
      .execute()
    await appendEvent(db, org.id, documentId, {
      ...{ kind: hold ? 'held' : 'released', at },
      ...{ facts: { person: person?.id ?? null }, personal: { [reasonOfHold]: reason } },
    })
    if (!hold) await eraseReleased(db, document)
    await emit(documentEvents.updated, documentId, { change: hold ? 'held' : 'released' })
    return { success: true as const, held_since: since?.toISOString() ?? null }
  },
})
