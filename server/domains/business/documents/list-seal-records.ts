import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Cursor } from '#shapes'
import { listRecords, SealRecord } from './seal-records.ts'

export const listSealRecords = action({
  name: 'list-seal-records',
  summary: 'List the nightly records of evidence',
  description:
    'Newest first. Each is a sealed PDF with the heads of the evidence of all documents, as they stood that night. Who keeps copies elsewhere can prove later that no evidence was computed anew.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'read',
  scope: 'documents:read',
  input: z.object({ cursor: Cursor.optional(), limit: z.int().min(1).max(100).default(30) }),
  output: z.object({ records: z.array(SealRecord), next_cursor: z.uuid().nullable() }),
  errors: [],
  examples: [{ title: 'The last week', input: { limit: 7 } }],

  async run({ cursor, limit }, { db, org }) {
    const { records, next } = await listRecords(db, org.id, cursor, limit)
    return { records, next_cursor: next }
  },
})
