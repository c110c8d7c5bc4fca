import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { importErrors } from './errors.ts'
import { forgetUpload } from './forgotten-uploads.ts'
import { isBusy, lockUpload, wrongState } from './uploads.ts'

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
    await forgetUpload(db, upload, enqueue)
    return { success: true as const }
  },
})
