import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { recordFileErrors } from './errors.ts'
import { lockRecordFile, restorableDays, writeRecordFile } from './record-files.ts'

export const removeRecordFile = action({
  name: 'remove-record-file',
  summary: 'Remove a file of a record',
  description: `\`restore-record-file\` brings it back within ${restorableDays} days; then it is removed from the store.`,
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: true, idempotent: true },
  scope: 'files:write',
  input: z.object({ fileId: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
  errors: [recordFileErrors.record_file_not_found],
  examples: [{ title: 'One file', input: { fileId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ fileId }, { db, org, now, fail }) {
    const row = await lockRecordFile(db, org.id, fileId)
    if (!row || row.record_id === null) throw fail('record_file_not_found', { field: 'fileId' })
    if (!row.deleted_at) await writeRecordFile(db, row, 'removed', { deleted_at: now() })
    return { success: true as const }
  },
})
