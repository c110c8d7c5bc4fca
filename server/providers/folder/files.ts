import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { Transform, type TransformCallback } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Files } from '#ports/files.ts'

const readAheadBytes = 64 * 1024

/**
 * Files in a folder. A file is written beside its place, synced to disk, and moved there in one step, so that it is
 * either there whole or not at all, also after a power cut. A stream longer than `maxBytes` fails with code EFBIG.
 */
export const folderFiles = (folder: string): Files => {
  const placeOf = (name: string): string => {
    const place = path.resolve(folder, name)
    if (!place.startsWith(`${path.resolve(folder)}${path.sep}`)) throw new Error('a file path is outside its folder')
    return place
  }
  return {
    async put(name, content, options = {}) {
      const place = placeOf(name)
      await mkdir(path.dirname(place), { recursive: true, mode: 0o700 })
      const beside = partOf(place)
      const counter = new Counter(options.maxBytes ?? Number.POSITIVE_INFINITY)
      try {
        await pipeline(content, counter, createWriteStream(beside, { mode: 0o600 }))
        await sync(beside)
        await rename(beside, place)
        await sync(path.dirname(place))
      } catch (error) {
        await rm(beside, { force: true })
        throw error
      }
      return counter.bytes
    },

    async read(name, start = 0) {
      const handle = await open(placeOf(name), 'r')
      return createReadStream('', { fd: handle, start, highWaterMark: readAheadBytes })
    },

    async size(name) {
      try {
        return (await stat(placeOf(name))).size
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },

    async remove(name) {
      const place = placeOf(name)
      await rm(place, { force: true })
      await rm(partOf(place), { force: true })
      // The folder goes with its last file; one that still holds something stays.
      await rmdir(path.dirname(place)).catch(() => {})
    },
  }
}

/** What a crash leaves behind lies here, and is overwritten or removed with the file. */
const partOf = (place: string): string => `${place}.part`

const sync = async (place: string): Promise<void> => {
  const handle = await open(place, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

class Counter extends Transform {
  bytes = 0
  readonly #most: number

  constructor(most: number) {
    super()
    this.#most = most
  }

  override _transform(piece: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.bytes += piece.length
    if (this.bytes > this.#most) done(Object.assign(new Error(`more than ${this.#most} bytes`), { code: 'EFBIG' }))
    else done(null, piece)
  }
}
