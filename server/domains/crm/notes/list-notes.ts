import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Cursor, PageSize } from '#shapes'
import { recordErrors } from '../records/errors.ts'
import { findRecord, PlainRecordKind } from '../records/records.ts'
import { findNotes, Note } from './notes.ts'

export const listNotes = action({
  name: 'list-notes',
  summary: 'List the notes of a contact, company, lead or deal, newest first',
  description: 'Of a contact, those of all contacts that were merged into it.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'read',
  scope: 'notes:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({ kind: PlainRecordKind, recordId: z.uuid(), cursor: Cursor.optional(), limit: PageSize }),
  output: z.object({ notes: z.array(Note), next_cursor: z.uuid().nullable() }),
  errors: [recordErrors.record_not_found],
  examples: [{ title: 'Of one deal', input: { kind: 'deal', recordId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ kind, recordId, cursor, limit }, { db, org, fail }) {
    const record = await findRecord(db, org.id, { kind, id: recordId })
    if (!record) throw fail('record_not_found', { field: 'recordId' })
    const { notes, nextCursor } = await findNotes(db, org.id, { kind, id: record.id }, { cursor, limit })
    return { notes, next_cursor: nextCursor }
  },
})
