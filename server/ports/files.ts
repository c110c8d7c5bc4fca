import type { Readable } from 'node:stream'

/** Where files are kept: a folder, or an S3 bucket. Names are made by us (ids), never by a caller. */
export interface Files {
  /** Stores a stream under a name, whole or not at all: a broken stream leaves nothing. Answers the size in bytes. */
  put(name: string, content: Readable, options?: { readonly maxBytes?: number }): Promise<number>
  /** Reads from byte `start` on. Throws an error with code ENOENT when there is no such file. */
  read(name: string, start?: number): Promise<Readable>
  /** Size in bytes, or null when there is no such file. */
  size(name: string): Promise<number | null>
  /** Removes it; nothing happens when it is not there. */
  remove(name: string): Promise<void>
}
