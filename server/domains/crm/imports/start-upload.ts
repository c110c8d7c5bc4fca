import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { requireContactColumn } from './check-upload.ts'
import { importErrors } from './errors.ts'
import { importUpload } from './import-upload.ts'
import { importedBefore, lockUpload, moveUpload, presentUpload, Upload } from './uploads.ts'

export const startUpload = action({
  name: 'start-upload',
  summary: 'Start or resume an import',
  description: `Starts, or resumes a cancelled or failed import; no row is imported twice. A file without \`external_id\` whose
exact content was imported before is rejected with \`upload_repeated\` unless \`again\` is sent: its leads would be duplicated.`,
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  input: z.object({ uploadId: z.uuid(), again: z.boolean().default(false) }),
  output: z.object({ upload: Upload }),
  errors: [
    importErrors.upload_not_found,
    importErrors.upload_wrong_state,
    importErrors.upload_busy,
    importErrors.upload_not_mapped,
    importErrors.upload_repeated,
  ],
  examples: [{ title: 'One file', input: { uploadId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ uploadId, again }, { org, db, now, enqueue, fail }) {
    const upload = await lockUpload(db, org.id, uploadId)
    requireContactColumn(upload, fail)
    if (upload.state === 'failed' && upload.failed_in !== 'importing') throw fail('upload_wrong_state')
    if (upload.state !== 'importing') {
      if (
        !again &&
        upload.started_at === null &&
        !upload.mapping.includes('external_id') &&
        (await importedBefore(db, upload)).length > 0
      )
        throw fail('upload_repeated')
      await moveUpload(db, upload, 'importing', { started_at: upload.started_at ?? now(), finished_at: null, tries: 0 })
    }
    await enqueue(importUpload, { orgId: org.id, uploadId })
    return { upload: await presentUpload(db, org.id, uploadId, now()) }
  },
})
