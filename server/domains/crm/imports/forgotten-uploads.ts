import type { Db, Enqueue } from '#core/context.ts'
import { forgetFilesOf } from '#domains/platform/files/stored-files.ts'
import { partNamesOf } from './contents.ts'
import { removeUploadFiles } from './remove-upload-files.ts'
import { recordUploadChange, type UploadRecord } from './uploads.ts'

/** Removes an upload that is held; its files go after the rows. */
export const forgetUpload = async (db: Db, upload: UploadRecord, enqueue: Enqueue): Promise<void> => {
  const { org_id: orgId, id } = upload
  await enqueue(removeUploadFiles, { names: await partNamesOf(db, orgId, id) })
  await forgetFilesOf(db, orgId, 'upload', id)
  await db.deleteFrom('uploads').where('org_id', '=', orgId).where('id', '=', id).execute()
  await recordUploadChange(db, 'removed', { before: upload, after: null })
}
