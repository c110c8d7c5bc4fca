import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { tidyLine } from '#shapes/letters.ts'
import { lockDocument } from './documents.ts'
import { documentErrors } from './errors.ts'
import { endDocument } from './signing.ts'

export const voidDocument = action({
  name: 'void-document',
  summary: 'Take back a document that is not signed by all',
  description: 'It can no longer be signed; those who were asked read so on the page of their link. Voided already: success.',
  who: 'member',
  transports: ['gateway', 'workflow'],
  effect: 'write',
  scope: 'documents:write',
  hints: { destructive: true, idempotent: true },
  input: z.object({ documentId: z.uuid(), reason: z.string().overwrite(tidyLine).trim().min(1).max(1_000) }),
  output: z.object({ success: z.literal(true) }),
  errors: [documentErrors.document_not_found, documentErrors.not_pending],
  examples: [
    { title: 'A mistake', input: { documentId: '01980000-0000-7000-8000-000000000000', reason: 'The price was wrong' } },
  ],

  async run({ documentId, reason }, { fail, ...context }) {
    const { db, org, person } = context
    const document = await lockDocument(db, org.id, documentId)
    if (!document) throw fail('document_not_found', { field: 'documentId' })
    if (document.status === 'voided') return { success: true as const }
    if (document.status !== 'pending_signature') throw fail('not_pending')
    await endDocument({ ...context, orgId: org.id, at: document.at }, document, {
      ...{ status: 'voided', reason, facts: { person: person?.id ?? null } },
    })
    return { success: true as const }
  },
})
