import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { checkUploadJob } from './check-upload-job.ts'
import { importErrors } from './errors.ts'
import { headersDigest, rememberable } from './mappings.ts'
import { freshCounts, lockUpload, moveUpload, presentUpload, Upload, type UploadRecord } from './uploads.ts'

export const checkUpload = action({
  name: 'check-upload',
  summary: 'Check all rows of a file',
  description: `Runs in the background and counts what an import would do: new, duplicate (their \`external_id\` already exists) and invalid rows.
The mapping is remembered for the next file with the same columns. A stalled check can be started again.`,
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  input: z.object({ uploadId: z.uuid() }),
  output: z.object({ upload: Upload }),
  errors: [
    importErrors.upload_not_found,
    importErrors.upload_wrong_state,
    importErrors.upload_busy,
    importErrors.upload_not_mapped,
  ],
  examples: [{ title: 'One file', input: { uploadId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ uploadId }, { org, db, now, newId, enqueue, fail }) {
    const upload = await lockUpload(db, org.id, uploadId)
    requireContactColumn(upload, fail)
    if (upload.state !== 'checking') {
      // What was imported was read in one way; it goes on in that way.
      if (upload.imported_rows > 0 && upload.state !== 'undone') throw fail('upload_wrong_state')
      await moveUpload(db, upload, 'checking', freshCounts)
      await remember(db, upload, newId())
    }
    await enqueue(checkUploadJob, { orgId: org.id, uploadId })
    return { upload: await presentUpload(db, org.id, uploadId, now()) }
  },
})

/** Without an address or a number, no row could become a lead. */
export const requireContactColumn = (upload: UploadRecord, fail: (code: 'upload_not_mapped') => Error): void => {
  if (!upload.mapping.some((field) => field === 'email' || field === 'phone')) throw fail('upload_not_mapped')
}

const remember = async (db: Db, upload: UploadRecord, id: string): Promise<void> => {
  if (!upload.has_header) return
  const mapping = JSON.stringify(rememberable(upload.columns, upload.mapping))
  await db
    .insertInto('upload_mappings')
    .values({ org_id: upload.org_id, id, headers: headersDigest(upload.columns), mapping })
    .onConflict((conflict) => conflict.columns(['org_id', 'headers']).doUpdateSet({ mapping, used_at: new Date() }))
    .execute()
}
