import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { shape } from '#shapes'
import { importErrors } from './errors.ts'
import { findUpload, importedBefore, presentUpload, Upload } from './uploads.ts'

export const showUpload = action({
  name: 'show-upload',
  summary: 'Show an uploaded file',
  who: 'member',
  transports: ['gateway', 'mcp'],
  effect: 'read',
  scope: 'uploads:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({ uploadId: z.uuid() }),
  output: z.object({
    upload: Upload,
    /** Files with the very same content that were imported and not undone. */
    imported_before: z.array(
      shape('EarlierUpload', { id: z.uuid(), name: z.string(), imported_at: z.iso.datetime(), rows: z.int() }),
    ),
  }),
  errors: [importErrors.upload_not_found],
  examples: [{ title: 'One file', input: { uploadId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ uploadId }, { org, db, now }) {
    return {
      upload: await presentUpload(db, org.id, uploadId, now()),
      imported_before: await importedBefore(db, await findUpload(db, org.id, uploadId)),
    }
  },
})
