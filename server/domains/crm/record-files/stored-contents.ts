import { buffer } from 'node:stream/consumers'
import { Failure } from '#core/errors.ts'
import type { Files } from '#ports/files.ts'
import { sha256Of } from '#shapes/sha256.ts'
import { recordFileErrors } from './errors.ts'
import type { RecordFileRow } from './record-files.ts'

/** A stored file whole, held against its digest. Throws `record_file_damaged`, also where it is gone. */
export const readRecordFile = async (
  files: Files,
  { file_key: key, sha256 }: Pick<RecordFileRow, 'file_key' | 'sha256'>,
): Promise<Buffer> => {
  const content = await files.read(key).then(buffer, (error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Failure(recordFileErrors.record_file_damaged, { cause: error }) : error
  })
  if (!sha256Of(content).equals(sha256)) throw new Failure(recordFileErrors.record_file_damaged)
  return content
}
