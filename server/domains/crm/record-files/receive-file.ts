import { Readable } from 'node:stream'
import type { z } from 'zod'
import type { InOrg } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { announceFile, keepFile } from '#domains/platform/files/stored-files.ts'
import type { Files } from '#ports/files.ts'
import { shape } from '#shapes'
import { recordFileErrors } from './errors.ts'
import { headBytes, mediaTypeOf, refusalOf } from './file-types.ts'
import { checkRoomOfWorkspace, RecordFile } from './record-files.ts'

export const mostFileBytes = 25 * 2 ** 20

/** A file that is stored, and part of no record yet. */
export const UploadedFile = shape('UploadedRecordFile', {
  ...{ id: RecordFile.shape.id, name: RecordFile.shape.name, media_type: RecordFile.shape.media_type },
  ...{ bytes: RecordFile.shape.bytes, sha256: RecordFile.shape.sha256 },
})

interface Given {
  readonly orgId: string
  readonly personId: string
  readonly name: string
  readonly content: Readable
}

interface Store {
  readonly inOrg: InOrg
  readonly files: Files
  readonly newId: () => string
}

/**
 * Stores a file, whole or not at all, and enters it as one that waits for its record. No transaction is open while bytes come in; what a crash
 * leaves was announced, and is swept. Throws what `errors.ts` says of files.
 */
export const receiveFile = async (given: Given, store: Store): Promise<z.output<typeof UploadedFile>> => {
  try {
    return await storeFile(given, store)
  } finally {
    // What was not read is let pass, so that its sender hears why.
    given.content.destroy()
  }
}

const storeFile = async ({ orgId, personId, name, content }: Given, { inOrg, files, newId }: Store) => {
  const bytesOf = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const head = await readHead(bytesOf)
  if (head.length === 0) throw new Failure(recordFileErrors.record_file_empty, { field: 'file' })
  const refusal = refusalOf(name, head)
  if (refusal === 'virus') throw new Failure(recordFileErrors.record_file_infected, { field: 'file' })
  if (refusal === 'program') throw new Failure(recordFileErrors.record_file_refused, { field: 'file' })
  const id = newId()
  const key = `record-files/${orgId}/${id}`
  await inOrg(orgId, async (db) => {
    await checkRoomOfWorkspace(db, orgId, head.length)
    await announceFile(db, orgId, { name: key, kind: 'attachment', subjectId: id })
  })
  const whole = Readable.from(after(head, bytesOf), { objectMode: false })
  const stored = await files.put(key, whole, { maxBytes: mostFileBytes }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EFBIG') throw error
    throw tooLarge()
  })
  const { bytes, sha256 } = stored
  const mediaType = mediaTypeOf(name, head.subarray(0, headBytes))
  await inOrg(orgId, async (db) => {
    await keepFile(db, orgId, { ...stored, name: key, kind: 'attachment', subjectId: id })
    await db
      .insertInto('record_files')
      .values({ ...{ org_id: orgId, id, name, media_type: mediaType, bytes, sha256, file_key: key }, added_by: personId })
      .execute()
  })
  return { id, name, media_type: mediaType, bytes, sha256: sha256.toString('hex') }
}

export const tooLarge = (): Failure => new Failure(recordFileErrors.record_file_too_large, { field: 'file' })

const readHead = async (content: AsyncIterator<Buffer>): Promise<Buffer> => {
  const pieces: Buffer[] = []
  let bytes = 0
  while (bytes < headBytes) {
    const { done, value } = await content.next()
    if (done) break
    pieces.push(value)
    bytes += value.length
  }
  return Buffer.concat(pieces)
}

async function* after(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield head
  for (let piece = await rest.next(); !piece.done; piece = await rest.next()) yield piece.value
}
