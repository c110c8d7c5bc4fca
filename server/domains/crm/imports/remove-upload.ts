import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { forgetFilesOf } from '#domains/platform/files/stored-files.ts'
import { partNamesOf } from './contents.ts'
import { importErrors } from './errors.ts'
import { removeUploadFiles } from './remove-upload-files.ts'
import { isBusy, lockUpload, recordUploadChange, wrongState } from './uploads.ts'

export const removeUpload = action({
  name: 'remove-upload',
  summary: 'Remove an uploaded file',
  description: 'For files that imported no leads, or whose import was undone. Use undo-upload to remove imported leads.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  input: z.object({ uploadId: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
  errors: [importErrors.upload_not_found, importErrors.upload_wrong_state, importErrors.upload_busy],
  examples: [{ title: 'One file', input: { uploadId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ uploadId }, { org, db, enqueue }) {
    const upload = await lockUpload(db, org.id, uploadId)
    const hasLeads = upload.imported_rows > 0 && upload.state !== 'undone'
    if (isBusy(upload.state) || hasLeads) throw wrongState(upload.state)
    await enqueue(removeUploadFiles, { names: await partNamesOf(db, org.id, uploadId) })
    await forgetFilesOf(db, org.id, 'upload', uploadId)
    await db.deleteFrom('uploads').where('org_id', '=', org.id).where('id', '=', uploadId).execute()
    await recordUploadChange(db, 'removed', { before: upload, after: null })
    return { success: true as const }
  },
})
