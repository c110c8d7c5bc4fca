import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { recordErrors } from '../records/errors.ts'
import { findRecord, PlainRecordKind } from '../records/records.ts'
import { recordFileErrors } from './errors.ts'
import { checkRoomOfRecord, lockRecordFile, RecordFile, sentFile, writeRecordFile } from './record-files.ts'

export const addRecordFile = action({
  name: 'add-record-file',
  summary: 'Add an uploaded file to a contact, company, lead or deal',
  description:
    '`fileId` is the `id` that `PUT /record-files?name=…` answered to the same user. A file belongs to one record; a repeat changes nothing.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  input: z.object({ kind: PlainRecordKind, recordId: z.uuid(), fileId: z.uuid() }),
  output: z.object({ success: z.literal(true), file: RecordFile }),
  errors: [
    recordErrors.record_not_found,
    recordErrors.record_in_bin,
    recordFileErrors.record_file_not_found,
    recordFileErrors.record_files_full,
  ],
  examples: [
    {
      title: 'To a deal',
      input: {
        kind: 'deal',
        recordId: '01980000-0000-7000-8000-000000000000',
        fileId: '01980000-0000-7000-8000-000000000001',
      },
    },
  ],

  async run({ kind, recordId, fileId }, { db, org, person, now, fail }) {
    const record = await findRecord(db, org.id, { kind, id: recordId })
    if (!record) throw fail('record_not_found', { field: 'recordId' })
    if (record.deletedAt) throw fail('record_in_bin')
    const row = await lockRecordFile(db, org.id, fileId)
    if (!row || row.added_by !== person.id || row.deleted_at) throw fail('record_file_not_found', { field: 'fileId' })
    if (row.record_id === record.id) return { success: true as const, file: await sentFile(db, row) }
    if (row.record_id !== null) throw fail('record_file_not_found', { field: 'fileId' })
    await checkRoomOfRecord(db, org.id, record.id)
    const added = await writeRecordFile(db, row, 'added', { kind, record_id: record.id, created_at: now() })
    return { success: true as const, file: await sentFile(db, added) }
  },
})
