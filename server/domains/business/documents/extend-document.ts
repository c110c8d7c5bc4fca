import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { Instant } from '#shapes'
import { isOfDeadline } from '../templates/reminders.ts'
import { appendEvent } from './chain.ts'
import { DocumentDetail, lockDocument, showDocumentOf } from './documents.ts'
import { documentErrors } from './errors.ts'
import { documentEvents } from './events.ts'
import { sealProblem } from './seal-problems.ts'
import { findSealing, longestMs } from './sealing.ts'
import { findSigners } from './signers.ts'

export const extendDocument = action({
  name: 'extend-document',
  summary: 'Give the signers of a document more time',
  description:
    'A later deadline, at most 365 days from now, until which the document can also be sealed. The reminder before the deadline comes anew. Extended to this time already: success.',
  who: 'member',
  transports: ['gateway', 'workflow'],
  effect: 'write',
  scope: 'documents:write',
  hints: { destructive: false, idempotent: true },
  input: z.object({ documentId: z.uuid(), expiresAt: Instant }),
  output: z.object({ success: z.literal(true), document: DocumentDetail }),
  errors: [
    ...[documentErrors.document_not_found, documentErrors.not_pending],
    ...[documentErrors.deadline_wrong, documentErrors.cannot_seal],
  ],
  examples: [
    {
      title: 'Until the end of the year',
      input: { documentId: '01980000-0000-7000-8000-000000000000', expiresAt: '2026-12-31T22:59:59Z' },
    },
  ],

  async run({ documentId, expiresAt }, { fail, ...context }) {
    const { db, org, person, settings, vault, emit } = context
    const document = await lockDocument(db, org.id, documentId)
    if (!document) throw fail('document_not_found', { field: 'documentId' })
    if (document.status !== 'pending_signature' || document.ends_at <= document.at) throw fail('not_pending')
    const endsAt = new Date(expiresAt)
    if (endsAt.getTime() !== document.ends_at.getTime()) {
      if (endsAt < document.ends_at || endsAt.getTime() > document.at.getTime() + longestMs)
        throw fail('deadline_wrong', {
          field: 'expiresAt',
          message: `expiresAt: after ${document.ends_at.toISOString()}, and within 365 days from now`,
        })
      const problem = sealProblem(await findSealing(db, org.id), vault, { at: document.at, endsAt })
      if (problem) throw fail('cannot_seal', { message: problem.says })
      await extend(db, org.id, documentId, endsAt)
      await appendEvent(db, org.id, documentId, {
        ...{ kind: 'extended', at: document.at },
        facts: { from: document.ends_at.toISOString(), to: endsAt.toISOString(), person: person?.id ?? null },
      })
      await emit(documentEvents.updated, documentId, { change: 'extended' })
    }
    const shown = await showDocumentOf(db, org.id, documentId, settings.publicUrl)
    if (!shown) throw new Error('a locked document is missing')
    return { success: true as const, document: shown }
  },
})

/** A new deadline, with a reminder of its own before it. */
const extend = async (db: Db, orgId: string, documentId: string, endsAt: Date): Promise<void> => {
  await db.updateTable('documents').set({ ends_at: endsAt }).where('org_id', '=', orgId).where('id', '=', documentId).execute()
  for (const { id, reminders } of await findSigners(db, orgId, documentId))
    if (reminders.some(isOfDeadline))
      await db
        .updateTable('document_signers')
        .set({ reminders: reminders.filter((name) => !isOfDeadline(name)) })
        .where('org_id', '=', orgId)
        .where('document_id', '=', documentId)
        .where('id', '=', id)
        .execute()
}
