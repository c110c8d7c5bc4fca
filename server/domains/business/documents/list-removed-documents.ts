import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Cursor } from '#shapes'
import { listRemoved, RemovedDocument } from './removed-documents.ts'

export const listRemovedDocuments = action({
  name: 'list-removed-documents',
  summary: 'List the records of documents that were removed after their term',
  description:
    'Newest first. A record has the digests and the dates of a document, the rule by which it was removed, and no word of it: who holds a copy can show by its digest that it was here.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'read',
  scope: 'documents:read',
  input: z.object({ cursor: Cursor.optional(), limit: z.int().min(1).max(100).default(30) }),
  output: z.object({ removed: z.array(RemovedDocument), next_cursor: z.uuid().nullable() }),
  errors: [],
  examples: [{ title: 'The last ten', input: { limit: 10 } }],

  async run({ cursor, limit }, { db, org }) {
    const { removed, next } = await listRemoved(db, org.id, cursor, limit)
    return { removed, next_cursor: next }
  },
})
