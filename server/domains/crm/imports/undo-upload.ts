import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { importErrors } from './errors.ts'
import { undoUploadJob } from './undo-upload-job.ts'
import { lockUpload, moveUpload, presentUpload, Upload } from './uploads.ts'

export const undoUpload = action({
  name: 'undo-upload',
  summary: 'Undo an import',
  description: `Removes the leads that the file created, and contacts that have no other origin. Existing leads are kept. Afterwards the
columns can be mapped again and the file imported again.`,
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  input: z.object({ uploadId: z.uuid() }),
  output: z.object({ upload: Upload }),
  errors: [importErrors.upload_not_found, importErrors.upload_wrong_state, importErrors.upload_busy],
  examples: [{ title: 'One file', input: { uploadId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ uploadId }, { org, db, now, enqueue, fail }) {
    const upload = await lockUpload(db, org.id, uploadId)
    if (upload.state === 'failed' && upload.failed_in === 'checking') throw fail('upload_wrong_state')
    if (upload.state !== 'undoing') {
      await moveUpload(db, upload, 'undoing', { tries: 0 })
    }
    await enqueue(undoUploadJob, { orgId: org.id, uploadId })
    return { upload: await presentUpload(db, org.id, uploadId, now()) }
  },
})
