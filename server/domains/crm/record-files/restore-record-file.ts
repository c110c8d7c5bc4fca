import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { recordFileErrors } from './errors.ts'
import { lockRecordFile, RecordFile, restorableDays, sentFile, writeRecordFile } from './record-files.ts'

export const restoreRecordFile = action({
  name: 'restore-record-file',
  summary: 'Restore a removed file of a record',
  description: `Within ${restorableDays} days.`,
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  scope: 'files:write',
  input: z.object({ fileId: z.uuid() }),
  output: z.object({ success: z.literal(true), file: RecordFile }),
  errors: [recordFileErrors.record_file_not_found],
  examples: [{ title: 'One file', input: { fileId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ fileId }, { db, org, now, fail }) {
    const row = await lockRecordFile(db, org.id, fileId)
    if (!row || row.record_id === null) throw fail('record_file_not_found', { field: 'fileId' })
    // What is older may be on its way out of the store.
    if (row.deleted_at && row.deleted_at.getTime() < now().getTime() - restorableDays * 86_400_000)
      throw fail('record_file_not_found', { field: 'fileId' })
    const restored = row.deleted_at ? await writeRecordFile(db, row, 'restored', { deleted_at: null }) : row
    return { success: true as const, file: await sentFile(db, restored) }
  },
})
