import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { DocumentDetail, showDocumentOf } from './documents.ts'
import { documentErrors } from './errors.ts'

export const showDocument = action({
  name: 'show-document',
  summary: 'Show a document with its signers, files and evidence',
  description: 'Every event of the evidence with its hash; `files` are downloaded by `download-document`.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'read',
  scope: 'documents:read',
  input: z.object({ documentId: z.uuid() }),
  output: z.object({ document: DocumentDetail }),
  errors: [documentErrors.document_not_found],
  examples: [{ title: 'One', input: { documentId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ documentId }, { db, org, settings, fail }) {
    const document = await showDocumentOf(db, org.id, documentId, settings.publicUrl)
    if (!document) throw fail('document_not_found', { field: 'documentId' })
    return { document }
  },
})
