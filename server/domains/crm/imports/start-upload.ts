import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { requireContactColumn } from './check-upload.ts'
import { importErrors } from './errors.ts'
import { uploadEvents } from './events.ts'
import { importUpload } from './import-upload.ts'
import { holdUpload, importedBefore, moveUpload, presentUpload, Upload } from './uploads.ts'

export const startUpload = action({
  name: 'start-upload',
  summary: 'Import a file, or go on with an import',
  description: `Begins, or goes on where a cancelled or failed import stopped; no row is taken twice. A file whose rows have no \`external_id\` and whose
very content was imported before is refused with \`upload_repeated\` until \`again\` is sent: its leads would be there twice.`,
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

  async run({ uploadId, again }, { org, db, now, emit, enqueue, fail }) {
    const upload = await holdUpload(db, org.id, uploadId)
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
      await emit(uploadEvents.changed, uploadId, { state: 'importing' })
    }
    await enqueue(importUpload, { orgId: org.id, uploadId })
    return { upload: await presentUpload(db, org.id, uploadId, now()) }
  },
})
