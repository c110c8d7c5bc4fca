import { moment } from '#core/within.ts'
import type { StoredFileRow } from './stored-files.ts'

/** A stored file was read again. `fault`: what is wrong with it now, in words; null where it is what was stored. */
export const fileRead = moment<{
  readonly file: StoredFileRow
  readonly fault: string | null
  readonly hasChanged: boolean
}>('stored-file.read')
