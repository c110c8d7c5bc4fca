import type { Readable } from 'node:stream'

/** Where a file is: a folder of the server, or a bucket of a store that speaks S3. */
export const filesPlaces = ['folder', 's3'] as const
export type FilesPlace = (typeof filesPlaces)[number]

/** What was stored. */
export interface Stored {
  readonly bytes: number
  readonly sha256: Buffer
  readonly place: FilesPlace
}

export interface PutOptions {
  /** A longer stream fails with code EFBIG. */
  readonly maxBytes?: number
  /** It is evidence: a store that can lock objects locks it. */
  readonly isLasting?: boolean
}

/** Where files are kept: a folder, or an S3 bucket. Names are made by us (ids), never by a caller. */
export interface Files {
  /** Where new files go. */
  readonly place: FilesPlace
  /**
   * Stores a stream under a name, once: whole or not at all, and never over another. The same content again answers the same; other
   * content fails with `taken`, and what is there stays.
   */
  put(name: string, content: Readable, options?: PutOptions): Promise<Stored>
  /** Reads from byte `start` on. Throws an error with code ENOENT when there is no such file. */
  read(name: string, start?: number): Promise<Readable>
  /** SHA-256 of all that is stored under the name at this moment, without keeping any of it. Fails as `read` does. */
  digest(name: string): Promise<Buffer>
  /** Size in bytes, or null when there is no such file. */
  size(name: string): Promise<number | null>
  /** Removes it; nothing happens when it is not there. */
  remove(name: string): Promise<void>
  /** All that is stored, by name; what is still being written is not a file yet. */
  list(): AsyncIterable<{ readonly name: string; readonly bytes: number }>
  /** Removes what broken writes left that began before; answers how many there were. */
  sweep(before: Date): Promise<number>
}

/**
 * Why a store did not do what was asked.
 * - `taken`: the name belongs to other content.
 * - `away`: no answer came, or none that can be used. Passes by itself.
 * - `busy`: the store asks for patience. Passes by itself.
 * - `denied`: the key is wrong, or lacks the right.
 * - `refused`: the store will refuse the same request again: the bucket, the region, a lock.
 * - `damaged`: what is stored is not what was sent.
 */
export type FilesTrouble = 'taken' | 'away' | 'busy' | 'denied' | 'refused' | 'damaged'

/** The only expected thing that a store throws, beside ENOENT and EFBIG. `message` is for the operator: no secret, no content. */
export class FilesError extends Error {
  readonly trouble: FilesTrouble
  /** The store's own code, such as NoSuchBucket. */
  readonly code: string | null
  constructor(
    trouble: FilesTrouble,
    message: string,
    details: { readonly code?: string | null; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause })
    this.name = 'FilesError'
    this.trouble = trouble
    this.code = details.code ?? null
  }

  /** Nothing was decided: the same later may work. */
  get passes(): boolean {
    return this.trouble === 'away' || this.trouble === 'busy'
  }
}

/** That there is no such file, as every place says it. */
export const noSuchFile = (name: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`no such file: ${name}`), { code: 'ENOENT' })
