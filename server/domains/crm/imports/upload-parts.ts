import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { InOrg } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { wake } from '#core/events/events.ts'
import { keepFile } from '#domains/platform/files/stored-files.ts'
import type { Files } from '#ports/files.ts'
import { bestMapping } from './configure-upload.ts'
import { type Content, detectReading, fingerprint, partName, partsOf } from './contents.ts'
import { importErrors } from './errors.ts'
import { uploadEvents } from './events.ts'
import { findUpload, lockUpload, moveUpload, presentUpload, type Upload } from './uploads.ts'

export interface ReceivedPart {
  readonly orgId: string
  readonly uploadId: string
  /** Where in the file the content belongs: how many bytes are there already. */
  readonly from: number
  readonly content: Readable
  readonly inOrg: InOrg
  readonly files: Files
  readonly now: () => Date
  readonly newId: () => string
}

/**
 * Takes a piece of a file; with the last one, finds out how the file is to be read. No transaction is open while bytes
 * come in. Throws `upload_offset_wrong` when the piece does not begin where the file ends.
 */
export const receivePart = async (part: ReceivedPart): Promise<{ upload: z.input<typeof Upload> }> => {
  const { orgId, uploadId, from, inOrg, files } = part
  const id = part.newId()
  // Written down first, so that a piece that never comes whole is removed with the upload.
  const left = await inOrg(orgId, async (db) => {
    const upload = await findUpload(db, orgId, uploadId)
    if (upload.state !== 'uploading')
      throw new Failure(importErrors.upload_wrong_state, { message: 'The file is already complete.' })
    if (upload.received_bytes !== from) throw wrongOffset(upload.received_bytes)
    await db.insertInto('upload_parts').values({ org_id: orgId, id, upload_id: uploadId, from_byte: from }).execute()
    return upload.size_bytes - from
  })

  const name = partName(orgId, uploadId, id)
  const stored = await files.put(name, part.content, { maxBytes: left }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EFBIG') throw error
    throw new Failure(importErrors.upload_too_large, { message: 'The file is longer than announced.' })
  })
  const { bytes } = stored
  try {
    await inOrg(orgId, async (db) => {
      const upload = await lockUpload(db, orgId, uploadId)
      if (upload.received_bytes !== from) throw wrongOffset(upload.received_bytes)
      await db.updateTable('upload_parts').set({ bytes }).where('org_id', '=', orgId).where('id', '=', id).execute()
      await keepFile(db, orgId, { ...stored, name, kind: 'upload', subjectId: uploadId })
      await db
        .updateTable('uploads')
        .set({ received_bytes: from + bytes, moved_at: part.now() })
        .where('org_id', '=', orgId)
        .where('id', '=', uploadId)
        .execute()
      await wake(db, orgId, uploadEvents.changed)
    })
  } catch (error) {
    // Another request was faster, or the upload was removed meanwhile.
    if (error instanceof Failure) await files.remove(name)
    throw error
  }
  if (bytes === left) await finish(part)
  return { upload: await inOrg(orgId, (db) => presentUpload(db, orgId, uploadId, part.now())) }
}

const wrongOffset = (received: number): Failure =>
  new Failure(importErrors.upload_offset_wrong, {
    field: 'from',
    message: `${received} bytes were received; resume from that byte.`,
  })

/** All bytes are there. An empty last piece comes here again, should a crash have kept it from being finished. */
const finish = async ({ orgId, uploadId, inOrg, files, now }: ReceivedPart): Promise<void> => {
  const parts = await inOrg(orgId, (db) => partsOf(db, orgId, uploadId))
  const content: Content = { files, orgId, uploadId, parts }
  const print = await fingerprint(content)
  const reading = await detectReading(content, print.valid_utf8)
  await inOrg(orgId, async (db) => {
    const upload = await lockUpload(db, orgId, uploadId)
    if (upload.state !== 'uploading') return
    const mapping = await bestMapping(db, orgId, reading.columns)
    await moveUpload(db, upload, 'mapping', { ...print, ...reading, mapping: JSON.stringify(mapping), moved_at: now() })
  })
}
