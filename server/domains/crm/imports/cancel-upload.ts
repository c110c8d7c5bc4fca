import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { importErrors } from './errors.ts'
import { lockUpload, moveUpload, presentUpload, Upload } from './uploads.ts'

export const cancelUpload = action({
  name: 'cancel-upload',
  summary: 'Cancel a check or an import',
  description: 'Stops within a second. Leads imported so far are kept; the import can be resumed or undone later.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  input: z.object({ uploadId: z.uuid() }),
  output: z.object({ upload: Upload }),
  errors: [importErrors.upload_not_found, importErrors.upload_wrong_state],
  examples: [{ title: 'One file', input: { uploadId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ uploadId }, { org, db, now, fail }) {
    const upload = await lockUpload(db, org.id, uploadId)
    if (upload.state === 'checking')
      await moveUpload(db, upload, 'mapping', { checked_rows: 0, position_bytes: 0, position_row: 0 })
    else if (upload.state === 'importing') await moveUpload(db, upload, 'cancelled', { finished_at: now() })
    else throw fail('upload_wrong_state')
    return { upload: await presentUpload(db, org.id, uploadId, now()) }
  },
})
